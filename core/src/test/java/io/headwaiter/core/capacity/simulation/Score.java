package io.headwaiter.core.capacity.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What came of a run, from a given second to its end. */
record Score(
    double completedPerSecond,
    double worstTenSecondsPerSecond,
    double responseSecondsP50,
    double responseSecondsP99,
    double queueDelaySecondsMean,
    long admitted,
    long refused,
    long broken,
    long longestShutMillis,
    double waitSecondsMean,
    double waitSecondsP99) {

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%6.1f/s (worst 10 s %6.1f)  p50 %5.0f ms  p99 %6.0f ms  delay %5.1f ms  broken %d  shut %d ms  refused %d  wait %.0f ms, p99 %.0f ms",
        completedPerSecond,
        worstTenSecondsPerSecond,
        responseSecondsP50 * 1e3,
        responseSecondsP99 * 1e3,
        queueDelaySecondsMean * 1e3,
        broken,
        longestShutMillis,
        refused,
        waitSecondsMean * 1e3,
        waitSecondsP99 * 1e3);
  }

  /** Collects. */
  static final class Recorder {
    private final long fromNanos;
    private final long toNanos;
    private final int[] completedOfSecond;
    private double[] responses = new double[1 << 16];
    private int responseCount;
    private long admitted;
    private long refused;
    private long broken;
    private long completed;
    private double delaySum;
    private long delays;
    private double waitSum;
    private final List<Double> waits = new ArrayList<>();
    private long lastAdmittedNanos;
    private long longestShutNanos;

    Recorder(double fromSeconds, double toSeconds) {
      this.fromNanos = (long) (fromSeconds * 1e9);
      this.toNanos = (long) (toSeconds * 1e9);
      this.lastAdmittedNanos = fromNanos;
      this.completedOfSecond = new int[(int) Math.ceil(toSeconds) + 1];
    }

    void admitted(long now) {
      if (now >= fromNanos) {
        admitted++;
        longestShutNanos = Math.max(longestShutNanos, now - lastAdmittedNanos);
        lastAdmittedNanos = now;
      }
    }

    /** Somebody who is let in now has waited for it. */
    void waited(long now, double seconds) {
      if (now >= fromNanos) {
        waitSum += seconds;
        waits.add(seconds);
      }
    }

    void refused(long now) {
      refused += now >= fromNanos ? 1 : 0;
    }

    void broken(long now) {
      broken += now >= fromNanos ? 1 : 0;
    }

    void completed(long now) {
      completedOfSecond[(int) (now / 1_000_000_000L)]++;
      completed += now >= fromNanos ? 1 : 0;
    }

    void response(long now, double seconds) {
      if (now < fromNanos) {
        return;
      }
      if (responseCount == responses.length) {
        responses = Arrays.copyOf(responses, responseCount * 2);
      }
      responses[responseCount++] = seconds;
    }

    void queueDelay(long now, double seconds) {
      if (now >= fromNanos) {
        delaySum += seconds;
        delays++;
      }
    }

    Score score() {
      double[] sorted = Arrays.copyOf(responses, responseCount);
      Arrays.sort(sorted);
      longestShutNanos = Math.max(longestShutNanos, toNanos - lastAdmittedNanos);
      return new Score(
          completed / ((toNanos - fromNanos) / 1e9),
          worstTenSeconds(),
          quantile(sorted, 0.5),
          quantile(sorted, 0.99),
          delays == 0 ? 0 : delaySum / delays,
          admitted,
          refused,
          broken,
          longestShutNanos / 1_000_000,
          admitted == 0 ? 0 : waitSum / admitted,
          waitP99());
    }

    /** Over all who were let in; who did not wait has waited for no time. */
    private double waitP99() {
      double[] sorted = Arrays.copyOf(waits.stream().mapToDouble(w -> w).toArray(), (int) admitted);
      Arrays.sort(sorted);
      return quantile(sorted, 0.99);
    }

    private double worstTenSeconds() {
      double worst = completed / ((toNanos - fromNanos) / 1e9);
      for (int i = (int) (fromNanos / 1_000_000_000L); i + 10 < completedOfSecond.length; i++) {
        int sum = 0;
        for (int j = i; j < i + 10; j++) {
          sum += completedOfSecond[j];
        }
        worst = Math.min(worst, sum / 10.0);
      }
      return worst;
    }

    private static double quantile(double[] sorted, double q) {
      return sorted.length == 0 ? 0 : sorted[(int) Math.min(sorted.length - 1, q * sorted.length)];
    }
  }
}
