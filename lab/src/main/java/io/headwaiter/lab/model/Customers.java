package io.headwaiter.lab.model;

import java.time.Duration;

/**
 * Who comes to a shop, and how heavy its pages are. Times are real times, after scaling.
 *
 * @param thinkScale factor on the think time of 7 s, and on the server's keep-alive of 10 s, above
 *     0 to 1
 * @param patience how long a customer waits for a page, 0.1 to 60 s
 * @param resumeShare share of visits whose client resumes its TLS session
 * @param seed decides arrivals, walks and think times
 * @param users registered users of the shop
 * @param items auctions of the shop, past and open
 * @param pageWorkKib additional work of every dynamic page, KiB hashed
 */
public record Customers(
    double thinkScale,
    Duration patience,
    double resumeShare,
    long seed,
    int users,
    int items,
    int pageWorkKib) {
  private static final double THINK_SCALE = 0.1;
  private static final double RESUME_SHARE = 0.95;
  private static final int USERS = 10_000;
  private static final int ITEMS = 8000;
  // Brings a page on the embedded database to about 2 ms of CPU, what a page of a shop with
  // templates and a database server costs; without it a page costs a tenth of a handshake.
  private static final int PAGE_WORK_KIB = 3000;

  /** Checks ranges. */
  public Customers {
    if (!(thinkScale > 0 && thinkScale <= 1)) {
      throw new IllegalArgumentException(
          "the think-time factor must be above 0 and at most 1, got "
              + thinkScale
              + "; the default is 0.1");
    }
    if (patience.compareTo(Duration.ofMillis(100)) < 0
        || patience.compareTo(Duration.ofSeconds(60)) > 0) {
      throw new IllegalArgumentException(
          "patience must be between 0.1 s and 60 s, got "
              + patience.toMillis() / 1000.0
              + " s; the default is 1 s");
    }
  }

  /** Think time and patience at a tenth of the papers', 95 of 100 visits resume. */
  public static Customers of(long seed) {
    return new Customers(
        THINK_SCALE, Duration.ofSeconds(1), RESUME_SHARE, seed, USERS, ITEMS, PAGE_WORK_KIB);
  }

  /** The same with another factor on think time and keep-alive. */
  public Customers withThinkScale(double scale) {
    return new Customers(scale, patience, resumeShare, seed, users, items, pageWorkKib);
  }

  /** The same with visits of some 1.6 s, of which many end in a short window. */
  public Customers hasty() {
    return withThinkScale(0.03);
  }

  /** The same with another patience. */
  public Customers withPatience(Duration other) {
    return new Customers(thinkScale, other, resumeShare, seed, users, items, pageWorkKib);
  }

  /** The same in a shop of another size. */
  public Customers withShop(int shopUsers, int shopItems) {
    return new Customers(
        thinkScale, patience, resumeShare, seed, shopUsers, shopItems, pageWorkKib);
  }

  /** The same with another amount of page work. */
  public Customers withPageWorkKib(int kib) {
    return new Customers(thinkScale, patience, resumeShare, seed, users, items, kib);
  }
}
