package io.headwaiter.sim;

/**
 * Clients that make a server work and buy nothing. They connect at random instants from one second
 * on. What they send looks like what customers send, so that a law can tell them by what they do
 * and by nothing else.
 *
 * @param fromSecond when it begins, in seconds of the run; visits of its own begin before that
 * @param visits so many visits are let in first, and all connections resume them; 0: each
 *     connection does a full handshake and looks like a new visit
 * @param perSecond connections a second that are tried, of each visit; above 0
 * @param connectionsMax so many are open at a time, of each visit; nobody tries beyond it
 * @param sameTicket whether all connections of a visit show one ticket; else each shows a fresh one
 * @param then what a client does once it is let in
 * @param page CPU of each of its requests, seconds
 */
public record Attack(
    double fromSecond,
    int visits,
    double perSecond,
    int connectionsMax,
    boolean sameTicket,
    Then then,
    double page) {
  private static final int NO_BOUND = Integer.MAX_VALUE;
  private static final double OPENED_PER_SECOND = 20;
  // The one page that a visit asks for before it opens the connections of the attack.
  private static final double PAGE = 1.5e-3;

  /** What a client does with a connection that was let in. */
  public enum Then {
    /** It has sent its hello and says no more; the server's part of the handshake is computed. */
    SILENT_IN_HANDSHAKE,
    /** It ends its handshake and says no more. */
    SILENT_AFTER_HANDSHAKE,
    /** It ends its handshake and closes. */
    CLOSE,
    /** It asks for one page and closes. */
    ASK_ONCE,
    /** It asks for one page after the other without pause. */
    ASK_ON
  }

  /** Checks ranges. */
  public Attack {
    if (!(fromSecond >= 0 && visits >= 0 && perSecond > 0 && connectionsMax > 0 && page >= 0)) {
      throw new IllegalArgumentException(
          "fromSecond, visits and page must be at least 0, perSecond and connectionsMax above 0, got "
              + fromSecond
              + ", "
              + visits
              + ", "
              + page
              + ", "
              + perSecond
              + " and "
              + connectionsMax);
    }
  }

  /** One visit that resumes without end, each time with a fresh ticket and for one page. */
  public static Attack harvest(double fromSecond, double perSecond, double page) {
    return new Attack(
        fromSecond, 1, perSecond, NO_BOUND, /* sameTicket= */ false, Then.ASK_ONCE, page);
  }

  /** So many visits, each of which asks on so many connections without pause. */
  public static Attack hog(double fromSecond, int visits, int connections, double page) {
    return new Attack(
        fromSecond,
        visits,
        OPENED_PER_SECOND,
        connections,
        /* sameTicket= */ false,
        Then.ASK_ON,
        page);
  }

  /** Hellos whose clients say no more. */
  public static Attack silentHellos(double fromSecond, double perSecond) {
    return new Attack(
        fromSecond, 0, perSecond, NO_BOUND, /* sameTicket= */ false, Then.SILENT_IN_HANDSHAKE, 0);
  }

  /** Full handshakes whose clients say no more. */
  public static Attack silentHandshakes(double fromSecond, double perSecond) {
    return new Attack(
        fromSecond,
        0,
        perSecond,
        NO_BOUND,
        /* sameTicket= */ false,
        Then.SILENT_AFTER_HANDSHAKE,
        0);
  }

  /** One visit that opens so many connections and leaves them idle. */
  public static Attack idle(double fromSecond, double perSecond, int connections) {
    return new Attack(
        fromSecond,
        1,
        perSecond,
        connections,
        /* sameTicket= */ false,
        Then.SILENT_AFTER_HANDSHAKE,
        PAGE);
  }

  /** One ticket that is shown again and again, each time for a handshake and nothing else. */
  public static Attack replay(double fromSecond, double perSecond) {
    return new Attack(fromSecond, 1, perSecond, NO_BOUND, /* sameTicket= */ true, Then.CLOSE, PAGE);
  }

  /** Connections tried a second at a second of the run; those in excess are refused at a price. */
  double hellosPerSecond(double second) {
    return second < fromSecond ? 0 : perSecond * Math.max(1, visits);
  }
}
