package io.headwaiter.sim;

import java.util.List;

/** The CPU committed by admissions and its optimum, in processors, every 50 ms of a run. */
public final class Trace {
  /** Seconds between two points. */
  static final double POINT_SECONDS =
      Commitment.SAMPLE_NANOS * Commitment.SAMPLES_PER_POINT / World.NANOS;

  private static final double BAND = 0.05;
  private static final double STAYS = 0.9;
  private static final int SMOOTH = 20;

  private final float[] committed;
  private final float[] optimum;

  /** Keeps both arrays, with one number for each point. */
  Trace(float[] committed, float[] optimum) {
    this.committed = committed;
    this.optimum = optimum;
  }

  /**
   * Returns how long after a step the committed CPU is within 5 % of its optimum and stays there.
   * This is the first instant from which on the mean of the next second is within, and that of at
   * least 90 % of all seconds that begin later. Both are averaged over the runs, because one run is
   * random; the more runs, the smaller the part of chance.
   *
   * @param traces of runs that differ only in the seed, of one length
   * @param stepSecond when the step was
   * @param endSecond end of the part that is searched
   * @return seconds; infinity if it never stays
   */
  static double settleSeconds(List<Trace> traces, double stepSecond, double endSecond) {
    int begin = (int) Math.ceil(stepSecond / POINT_SECONDS) + 1;
    int length = (int) Math.min(traces.get(0).committed.length, endSecond / POINT_SECONDS);
    int end = length - SMOOTH;
    double settled = Double.POSITIVE_INFINITY;
    int within = 0;
    for (int point = end; point >= begin; point--) {
      boolean good = Math.abs(ratio(traces, point) - 1) <= BAND;
      within += good ? 1 : 0;
      if (good && within >= STAYS * (end - point + 1)) {
        settled = (point - begin) * POINT_SECONDS;
      }
    }
    return settled;
  }

  /** Returns committed over optimum in the second that begins at a point. */
  private static double ratio(List<Trace> traces, int point) {
    double committed = 0;
    double optimum = 0;
    for (Trace trace : traces) {
      for (int i = point; i < point + SMOOTH; i++) {
        committed += trace.committed[i];
        optimum += trace.optimum[i];
      }
    }
    return optimum == 0 ? 1 : committed / optimum;
  }
}
