package io.headwaiter.sim;

import java.util.Locale;

/**
 * A kind of customer. Times are seconds, costs seconds of CPU.
 *
 * @param share share among the customers, relative to the other kinds; above 0
 * @param pages mean number of pages of a visit, at least 1
 * @param think mean time from a reply to the next request, at least 0
 * @param page mean CPU of a page, above 0; of all its requests together
 * @param database mean time that each request of a page holds a database connection in the middle
 *     of its work; 0: none
 * @param reconnects part of the pages after the first that come on a connection of their own, with
 *     a resumed handshake
 * @param connections connections that the client opens side by side, at least 1: with its first
 *     page it opens all but the first of them, with resumed handshakes; a page is one request and,
 *     when that is answered, one more on each of the other connections at once
 * @param spread distribution of numbers of pages, think times and costs
 */
public record VisitKind(
    double share,
    double pages,
    double think,
    double page,
    double database,
    double reconnects,
    int connections,
    Spread spread) {
  // Of bounded Pareto: a tail as of the sizes of files and sessions on the Web.
  private static final double PARETO_ALPHA = 1.3;
  private static final double PARETO_RANGE = 500;
  private static final double DEAR_LAST_PAGE = 10;

  /** Distributions. */
  public enum Spread {
    /** Geometric numbers of pages, exponential times and costs. */
    MEMORYLESS,
    /**
     * All visits have equally many pages, think times are within 10 % of their mean, and pages cost
     * from nearly nothing at the first to nearly twice the mean at the last.
     */
    REGULAR,
    /** As memoryless, but all pages cost the same. */
    EVEN_PAGES,
    /** As memoryless, but the last page of a visit costs ten times as much as each other one. */
    DEAR_LAST_PAGE,
    /**
     * Numbers of pages and costs are bounded Pareto, from a quarter of the mean to 136 means; in
     * between the tail falls with the power of 1.3. Times are exponential.
     */
    HEAVY_TAILED
  }

  /** Checks the number of connections. */
  public VisitKind {
    if (connections < 1) {
      throw new IllegalArgumentException("connections must be at least 1, got " + connections);
    }
  }

  /**
   * About 8.5 pages of 1.5 ms, a tenth of them on a connection of their own: visits of about 6 s
   * with a think time of 0.7 s, of 60 s with 7 s.
   */
  public static VisitKind plain(double think) {
    return new VisitKind(1, 8.5, think, 1.5e-3, 0, 0.1, 1, Spread.MEMORYLESS);
  }

  /** Returns a short description. */
  String describe() {
    return String.format(
        Locale.ROOT,
        "%.1f pages of %.1f ms, %s",
        pages,
        page * 1e3,
        spread.name().toLowerCase(Locale.ROOT).replace('_', ' '));
  }

  /** Returns the same with another share. */
  public VisitKind share(double value) {
    return new VisitKind(value, pages, think, page, database, reconnects, connections, spread);
  }

  /** Returns the same with this mean number of pages of this mean CPU. */
  public VisitKind pages(double number, double cpu) {
    return new VisitKind(share, number, think, cpu, database, reconnects, connections, spread);
  }

  /** Returns the same with requests that hold a database connection for this time. */
  public VisitKind database(double seconds) {
    return new VisitKind(share, pages, think, page, seconds, reconnects, connections, spread);
  }

  /** Returns the same with another part of reconnections and number of connections side by side. */
  public VisitKind connections(double ofTheirOwn, int sideBySide) {
    return new VisitKind(share, pages, think, page, database, ofTheirOwn, sideBySide, spread);
  }

  /** Returns the same with another distribution. */
  public VisitKind spread(Spread value) {
    return new VisitKind(share, pages, think, page, database, reconnects, connections, value);
  }

  /** Draws the number of pages of a visit. */
  int rollPages(Dice dice) {
    return switch (spread) {
      case REGULAR -> (int) Math.round(pages);
      case MEMORYLESS, EVEN_PAGES, DEAR_LAST_PAGE -> dice.geometric(pages);
      // The mean is kept: a fraction of a page becomes one page with that probability.
      case HEAVY_TAILED ->
          (int) Math.max(1, Math.floor(pareto(dice.uniform()) * pages + dice.uniform()));
    };
  }

  double rollThink(Dice dice) {
    return spread == Spread.REGULAR
        ? think * (0.9 + 0.2 * dice.uniform())
        : dice.exponential(think);
  }

  /** Draws the CPU of a request of the next page, when this many pages are to come including it. */
  double rollRequest(Dice dice, int pagesToCome) {
    double request = page / connections;
    return switch (spread) {
      case MEMORYLESS -> dice.exponential(request);
      case EVEN_PAGES -> request;
      case DEAR_LAST_PAGE -> dice.exponential(request * ofDearLast(pagesToCome));
      case REGULAR -> request * 2 * (1 - (pagesToCome - 0.5) / Math.round(pages));
      case HEAVY_TAILED -> request * pareto(dice.uniform());
    };
  }

  /**
   * Returns the cost of a page over the mean cost of all pages of visits, if the last one costs ten
   * of the others: {@code K / (K + 9)}, or ten times that. Worked number: K = 8.5: 0.486 and 4.86.
   */
  private double ofDearLast(int pagesToCome) {
    double other = pages / (pages - 1 + DEAR_LAST_PAGE);
    return pagesToCome == 1 ? DEAR_LAST_PAGE * other : other;
  }

  double rollDatabase(Dice dice, double factor) {
    return database == 0
        ? 0
        : factor * (spread == Spread.REGULAR ? database : dice.exponential(database));
  }

  /**
   * Returns a bounded Pareto number of mean 1, by inversion.
   *
   * <pre>
   *   x = L (1 - u (1 - R^-a))^(-1/a)        from L to R L
   *   1 = L a / (a - 1) (1 - R^(1-a)) / (1 - R^-a)
   * </pre>
   *
   * <p>Worked number: a = 1.3, R = 500: L = 0.273, so the largest is 136 means.
   */
  private static double pareto(double u) {
    double all = -Math.expm1(-PARETO_ALPHA * Math.log(PARETO_RANGE));
    double work = -Math.expm1((1 - PARETO_ALPHA) * Math.log(PARETO_RANGE));
    double least = (PARETO_ALPHA - 1) / PARETO_ALPHA * all / work;
    return least * Math.pow(1 - u * all, -1 / PARETO_ALPHA);
  }
}
