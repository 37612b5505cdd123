package io.headwaiter.load.workload;

import java.util.random.RandomGenerator;

/**
 * Customers of the bookstore with eight request types, see {@link PoolPaperLoad}. Immutable and
 * thread-safe.
 */
public final class EightTypeWorkload implements Workload {
  private final MarkovChain chain;
  private final BookstoreSite site;
  private final int maxRequests;

  /**
   * Creates the workload of a load.
   *
   * @param maxRequests the largest number of requests in a visit, at least 1
   */
  public EightTypeWorkload(PoolPaperLoad load, BookstoreSite site, int maxRequests) {
    if (maxRequests < 1) {
      throw new IllegalArgumentException(
          "The bound on session length is " + maxRequests + "; give at least 1.");
    }
    this.chain = load.chain();
    this.site = site;
    this.maxRequests = maxRequests;
  }

  @Override
  public Customer newCustomer(RandomGenerator random) {
    return new EightTypeCustomer(chain, site, random, maxRequests);
  }
}
