package io.headwaiter.lab.experiment;

import io.headwaiter.lab.experiment.caching.CachingPolicy;
import io.headwaiter.lab.experiment.caching.Sustained;
import io.headwaiter.lab.results.LoadResult;
import io.headwaiter.lab.search.ThresholdSearch;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Looks for what one policy sustains with so many connections. What is found for one set of
 * customers is where the search for the next begins. Belongs to one thread.
 */
final class CachingSearch {
  // Below what a crowd completes that never lets the server rest.
  private static final double FIRST = 0.85;
  private static final int FIRST_STRIDE = 3;
  private static final int NEXT_STRIDE = 2;

  private final CachingShop shop;
  private final CachingPolicy policy;
  private final int connections;
  private final double saturatedPerSecond;
  private final List<Double> thresholds = new ArrayList<>();
  private double start;
  private int stride = FIRST_STRIDE;
  private int unbounded;
  private int runs;

  /** Lets a crowd come first, for a rate to begin with; the adaptive policy learns by it. */
  CachingSearch(CachingShop shop, CachingPolicy policy, int connections)
      throws IOException, InterruptedException {
    this.shop = shop;
    this.policy = policy;
    this.connections = connections;
    this.saturatedPerSecond = shop.saturatedPerSecond(policy, connections);
    if (!(saturatedPerSecond > 0)) {
      throw new IOException(policy.label() + " with N = " + connections + " answered nobody");
    }
    this.start = FIRST * saturatedPerSecond;
  }

  double saturatedPerSecond() {
    return saturatedPerSecond;
  }

  /**
   * The highest rate that is sustained; empty when none of those tried was.
   *
   * @param customers which set of them
   * @param runsMax the most runs
   */
  OptionalDouble threshold(int customers, int runsMax) throws IOException, InterruptedException {
    ThresholdSearch search = new ThresholdSearch(start, Sustained.STEP, stride, runsMax);
    for (OptionalDouble rate = search.next(); rate.isPresent(); rate = search.next()) {
      LoadResult result = shop.visits(policy, connections, rate.getAsDouble(), customers);
      search.tell(CachingShop.verdict(result).isSustained());
    }
    runs += search.trials();
    OptionalDouble found = search.highestGood();
    thresholds.add(found.orElse(Double.NaN));
    if (found.isPresent()) {
      start = found.getAsDouble();
      stride = NEXT_STRIDE;
      unbounded += search.isBoundedAbove() ? 0 : 1;
    }
    return found;
  }

  /** All that was found. */
  Sustained found() {
    return new Sustained(connections, policy, saturatedPerSecond, thresholds, unbounded, runs);
  }
}
