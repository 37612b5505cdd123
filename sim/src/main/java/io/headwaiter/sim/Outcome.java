package io.headwaiter.sim;

import io.headwaiter.sim.law.Tuned;

/**
 * The results of a run.
 *
 * @param score results of its judged part
 * @param trace the CPU that admissions committed the server to
 * @param leftover the state at its end
 * @param attack counts of attacks, all zero without one
 */
public record Outcome(Score score, Trace trace, Leftover leftover, AttackCounts attack) {
  /** Returns the worth of the run for tuning a law: {@link Tuned#worth}. */
  double worth() {
    return Tuned.worth(score.completedPerSecond(), score.pageSecondsP99());
  }
}
