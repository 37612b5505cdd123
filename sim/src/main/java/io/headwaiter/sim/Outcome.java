package io.headwaiter.sim;

import io.headwaiter.sim.law.Tuned;

/**
 * A run and what is left of it.
 *
 * @param score what came of its judged part
 * @param trace the CPU that admissions committed the server to
 * @param leftover who was still there at its end
 * @param attack what attacks did, all zero without one
 */
public record Outcome(Score score, Trace trace, Leftover leftover, AttackCounts attack) {
  /** What it is worth to whoever tunes a law, see {@link Tuned#worth}. */
  double worth() {
    return Tuned.worth(score.completedPerSecond(), score.pageSecondsP99());
  }
}
