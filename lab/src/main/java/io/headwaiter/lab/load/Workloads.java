package io.headwaiter.lab.load;

import io.headwaiter.lab.workload.AuctionSite;
import io.headwaiter.lab.workload.AuctionWorkload;
import io.headwaiter.lab.workload.BookstoreSite;
import io.headwaiter.lab.workload.BookstoreWorkload;
import io.headwaiter.lab.workload.EightTypeWorkload;
import io.headwaiter.lab.workload.MarkovModel;
import io.headwaiter.lab.workload.PoolPaperLoad;
import io.headwaiter.lab.workload.Workload;
import java.util.concurrent.TimeUnit;

/** Creates the workload that options describe. */
final class Workloads {
  private Workloads() {}

  static Workload of(LoadOptions options) {
    if (options.workload() instanceof WorkloadOptions.Plain plain) {
      return plain.customers();
    }
    WorkloadOptions.Shop wanted = (WorkloadOptions.Shop) options.workload();
    return switch (wanted.mix().site()) {
      case AUCTION ->
          new AuctionWorkload(
              MarkovModel.of(
                  wanted.mix(), wanted.endReading(), wanted.meanRequests(), wanted.maxRequests()),
              new AuctionSite(
                  wanted.users(), wanted.categories(), wanted.regions(), wanted.items()));
      case BOOKSTORE ->
          new BookstoreWorkload(
              wanted.mix(),
              bookstore(wanted),
              BookstoreWorkload.MINIMUM_IN_THINK_TIMES * thinkMeanNanos(options.visit()),
              wanted.maxRequests());
      case BOOKSTORE_EIGHT ->
          new EightTypeWorkload(
              PoolPaperLoad.of(wanted.mix()), bookstore(wanted), wanted.maxRequests());
    };
  }

  private static BookstoreSite bookstore(WorkloadOptions.Shop wanted) {
    return new BookstoreSite(wanted.users(), wanted.items());
  }

  /** Scaled: visits last as many think times as TPC-W's, so they have as many requests. */
  private static double thinkMeanNanos(VisitOptions visit) {
    return TimeUnit.MILLISECONDS.toNanos(visit.thinkMeanMillis()) * visit.thinkScale();
  }
}
