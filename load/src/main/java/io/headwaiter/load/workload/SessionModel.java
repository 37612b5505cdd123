package io.headwaiter.load.workload;

import java.util.random.RandomGenerator;

/** The interactions of a workload's sessions. Thread-safe; walks are not. */
@FunctionalInterface
public interface SessionModel {

  /**
   * Starts one session.
   *
   * @param random source of all choices of this session
   */
  SessionWalk start(RandomGenerator random);
}
