package io.headwaiter.lab.experiment;

import io.headwaiter.lab.experiment.caching.CachingPolicy;
import io.headwaiter.lab.experiment.caching.Sustained;
import io.headwaiter.lab.search.ThresholdsOfSets;
import java.io.IOException;
import java.util.ArrayList;
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
  private final List<Double> saturatedPerSecond = new ArrayList<>();
  private final ThresholdsOfSets thresholds;

  /** Lets a crowd come first, for a rate to begin with; the adaptive policy learns by it. */
  CachingSearch(CachingShop shop, CachingPolicy policy, int connections)
      throws IOException, InterruptedException {
    this.shop = shop;
    this.policy = policy;
    this.connections = connections;
    double saturated = shop.saturatedPerSecond(policy, connections);
    if (!(saturated > 0)) {
      throw new IOException(policy.label() + " with N = " + connections + " answered nobody");
    }
    this.thresholds = new ThresholdsOfSets(FIRST * saturated, Sustained.STEP, this::isSustained);
  }

  private boolean isSustained(double perSecond, int customers)
      throws IOException, InterruptedException {
    return CachingShop.verdict(shop.visits(policy, connections, perSecond, customers))
        .isSustained();
  }

  /**
   * What is sustained, and what a crowd completes.
   *
   * @param customers which set of them
   * @param runsEnough runs after which a sustained and another rate suffice
   */
  void search(int customers, int runsEnough) throws IOException, InterruptedException {
    saturatedPerSecond.add(shop.saturatedPerSecond(policy, connections));
    thresholds.search(customers, runsEnough);
  }

  /** All that was found. */
  Sustained found() {
    return new Sustained(
        connections,
        policy,
        saturatedPerSecond,
        thresholds.thresholds(),
        thresholds.unbounded(),
        thresholds.trials());
  }
}
