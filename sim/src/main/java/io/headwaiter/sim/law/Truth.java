package io.headwaiter.sim.law;

/**
 * The knowledge of the oracle: true costs, now and later, and the work that visits under way will
 * still request. Costs are mean CPU nanoseconds over all kinds of customers, because the door
 * cannot distinguish heavy from light ones. Instants may lie in the future.
 */
public interface Truth {
  /**
   * Returns the processors for visits at an instant: what quota, other processes, the host and the
   * process's own compiler and collector leave of the machine. Refusals are still to be paid from
   * it.
   */
  double processors(long atNanos);

  /**
   * Returns the pages a second that the database can serve at an instant; infinity if no page needs
   * it.
   */
  double databasePagesPerSecond(long atNanos);

  /** Returns the cost of a handshake; {@code kind} is not REQUEST. */
  double handshakeNanos(Turn.Kind kind, long atNanos);

  /** Returns the cost of a page, with its part of the reconnections. */
  double pageNanos(long atNanos);

  /**
   * Returns the cost of a whole visit that begins at an instant, at the costs in force along its
   * way.
   *
   * @param handshake with which it begins; not REQUEST
   */
  double visitNanos(Turn.Kind handshake, long atNanos);

  /** Returns the cost of refusing one connection. */
  double refusalNanos();

  /** Returns the mean number of pages of a visit. */
  double pagesPerVisit();

  /**
   * Returns the time from requesting a page to requesting the next, without queueing, nanoseconds.
   */
  double cycleNanos();

  /**
   * Returns the visits that will try to begin per second at an instant, without retries and bursts.
   */
  double offeredPerSecond(long atNanos);

  /**
   * Returns the work that the visits under way will still request, CPU nanoseconds at the present
   * costs: the exact number of pages that each is going to request, and all that waits or runs.
   */
  double remainingNanos();

  /** Returns the part of it that waits for a worker or is under way at this instant, exactly. */
  double backlogNanos();

  /**
   * Returns the processors that visits under way need on average from now on, if no new visit is
   * admitted: the CPU of the pages that they request per second, and of those that they would
   * request if they did not wait.
   *
   * <p>Worked number: 307 visits that think for 0.7 s on average, none waits, pages of 1.55 ms:
   * 0.68 processors.
   */
  double promisedProcessors();

  /** Returns whether this customer number is part of an attack. */
  boolean attacks(long customer);
}
