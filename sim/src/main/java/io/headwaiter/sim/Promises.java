package io.headwaiter.sim;

/**
 * The work that admitted visits will still request, and the CPU that admissions commit the server
 * to.
 *
 * <pre>
 *   X = T / t                              pages a second that visits of a kind request
 *   W = max(0, N - T - X (s + d))          visits of it that wait for longer than allowed
 *   P = sum over kinds of (X + W / z) c    processors that promises need
 *   committed = P + l (h + p)
 *   l* = max(0, min((A - R - P) / (h + p),  D,  o))
 *   optimum = P + l* (h + p)
 *   N  visits of a kind between their first page and their last, T those of them that think
 *   t  mean think time, s  time of a page without queueing, z = t + s
 *   d  delay allowed: 20 ms for the workers, as much for the database if a page needs it
 *   c  mean CPU of a page with its part of the reconnections
 *   l  visits admitted per second, h  mean CPU of their handshake, p  mean CPU of a first page
 *   A  processors for visits and refusals, R  processors that refusing takes
 *   D  visits a second: the database can serve their first pages beside those requested
 *   o  visits offered per second, including retries
 * </pre>
 *
 * <p>All costs are true means at the instant. While no visit waits for too long, committed is the
 * CPU that will be requested per second. After a loss of capacity P may exceed A - R. Then l* is 0,
 * the optimum is P, and every new admission is an error until enough visits have ended. W counts
 * visits that request nothing because they wait: they, too, were promised service.
 *
 * <p>Worked number: one processor, handshakes of 4 ms, 8.5 pages of 1.5 ms, a tenth of the later
 * ones resumed for 0.5 ms, a think time of 0.7 s, 58.4 visits a second, T = 306.6, no visit waits:
 * P = 306.6 / 0.7 * 1.55 ms = 0.679, l (h + p) = 58.4 * 5.5 ms = 0.321, committed 1 of 1.
 */
final class Promises {
  private static final double ALLOWED_SECONDS = 0.02;
  private static final double THINK_SECONDS_MIN = 1e-3;

  private final Shop shop;
  private final int kinds;
  private final int[] underWay;
  private final int[] thinking;
  private final long[] pagesAhead;
  private int visits;

  Promises(Shop shop) {
    this.shop = shop;
    this.kinds = shop.crowd().kinds().size();
    this.underWay = new int[kinds];
    this.thinking = new int[kinds];
    this.pagesAhead = new long[kinds];
  }

  void noteAdmitted(Visit visit) {
    visits++;
    pagesAhead[visit.kindIndex] += visit.pagesAhead();
  }

  /** Notes that the customer has requested a page. */
  void asked(Visit visit) {
    pagesAhead[visit.kindIndex]--;
  }

  /** Notes that the customer has received its first page. */
  void underWay(Visit visit) {
    underWay[visit.kindIndex]++;
  }

  /** Notes that a think time begins. */
  void thinks(Visit visit) {
    thinking[visit.kindIndex]++;
  }

  /** Notes that a think time has ended. */
  void hasThought(Visit visit) {
    thinking[visit.kindIndex]--;
  }

  /** Notes the end of a visit; {@code visit.place} must still be the former one. */
  void over(Visit visit) {
    visits--;
    pagesAhead[visit.kindIndex] -= visit.pagesAhead();
    if (visit.place == Visit.Place.UNDER_WAY) {
      underWay[visit.kindIndex]--;
    }
  }

  /** Forgets all visits. */
  void clear() {
    visits = 0;
    for (int kind = 0; kind < kinds; kind++) {
      underWay[kind] = 0;
      thinking[kind] = 0;
      pagesAhead[kind] = 0;
    }
  }

  int visits() {
    return visits;
  }

  /** Returns X + W / z. */
  private double pagesPerSecond(int kind, double second) {
    double cycle = shop.cycle(kind, second);
    VisitKind k = shop.crowd().kinds().get(kind);
    double asked = thinking[kind] / Math.max(THINK_SECONDS_MIN, k.think());
    double allowed = k.database() == 0 ? ALLOWED_SECONDS : 2 * ALLOWED_SECONDS;
    double served = asked * (cycle - k.think() + allowed);
    double waiting = Math.max(0, underWay[kind] - thinking[kind] - served);
    return asked + waiting / cycle;
  }

  /** Returns P. */
  double processors(double second) {
    double sum = 0;
    for (int kind = 0; kind < kinds; kind++) {
      sum += pagesPerSecond(kind, second) * shop.pageCpu(kind, second);
    }
    return sum;
  }

  /** Returns the connections to the database that promises need. */
  double connections(double second) {
    double sum = 0;
    double factor = shop.machine().databaseFactor(second);
    for (int kind = 0; kind < kinds; kind++) {
      VisitKind k = shop.crowd().kinds().get(kind);
      double held = k.connections() * k.database() * factor;
      sum += held == 0 ? 0 : pagesPerSecond(kind, second) * held;
    }
    return sum;
  }

  /** Returns the CPU of all pages that visits under way have not requested yet. */
  double pagesAheadNanos(double second) {
    double sum = 0;
    for (int kind = 0; kind < kinds; kind++) {
      sum += pagesAhead[kind] * shop.pageCpu(kind, second) * World.NANOS;
    }
    return sum;
  }
}
