package io.headwaiter.sim.law;

/**
 * What only a clairvoyant knows: true costs, now and later, and the work that visits under way will
 * still want. Costs are mean CPU nanoseconds over all kinds of visitors, because nobody can tell
 * heavy from light ones at the door. Instants may lie in the future.
 */
public interface Truth {
  /**
   * Processors that visits can have at an instant: what quota, other processes, the host and the
   * process's own compiling and collecting leave of the machine. Refusals are still to be paid from
   * it.
   */
  double processors(long atNanos);

  /** Pages a second that the database can serve at an instant; infinity if no page needs it. */
  double databasePagesPerSecond(long atNanos);

  /** A handshake; {@code kind} is not REQUEST. */
  double handshakeNanos(Turn.Kind kind, long atNanos);

  /** A page, with its part of the reconnections. */
  double pageNanos(long atNanos);

  /**
   * A visit to its end that begins at an instant, by the costs that will hold along its way.
   *
   * @param handshake with which it begins; not REQUEST
   */
  double visitNanos(Turn.Kind handshake, long atNanos);

  /** Refusing one connection. */
  double refusalNanos();

  /** Pages of a visit. */
  double pagesPerVisit();

  /** From asking for a page to asking for the next, if nobody ever queued, nanoseconds. */
  double cycleNanos();

  /** Visits that will try to begin per second at an instant, retries not among them. */
  double offeredPerSecond(long atNanos);

  /**
   * What the visits under way will still want, CPU nanoseconds at the costs of now: the pages that
   * each is going to ask for, exactly, and what waits or runs.
   */
  double remainingNanos();

  /** The part of it that waits for a worker or is under way at this instant, exactly. */
  double backlogNanos();

  /**
   * Processors that visits under way need on average from now on, if nobody new comes in: the CPU
   * of the pages that they ask for per second, and of those that they would ask for if they were
   * not kept waiting.
   *
   * <p>Worked number: 307 visits that think for 0.7 s on average, nobody waits, pages of 1.55 ms:
   * 0.68 processors.
   */
  double promisedProcessors();

  /** Whether this customer is no customer but part of an attack. */
  boolean attacks(long customer);
}
