package io.headwaiter.lab.experiment.pools;

import io.headwaiter.core.pool.model.PoolModel;
import io.headwaiter.core.pool.profile.PoolSizes;
import io.headwaiter.lab.experiment.caching.RunVerdict;
import io.headwaiter.lab.outcome.ProgressLine;
import io.headwaiter.load.ArrivalKind;
import io.headwaiter.load.search.ThresholdsOfSets;
import io.headwaiter.load.text.Numbers;
import io.headwaiter.load.workload.Mix;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Looks for what one pair of sizes sustains under one load. Belongs to one thread. */
final class PoolsSearch {
  private static final double STEP = 1.03;
  // Of what is predicted: a search begins with a rate that is likely to be sustained.
  private static final double FIRST = 0.94;

  private final PoolsShop shop;
  private final ProgressLine progress;
  private final PoolSizes sizes;
  private final Mix mix;
  private final PoolModel model;
  private final ArrivalKind arrivals;
  private final ThresholdsOfSets thresholds;
  private final List<Double> sustained = new ArrayList<>();
  private double most;

  /**
   * A search that has tried nothing.
   *
   * @param model with the mix as it came in other runs
   */
  PoolsSearch(
      PoolsShop shop,
      ProgressLine progress,
      PoolSizes sizes,
      Mix mix,
      PoolModel model,
      ArrivalKind arrivals) {
    this.shop = shop;
    this.progress = progress;
    this.sizes = sizes;
    this.mix = mix;
    this.model = model;
    this.arrivals = arrivals;
    this.thresholds = new ThresholdsOfSets(FIRST * predicted(), STEP, this::isSustained);
  }

  /** With one more set of customers. */
  void search(int customers, int runsEnough) throws IOException, InterruptedException {
    most = Double.NaN;
    thresholds.search(customers, runsEnough);
    sustained.add(most * predictedRequests());
  }

  /** Sessions a second. */
  private double predicted() {
    return model.sessionsPerSecond(sizes.threads(), sizes.connections());
  }

  private double predictedRequests() {
    return predicted() * model.mix().sessionLength();
  }

  private boolean isSustained(double perSecond, int customers)
      throws IOException, InterruptedException {
    PoolsShop.Visits visits = shop.visits(sizes, mix, arrivals, perSecond, customers);
    RunVerdict verdict = RunVerdict.of(visits.seen());
    double part = CarriedPart.of(model, visits.served());
    boolean good = verdict.isCarried(shop.queueMax());
    if (good && Double.isFinite(part)) { // nobody came: nothing was carried, nor missed
      most = Double.isNaN(most) ? part : Math.max(most, part);
    }
    progress.done(
        "%s, %s, %s: %s sessions/s offered, %s requests/s (%s of predicted), %d failed: %s"
            .formatted(
                mix.label(),
                arrivals.label(),
                sizes,
                Numbers.plain(perSecond),
                Numbers.plain(visits.served().requestsPerSecondUnstolen()),
                Numbers.percent(part),
                verdict.failures(),
                good ? "sustained" : "not sustained"));
    return good;
  }

  /** All that was found; empty before the first set of customers is through. */
  Optional<SustainedFigures.Row> found() {
    return sustained.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new SustainedFigures.Row(
                mix.label(),
                arrivals.label(),
                sizes,
                predictedRequests(),
                sustained,
                thresholds.unbounded(),
                thresholds.trials()));
  }
}
