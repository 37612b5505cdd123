package io.headwaiter.lab.workload;

import java.util.random.RandomGenerator;

/** Which interactions the sessions of a workload consist of. Thread-safe; walks are not. */
@FunctionalInterface
public interface SessionModel {

  /**
   * Starts one session.
   *
   * @param random where all choices of this session come from
   */
  SessionWalk start(RandomGenerator random);
}
