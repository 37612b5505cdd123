package io.headwaiter.sim;

/**
 * Clients that make a server work and buy nothing. They connect at random instants from one second
 * on. Their messages look like those of customers, so a law can recognise them only by what they
 * do.
 *
 * @param fromSecond second of the run at which it begins; visits of its own begin before that
 * @param visits visits that are admitted first, and that all connections resume; 0: each connection
 *     does a full handshake and looks like a new visit
 * @param perSecond connections per second that each visit tries, above 0
 * @param connectionsMax connections that each visit may have open at a time, above 0
 * @param sameTicket whether all connections of a visit show one ticket; else each shows a fresh one
 * @param then behaviour of an admitted client
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
  // The only page that a visit requests before it opens the connections of the attack.
  private static final double PAGE = 1.5e-3;

  /** The behaviour of a client on an admitted connection. */
  public enum Then {
    /** It sends its hello and nothing more; the server computes its part of the handshake. */
    SILENT_IN_HANDSHAKE,
    /** It completes its handshake and sends nothing more. */
    SILENT_AFTER_HANDSHAKE,
    /** It completes its handshake and closes. */
    CLOSE,
    /** It requests one page and closes. */
    ASK_ONCE,
    /** It requests one page after the other without pause. */
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

  /** Returns one visit that resumes without end, each time with a fresh ticket and for one page. */
  public static Attack harvest(double fromSecond, double perSecond, double page) {
    return new Attack(
        fromSecond, 1, perSecond, NO_BOUND, /* sameTicket= */ false, Then.ASK_ONCE, page);
  }

  /** Returns visits that each request pages on {@code connections} connections without pause. */
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

  /** Returns hellos after which the client sends nothing more. */
  public static Attack silentHellos(double fromSecond, double perSecond) {
    return new Attack(
        fromSecond, 0, perSecond, NO_BOUND, /* sameTicket= */ false, Then.SILENT_IN_HANDSHAKE, 0);
  }

  /** Returns full handshakes after which the client sends nothing more. */
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

  /** Returns one visit that opens {@code connections} connections and leaves them idle. */
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

  /** Returns one ticket that is shown again and again, each time only for a handshake. */
  public static Attack replay(double fromSecond, double perSecond) {
    return new Attack(fromSecond, 1, perSecond, NO_BOUND, /* sameTicket= */ true, Then.CLOSE, PAGE);
  }

  /**
   * Returns the connections per second that it tries at a second of the run, without the bound
   * {@link #connectionsMax()}. The fluid model charges a refusal for each.
   */
  double hellosPerSecond(double second) {
    return second < fromSecond ? 0 : perSecond * Math.max(1, visits);
  }
}
