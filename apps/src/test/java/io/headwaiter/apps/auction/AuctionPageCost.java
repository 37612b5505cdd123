package io.headwaiter.apps.auction;

import com.zaxxer.hikari.HikariDataSource;
import io.headwaiter.apps.DataSources;
import io.headwaiter.apps.HtmlPage;
import io.headwaiter.apps.Page;
import io.headwaiter.apps.PageError;
import io.headwaiter.apps.PageWork;
import io.headwaiter.apps.Parameters;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Measures what a page costs: mean CPU time of one thread per interaction, servlet work and
 * database together but without HTTP, after warm-up. Arguments: a JDBC URL, user and password, or
 * nothing for the embedded database. The database is filled to the demo's scale when it is empty.
 */
public final class AuctionPageCost {
  private static final int WARM_UP = 3000;
  private static final int MEASURED = 2000;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
  private static final AuctionScale SCALE = AuctionScale.demo();

  private final SplittableRandom random = new SplittableRandom(1);
  private int serial;

  private AuctionPageCost() {}

  /** Prints a table. */
  public static void main(String[] args) throws Exception {
    try (HikariDataSource source =
        args.length == 0
            ? DataSources.embedded("cost", 2)
            : DataSources.pool(args[0], args[1], args[2], 2, Duration.ofSeconds(10))) {
      long begin = System.nanoTime();
      Auction.createAndFill(source, SCALE, 1);
      System.out.printf("filled in %.1f s%n", (System.nanoTime() - begin) / 1e9);
      new AuctionPageCost().measure(source);
      measureWork();
    }
  }

  private void measure(HikariDataSource source) throws Exception {
    Shop shop = new Shop(source, StaticPages.layout(""), Clock.systemUTC());
    Map<AuctionPages, Page> pages = new EnumMap<>(Auction.pages(shop));
    System.out.printf("%-26s %10s %10s %8s%n", "interaction", "CPU us", "bytes", "4xx");
    for (Map.Entry<AuctionPages, Page> page : pages.entrySet()) {
      run(page.getKey(), page.getValue(), WARM_UP);
      System.out.println(run(page.getKey(), page.getValue(), MEASURED));
    }
  }

  /** Measures the cost of a thousand kibibytes of {@link PageWork}. */
  private static void measureWork() {
    PageWork work = new PageWork(1000);
    long begin = 0;
    byte last = 0;
    for (int i = -1000; i < 500; i++) {
      if (i == 0) {
        begin = THREADS.getCurrentThreadCpuTime();
      }
      last ^= work.work();
    }
    double micros = (THREADS.getCurrentThreadCpuTime() - begin) / 1e3 / 500;
    System.out.printf("PageWork(1000)             %10.0f (%d)%n", micros, last);
  }

  private String run(AuctionPages which, Page page, int times) throws Exception {
    long bytes = 0;
    int refused = 0;
    long nanos = 0;
    for (int i = 0; i < times; i++) {
      Map<String, String> parameters = parameters();
      adapt(which, parameters);
      long begin = THREADS.getCurrentThreadCpuTime();
      try {
        HtmlPage out = page.answer(new Parameters(parameters::get));
        bytes += out.toBytes().length;
      } catch (PageError e) {
        refused++;
      }
      nanos += THREADS.getCurrentThreadCpuTime() - begin;
    }
    return String.format(
        "%-26s %10.0f %10d %8d", which.pageName(), nanos / 1e3 / times, bytes / times, refused);
  }

  private void adapt(AuctionPages which, Map<String, String> p) {
    if (which == AuctionPages.REGISTER_USER) {
      p.put("nickname", "new" + ++serial);
    }
    if (which == AuctionPages.REGISTER_USER || which == AuctionPages.BROWSE_CATEGORIES_IN_REGION) {
      p.put("region", Catalogue.REGIONS.get(random.nextInt(62)).name());
    }
  }

  /** Returns parameters that suit every interaction, drawn as the RUBiS emulator draws. */
  private Map<String, String> parameters() {
    Map<String, String> p = new HashMap<>();
    int user = 1 + random.nextInt(SCALE.users());
    String item = String.valueOf(SCALE.oldItems() + 1 + random.nextInt(SCALE.activeItems()));
    int region = 1 + random.nextInt(62);
    p.put("itemId", item);
    p.put("userId", String.valueOf(user));
    p.put("user", String.valueOf(user));
    p.put("from", String.valueOf(user));
    p.put("to", String.valueOf(1 + random.nextInt(SCALE.users())));
    p.put("nickname", "user" + user);
    p.put("password", "password" + user);
    p.put("category", String.valueOf(1 + random.nextInt(20)));
    p.put("categoryId", p.get("category"));
    p.put("categoryName", "Some category");
    p.put("region", String.valueOf(region));
    p.put("qty", "1");
    p.put("maxQty", "1");
    p.put("minBid", "1");
    p.put("bid", String.valueOf(6000 + ++serial));
    p.put("maxBid", p.get("bid") + "0");
    p.put("rating", "3");
    p.put("comment", "x".repeat(1 + random.nextInt(2048)));
    p.put("name", "An item");
    p.put("description", "d".repeat(1 + random.nextInt(8192)));
    p.put("initialPrice", "10");
    p.put("duration", "7");
    p.put("quantity", "1");
    p.put("firstname", "A");
    p.put("lastname", "B");
    p.put("email", "a@b");
    return p;
  }
}
