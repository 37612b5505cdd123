package io.headwaiter.load.workload;

import java.util.random.RandomGenerator;

/**
 * Customers of the bookstore with its 14 interactions: TPC-W's emulated browsers. A visit begins at
 * Home, follows the chain of its mix, and ends when its minimum duration is over and the next
 * interaction would be Home. The minimum is exponential, truncated at four means (TPC-W: 15 min, 60
 * min). Visits consist of whole rounds from Home to Home, unless the bound on requests cuts them,
 * and their end does not depend on later draws. The shares of interactions are therefore the mix's
 * (Wald's equation), whether a new visit follows at once or visits come at a rate.
 */
public final class BookstoreWorkload implements Workload {
  /** TPC-W's mean of the minimum duration in think times: 15 min at a mean think time of 7 s. */
  public static final double MINIMUM_IN_THINK_TIMES = 15 * 60 / 7.0;

  private static final double MOST_MEANS = 4;

  private final MarkovChain chain;
  private final BookstoreSite site;
  private final double minimumMeanNanos;
  private final int maxRequests;

  /**
   * Creates the workload of a mix.
   *
   * @param mix one of the three of the bookstore
   * @param minimumMeanNanos mean of the minimum duration before truncation, at least 0
   * @param maxRequests the largest number of requests in a visit, at least 1
   */
  public BookstoreWorkload(Mix mix, BookstoreSite site, double minimumMeanNanos, int maxRequests) {
    if (!(minimumMeanNanos >= 0) || maxRequests < 1) {
      throw new IllegalArgumentException(
          "The mean minimum duration is "
              + minimumMeanNanos
              + " ns and the bound "
              + maxRequests
              + " requests; give at least 0 and 1.");
    }
    this.chain = BookstoreChain.of(mix);
    this.site = site;
    this.minimumMeanNanos = minimumMeanNanos;
    this.maxRequests = maxRequests;
  }

  @Override
  public Customer newCustomer(RandomGenerator random) {
    double means = Math.min(-Math.log1p(-random.nextDouble()), MOST_MEANS);
    return new BookstoreCustomer(
        chain, site, random, Math.round(means * minimumMeanNanos), maxRequests);
  }
}
