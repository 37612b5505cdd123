package io.headwaiter.load;

import io.headwaiter.load.workload.EndReading;
import io.headwaiter.load.workload.Mix;
import io.headwaiter.load.workload.PlainWorkload;

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
   * @param items items of bookstore and supplier; for the auction the highest item id requested
   *     before any page has shown one
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
      implements WorkloadOptions {
    /** Checks the values; the messages name option, value, range and remedy. */
    public Shop {
      OptionChecks.given("mix", mix);
      OptionChecks.given("endReading", endReading);
      if (mix.site() != Mix.Site.AUCTION && endReading != EndReading.LITERAL) {
        throw new IllegalArgumentException(
            "endReading is "
                + endReading
                + ", but visits to bookstore and supplier end by rules of their own. Leave it out.");
      }
      if (endReading == EndReading.FITTED) {
        OptionChecks.range("meanRequests", meanRequests, 1, 1_000_000);
      }
      OptionChecks.range("maxRequests", maxRequests, 1, 1000);
      OptionChecks.range("users", users, 1, 100_000_000);
      OptionChecks.range("categories", categories, 1, 10_000);
      OptionChecks.range("regions", regions, 1, 10_000);
      OptionChecks.range("items", items, 1, 100_000_000);
    }
  }

  /** Customers of any site, which ask for given pages. */
  record Plain(PlainWorkload customers) implements WorkloadOptions {}
}
