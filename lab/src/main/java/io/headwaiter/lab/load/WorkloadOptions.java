package io.headwaiter.lab.load;

import io.headwaiter.lab.workload.EndReading;
import io.headwaiter.lab.workload.Mix;
import io.headwaiter.lab.workload.PlainWorkload;

/** What sessions ask for. */
public sealed interface WorkloadOptions {
  /**
   * Customers of one of the shops.
   *
   * @param mix whose customers come
   * @param endReading how a session of the auction ends
   * @param meanRequests mean session length of {@link EndReading#FITTED}; 0 otherwise
   * @param maxRequests a session ends at the latest after so many requests
   * @param users registered users or customers the site knows, ids 1 to users
   * @param categories categories the auction knows, ids 1 to categories
   * @param regions regions the auction knows, ids 1 to regions
   * @param items books of the bookstore; of the auction the highest item id asked for before any
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

  /** Customers of any site, who ask for given pages. */
  record Plain(PlainWorkload customers) implements WorkloadOptions {}
}
