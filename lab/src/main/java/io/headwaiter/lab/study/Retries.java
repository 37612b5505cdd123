package io.headwaiter.lab.study;

import io.headwaiter.load.LoadOptions;
import io.headwaiter.load.OnFailure;
import java.time.Duration;

/**
 * Customers who come back. Whoever is turned away or broken comes back as somebody new after {@code
 * 0.5 s ± 0.25 s}, up to three times, and counts as offered each time.
 */
public final class Retries {
  /** How often one comes back at most. */
  public static final int MAX = 3;

  private static final Duration DELAY = Duration.ofMillis(500);
  private static final double SPREAD = 0.5;

  private Retries() {}

  /** Returns the same visits of customers who come back. */
  public static LoadOptions with(LoadOptions load) {
    return load.toBuilder()
        .onFailure(OnFailure.COME_BACK_AS_NEW)
        .retryDelay(DELAY)
        .retrySpread(SPREAD)
        .maxRetries(MAX)
        .build();
  }

  /**
   * Returns how many have to come for the first time so that, with those who come back, a total
   * comes.
   *
   * <p>With p the part that is turned away, {@code total = fresh * (1 + p + ... + p^MAX)} and
   * {@code p = 1 - carried / total}.
   *
   * <p>Worked: of 1,000 a second 50 are carried, p = 0.95; 1 + 0.95 + 0.9025 + 0.857 = 3.71, so
   * 269.6 have to come anew.
   *
   * @param totalPerSecond offered, those who come back among them, above 0
   * @param carriedPerSecond of these, let in
   */
  public static double freshPerSecond(double totalPerSecond, double carriedPerSecond) {
    double away = Math.max(0, 1 - carriedPerSecond / totalPerSecond);
    double comings = 0;
    for (int i = 0; i <= MAX; i++) {
      comings += Math.pow(away, i);
    }
    return totalPerSecond / comings;
  }
}
