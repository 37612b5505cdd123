package io.headwaiter.lab.experiment.caching;

import io.headwaiter.load.search.ThresholdsOfSets;
import java.io.IOException;
import java.util.List;

/**
 * Looks for what one policy sustains with so many connections, set of customers by set. Belongs to
 * one thread.
 */
final class CachingSearch {
  // Below what a crowd completes that never lets the server rest.
  private static final double FIRST = 0.85;

  private final CachingShop shop;
  private final CachingPolicy policy;
  private final int connections;
  private final List<Double> crowdPerSecond;
  private final ThresholdsOfSets thresholds;

  /**
   * A search that has tried nothing.
   *
   * @param crowdPerSecond what a crowd completes, to begin near it
   */
  CachingSearch(
      CachingShop shop, CachingPolicy policy, int connections, List<Double> crowdPerSecond)
      throws IOException {
    this.shop = shop;
    this.policy = policy;
    this.connections = connections;
    this.crowdPerSecond = List.copyOf(crowdPerSecond);
    double mean = crowdPerSecond.stream().mapToDouble(x -> x).average().orElse(0);
    if (!(mean > 0)) {
      throw new IOException(policy.label() + " with N = " + connections + " answered nobody");
    }
    this.thresholds = new ThresholdsOfSets(FIRST * mean, Sustained.STEP, this::isSustained);
  }

  private boolean isSustained(double perSecond, int customers)
      throws IOException, InterruptedException {
    return RunVerdict.of(shop.visits(policy, connections, perSecond, customers).seen())
        .isSustained();
  }

  /**
   * What is sustained.
   *
   * @param customers which set of them
   * @param runsEnough runs after which a sustained and another rate suffice
   */
  void search(int customers, int runsEnough) throws IOException, InterruptedException {
    thresholds.search(customers, runsEnough);
  }

  /** All that was found. */
  Sustained found() {
    return new Sustained(
        connections,
        policy,
        crowdPerSecond,
        thresholds.thresholds(),
        thresholds.unbounded(),
        thresholds.trials());
  }
}
