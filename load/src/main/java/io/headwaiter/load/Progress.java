package io.headwaiter.load;

/**
 * The progress of a run, reported about twice a second.
 *
 * @param warmingUp whether the measurement window has not begun
 * @param elapsedMillis since the start of the run, warm-up included
 * @param totalMillis length of the run, warm-up included
 * @param offered visits that arrived so far, warm-up included
 * @param completed visits completed so far, warm-up included
 * @param refused visits refused so far, warm-up included
 * @param broken visits broken or timed out so far, warm-up included
 * @param underWay visits under way
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
  /** Returns whether the measurement window has begun and has not ended. */
  public boolean isMeasuring() {
    return !warmingUp && elapsedMillis < totalMillis;
  }
}
