package io.headwaiter.lab.load;

/**
 * A run in flight, reported about twice a second.
 *
 * @param warmingUp whether the measurement window has not begun
 * @param elapsedMillis since the start of the run, warm-up included
 * @param totalMillis length of the run, warm-up included
 * @param offered sessions that arrived so far, warm-up included
 * @param completed sessions completed so far, warm-up included
 * @param refused sessions refused so far, warm-up included
 * @param broken sessions broken or timed out so far, warm-up included
 * @param underWay sessions in progress
 */
public record Progress(
    boolean warmingUp,
    long elapsedMillis,
    long totalMillis,
    long offered,
    long completed,
    long refused,
    long broken,
    int underWay) {
  /** Whether the measurement window has begun and has not ended. */
  public boolean isMeasuring() {
    return !warmingUp && elapsedMillis < totalMillis;
  }
}
