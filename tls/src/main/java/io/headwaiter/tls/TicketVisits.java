package io.headwaiter.tls;

/**
 * Stores to which visit a ticket belongs, for a bounded number of tickets.
 *
 * <p>The table has sets of {@value #WAYS} entries, and a ticket's name determines its set:
 *
 * <pre>
 *   set = name mod sets        name = 64 random bits, such as a keyed hash of the ticket's secret
 * </pre>
 *
 * <p>In a full set the entry that was put first is replaced. No client can choose names that fall
 * into one set, so with {@code n} tickets put after it one is still there with a probability of
 * {@code P(Poisson(n / sets) < 8)}: of 524,288 places, after 262,144 later tickets 0.95 are there,
 * after 524,288 0.45.
 *
 * <p>Takes {@value #BYTES_PER_TICKET} bytes for each ticket, all of it from the start. Thread-safe;
 * each call takes the one lock for well under a microsecond.
 */
final class TicketVisits {
  /** Two numbers of 64 bits. */
  static final int BYTES_PER_TICKET = 16;

  /** No visit is known. */
  static final long NONE = 0;

  private static final int WAYS = 8;

  private final int sets;
  // The latest entry of a set comes first. NONE marks an empty entry.
  private final long[] tickets;
  private final long[] visits;

  /**
   * Makes an empty table.
   *
   * @param ticketsMax tickets that are remembered, at least {@value #WAYS}; rounded down to a
   *     multiple of that
   */
  TicketVisits(int ticketsMax) {
    if (ticketsMax < WAYS) {
      throw new IllegalArgumentException(
          "ticketsMax must be at least " + WAYS + ", got " + ticketsMax);
    }
    this.sets = ticketsMax / WAYS;
    this.tickets = new long[sets * WAYS];
    this.visits = new long[sets * WAYS];
  }

  /**
   * Records that a ticket belongs to this visit.
   *
   * @param ticket its name, not 0
   * @param visit its visit's name, not {@link #NONE}
   */
  synchronized void put(long ticket, long visit) {
    int known = find(ticket);
    if (known >= 0) {
      visits[known] = visit;
      return;
    }
    int first = firstOfSet(ticket);
    System.arraycopy(tickets, first, tickets, first + 1, WAYS - 1);
    System.arraycopy(visits, first, visits, first + 1, WAYS - 1);
    tickets[first] = ticket;
    visits[first] = visit;
  }

  /** Returns the visit of this ticket; {@link #NONE} if it is not known, or not any more. */
  synchronized long visitOf(long ticket) {
    int at = find(ticket);
    return at < 0 ? NONE : visits[at];
  }

  private int find(long ticket) {
    int first = firstOfSet(ticket);
    for (int at = first; at < first + WAYS; at++) {
      if (tickets[at] == ticket) {
        return at;
      }
    }
    return -1;
  }

  private int firstOfSet(long ticket) {
    return (int) Long.remainderUnsigned(ticket, sets) * WAYS;
  }
}
