package io.headwaiter.lab.load;

import io.headwaiter.lab.workload.EndReading;
import io.headwaiter.lab.workload.Mix;
import io.headwaiter.lab.workload.PlainWorkload;

/** The workload of visits. */
public sealed interface WorkloadOptions {
  /**
   * Customers of one of the shops.
   *
   * @param mix mix of the customers
   * @param endReading how a visit to the auction ends
   * @param meanRequests mean length of a visit of {@link EndReading#FITTED}; 0 otherwise
   * @param maxRequests the most requests of a visit
   * @param users registered users or customers of the site, ids 1 to users
   * @param categories categories of the auction, ids 1 to categories
   * @param regions regions of the auction, ids 1 to regions
   * @param items books of the bookstore; for the auction the highest item id requested before any
   *     page has shown one
   */
  record Shop(
      Mix mix,
      EndReading endReading,
      double meanRequests,
      int maxRequests,
      int users,
      int categories,
      int regions,
      int items)
      implements WorkloadOptions {}

  /** Customers of any site, which ask for given pages. */
  record Plain(PlainWorkload customers) implements WorkloadOptions {}
}
