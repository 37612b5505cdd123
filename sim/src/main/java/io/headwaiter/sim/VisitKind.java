package io.headwaiter.sim;

/**
 * A kind of visitor. Times are seconds, costs seconds of CPU.
 *
 * @param share how many of the visitors are of this kind, relative to the others; above 0
 * @param pages mean number of pages of a visit, at least 1
 * @param think mean time from a reply to the next request, at least 0
 * @param page mean CPU of a page, above 0
 * @param database mean time that a page holds a database connection in the middle of its work; 0:
 *     none
 * @param reconnects part of the pages, but the first, that come on a connection of their own, with
 *     a resumed handshake
 * @param spread how numbers of pages, think times and costs are distributed
 */
public record VisitKind(
    double share,
    double pages,
    double think,
    double page,
    double database,
    double reconnects,
    Spread spread) {
  /** Distributions. */
  public enum Spread {
    /** Geometric numbers of pages, exponential times and costs. */
    MEMORYLESS,
    /**
     * All visits have equally many pages, think times differ by 10 %, and pages cost from nearly
     * nothing at the first to nearly twice the mean at the last.
     */
    REGULAR,
    /** As memoryless, but pages all cost the same. */
    EVEN_PAGES
  }

  /**
   * About 8.5 pages of 1.5 ms, a tenth of them on a connection of their own: visits of about 6 s
   * with a think time of 0.7 s, of 60 s with 7 s.
   */
  public static VisitKind plain(double think) {
    return new VisitKind(1, 8.5, think, 1.5e-3, 0, 0.1, Spread.MEMORYLESS);
  }

  /** The same with another share. */
  public VisitKind share(double value) {
    return new VisitKind(value, pages, think, page, database, reconnects, spread);
  }

  /** The same with visits of so many pages of such a cost. */
  public VisitKind pages(double number, double cpu) {
    return new VisitKind(share, number, think, cpu, database, reconnects, spread);
  }

  /** The same whose pages hold a database connection for so long. */
  public VisitKind database(double seconds) {
    return new VisitKind(share, pages, think, page, seconds, reconnects, spread);
  }

  /** The same with another distribution. */
  public VisitKind spread(Spread value) {
    return new VisitKind(share, pages, think, page, database, reconnects, value);
  }

  /** Pages of a visit to come. */
  int rollPages(Dice dice) {
    return spread == Spread.REGULAR ? (int) Math.round(pages) : dice.geometric(pages);
  }

  double rollThink(Dice dice) {
    return spread == Spread.REGULAR
        ? think * (0.9 + 0.2 * dice.uniform())
        : dice.exponential(think);
  }

  /** CPU of the next page when so many are to come, itself among them. */
  double rollPage(Dice dice, int pagesToCome) {
    return switch (spread) {
      case MEMORYLESS -> dice.exponential(page);
      case EVEN_PAGES -> page;
      case REGULAR -> page * 2 * (1 - (pagesToCome - 0.5) / Math.round(pages));
    };
  }

  double rollDatabase(Dice dice, double factor) {
    return database == 0
        ? 0
        : factor * (spread == Spread.REGULAR ? database : dice.exponential(database));
  }
}
