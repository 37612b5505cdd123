package io.headwaiter.sim;

/**
 * What the visits that were let in will still want, and the CPU that admissions commit the server
 * to.
 *
 * <pre>
 *   P = sum over kinds of N c / z          processors that promises need
 *   X = sum over kinds of N / z            pages a second that they will ask for
 *   committed = P + l (h + p)
 *   l* = max(0, min((A - R - P) / (h + p),  D - X,  o))
 *   optimum = P + l* (h + p)
 *   N  visits of a kind between their first page and their last
 *   c  mean CPU of a page with its part of the reconnections, z  cycle of pages if nobody queued
 *   l  visits let in per second, h  mean CPU of their handshake, p  mean CPU of a first page
 *   A  processors that visits and refusals can have, R  processors that refusing takes
 *   D  pages a second that the database can serve, o  visits offered per second, retries among them
 * </pre>
 *
 * <p>All costs are true means at the instant. In the steady state, N = l (K - 1) z for K pages a
 * visit, and committed is l times the CPU of a visit. After a loss of capacity P may exceed A - R;
 * then l* is 0, the optimum is P, and whoever lets in anything new is wrong until enough visits are
 * over.
 *
 * <p>Worked number: one processor, handshakes of 4 ms, 8.5 pages of 1.5 ms, a tenth of the later
 * ones resumed for 0.5 ms, a cycle of 701.55 ms, 58.4 visits a second, N = 307: P = 307 * 1.55 /
 * 701.55 = 0.678, l (h + p) = 58.4 * 5.5 ms = 0.321, committed 0.999 of 1.
 */
final class Promises {
  private static final double NANOS = 1e9;

  private final Shop shop;
  private final int kinds;
  private final int[] underWay;
  private final long[] pagesAhead;
  private int visits;

  Promises(Shop shop) {
    this.shop = shop;
    this.kinds = shop.crowd().kinds().size();
    this.underWay = new int[kinds];
    this.pagesAhead = new long[kinds];
  }

  void letIn(Visit visit) {
    visits++;
    pagesAhead[visit.kindIndex] += visit.pagesAhead();
  }

  /** He has asked for a page. */
  void asked(Visit visit) {
    pagesAhead[visit.kindIndex]--;
  }

  /** He has had his first page. */
  void underWay(Visit visit) {
    underWay[visit.kindIndex]++;
  }

  /** He is gone; {@code visit.place} is still where he was. */
  void over(Visit visit) {
    visits--;
    pagesAhead[visit.kindIndex] -= visit.pagesAhead();
    if (visit.place == Visit.Place.UNDER_WAY) {
      underWay[visit.kindIndex]--;
    }
  }

  /** Nobody is there any more. */
  void clear() {
    visits = 0;
    for (int kind = 0; kind < kinds; kind++) {
      underWay[kind] = 0;
      pagesAhead[kind] = 0;
    }
  }

  int visits() {
    return visits;
  }

  /** P. */
  double processors(double second) {
    double sum = 0;
    for (int kind = 0; kind < kinds; kind++) {
      sum += underWay[kind] * shop.pageCpu(kind, second) / shop.cycle(kind, second);
    }
    return sum;
  }

  /** Pages a second that need the database and will be asked for, in seconds of connections. */
  double connections(double second) {
    double sum = 0;
    double factor = shop.machine().databaseFactor(second);
    for (int kind = 0; kind < kinds; kind++) {
      double held = shop.crowd().kinds().get(kind).database() * factor;
      sum += underWay[kind] * held / shop.cycle(kind, second);
    }
    return sum;
  }

  /** CPU of all pages that visits under way have not asked for yet. */
  double pagesAheadNanos(double second) {
    double sum = 0;
    for (int kind = 0; kind < kinds; kind++) {
      sum += pagesAhead[kind] * shop.pageCpu(kind, second) * NANOS;
    }
    return sum;
  }
}
