package io.headwaiter.load.workload;

import java.util.random.RandomGenerator;

/**
 * Business clients of the supplier. Each is one of the customers and draws its requests
 * independently of each other by the shares of {@link SupplierInteraction}. The length of a visit
 * is geometric with mean 20, {@code P(length = k) = 0.95^(k-1) * 0.05} for k from 1; TPC-App's own
 * rule was not at hand. Immutable and thread-safe.
 */
public final class SupplierWorkload implements Workload {
  /** The mean length of a visit in requests, before the bound. */
  public static final int MEAN_REQUESTS = 20;

  private final SupplierFormat format;
  private final SupplierSite site;
  private final int maxRequests;

  /**
   * Creates the workload.
   *
   * @param format of requests and replies
   * @param maxRequests the largest number of requests in a visit, at least 1
   */
  public SupplierWorkload(SupplierFormat format, SupplierSite site, int maxRequests) {
    if (maxRequests < 1) {
      throw new IllegalArgumentException(
          "The bound on session length is " + maxRequests + "; give at least 1.");
    }
    this.format = format;
    this.site = site;
    this.maxRequests = maxRequests;
  }

  @Override
  public Customer newCustomer(RandomGenerator random) {
    return new SupplierCustomer(format, site, length(random), random);
  }

  /** Draws a length by inversion, {@code 1 + floor(ln(1 - u) / ln(0.95))}, within the bound. */
  private int length(RandomGenerator random) {
    double more = Math.log1p(-random.nextDouble()) / Math.log1p(-1.0 / MEAN_REQUESTS);
    return (int) Math.min(maxRequests, 1 + Math.floor(more));
  }
}
