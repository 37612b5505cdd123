package io.headwaiter.lab.experiment;

import io.headwaiter.core.pool.PoolSizes;
import io.headwaiter.core.pool.RequestMix;
import io.headwaiter.lab.experiment.caching.RunVerdict;
import io.headwaiter.lab.experiment.pools.SustainedFigures;
import io.headwaiter.lab.load.ArrivalKind;
import io.headwaiter.lab.report.Numbers;
import io.headwaiter.lab.search.ThresholdsOfSets;
import io.headwaiter.lab.workload.Mix;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Looks for what one pair of sizes sustains under one load. Belongs to one thread. */
final class PoolsSearch {
  private static final double STEP = 1.03;
  // Of what is predicted: a search begins with a rate that is likely to be sustained.
  private static final double FIRST = 0.94;

  private final PoolsShop shop;
  private final ProgressLine progress;
  private final PoolSizes sizes;
  private final Mix mix;
  private final RequestMix came;
  private final ArrivalKind arrivals;
  private final ThresholdsOfSets thresholds;
  private final List<Double> sustained = new ArrayList<>();
  private double highest;
  private double answered;

  /**
   * A search that has tried nothing.
   *
   * @param came the mix as it came in other runs; what is answered is told as with it
   * @param predictedPerSecond sessions
   */
  PoolsSearch(
      PoolsShop shop,
      ProgressLine progress,
      PoolSizes sizes,
      Mix mix,
      RequestMix came,
      ArrivalKind arrivals,
      double predictedPerSecond) {
    this.shop = shop;
    this.progress = progress;
    this.sizes = sizes;
    this.mix = mix;
    this.came = came;
    this.arrivals = arrivals;
    this.thresholds = new ThresholdsOfSets(FIRST * predictedPerSecond, STEP, this::isSustained);
  }

  /** With one more set of customers. */
  void search(int customers, int runsEnough) throws IOException, InterruptedException {
    highest = 0;
    answered = Double.NaN;
    thresholds.search(customers, runsEnough);
    sustained.add(answered);
  }

  private boolean isSustained(double perSecond, int customers)
      throws IOException, InterruptedException {
    PoolsShop.Visits visits = shop.visits(sizes, mix, arrivals, perSecond, customers);
    RunVerdict verdict = RunVerdict.of(visits.seen());
    double requestsPerSecond = visits.served().sessionsPerSecond(came) * came.sessionLength();
    boolean good = verdict.isCarried(shop.queueMax());
    if (good && perSecond > highest) {
      highest = perSecond;
      answered = requestsPerSecond;
    }
    progress.done(
        "%s, %s, %s: %s sessions/s offered, %s requests/s answered, %d failed: %s"
            .formatted(
                mix.label(),
                label(),
                sizes,
                Numbers.plain(perSecond),
                Numbers.plain(requestsPerSecond),
                verdict.failures(),
                good ? "sustained" : "not sustained"));
    return good;
  }

  private String label() {
    return arrivals.name().toLowerCase(Locale.ROOT);
  }

  /**
   * All that was found.
   *
   * @param predictedPerSecond requests
   */
  SustainedFigures.Row found(double predictedPerSecond) {
    return new SustainedFigures.Row(
        mix.label(),
        label(),
        sizes,
        predictedPerSecond,
        sustained,
        thresholds.unbounded(),
        thresholds.trials());
  }
}
