package io.headwaiter.load;

import io.headwaiter.load.workload.AuctionSite;
import io.headwaiter.load.workload.AuctionWorkload;
import io.headwaiter.load.workload.BookstoreSite;
import io.headwaiter.load.workload.BookstoreWorkload;
import io.headwaiter.load.workload.EightTypeWorkload;
import io.headwaiter.load.workload.MarkovModel;
import io.headwaiter.load.workload.Mix;
import io.headwaiter.load.workload.PoolPaperLoad;
import io.headwaiter.load.workload.SupplierFormat;
import io.headwaiter.load.workload.SupplierSite;
import io.headwaiter.load.workload.SupplierWorkload;
import io.headwaiter.load.workload.Workload;
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
      case SUPPLIER ->
          new SupplierWorkload(
              wanted.mix() == Mix.SUPPLIER_XML ? SupplierFormat.XML : SupplierFormat.JSON,
              new SupplierSite(wanted.users(), wanted.items()),
              wanted.maxRequests());
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
