package io.headwaiter.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

class TicketVisitsTest {
  private static final int WAYS = 8;

  @Example
  void returnsOnlyStoredVisits() {
    TicketVisits visits = new TicketVisits(64);
    visits.put(17, 1);
    visits.put(-17, 2);
    assertThat(visits.visitOf(17)).isEqualTo(1);
    assertThat(visits.visitOf(-17)).isEqualTo(2);
    assertThat(visits.visitOf(18)).isEqualTo(TicketVisits.NONE);
    visits.put(17, 3);
    assertThat(visits.visitOf(17)).as("put again").isEqualTo(3);
  }

  @Example
  void fullSetReplacesItsOldestTicket() {
    TicketVisits one = new TicketVisits(WAYS);
    for (int ticket = 1; ticket <= 20; ticket++) {
      one.put(ticket, 100 + ticket);
    }
    for (int ticket = 1; ticket <= 20; ticket++) {
      long expected = ticket > 20 - WAYS ? 100 + ticket : TicketVisits.NONE;
      assertThat(one.visitOf(ticket)).as("ticket %s", ticket).isEqualTo(expected);
    }
  }

  /** Storing a ticket again takes no further entry. */
  @Example
  void repeatedTicketTakesOneEntry() {
    TicketVisits one = new TicketVisits(WAYS);
    for (int ticket = 1; ticket <= WAYS; ticket++) {
      one.put(ticket, ticket);
    }
    for (int i = 0; i < 100; i++) {
      one.put(WAYS, WAYS);
    }
    assertThat(one.visitOf(1)).isEqualTo(1);
  }

  /** Never another ticket's visit, and always its own while fewer came later than its set holds. */
  @Property(tries = 300)
  void ticketMapsToItsVisitOrNone(
      @ForAll long seed, @ForAll @IntRange(min = WAYS, max = 200) int ticketsMax) {
    TicketVisits visits = new TicketVisits(ticketsMax);
    SplittableRandom random = new SplittableRandom(seed);
    Map<Long, Long> put = new HashMap<>();
    List<Long> order = new ArrayList<>();
    for (int i = 0; i < 2 * ticketsMax; i++) {
      long ticket = random.nextLong() | 1;
      put.put(ticket, random.nextLong() | 1);
      order.add(ticket);
      visits.put(ticket, put.get(ticket));
      for (int late = Math.max(0, order.size() - WAYS); late < order.size(); late++) {
        assertThat(visits.visitOf(order.get(late))).isEqualTo(put.get(order.get(late)));
      }
    }
    put.forEach(
        (ticket, visit) -> assertThat(visits.visitOf(ticket)).isIn(visit, TicketVisits.NONE));
  }

  /**
   * As documented: with sets of 8 entries, one ticket in twenty is gone after half a table of later
   * ones.
   */
  @Example
  void keepsMostTicketsWhileTableIsHalfFull() {
    int places = 1 << 16;
    TicketVisits visits = new TicketVisits(places);
    SplittableRandom random = new SplittableRandom(22);
    long[] tickets = random.longs(places, 1, Long.MAX_VALUE).toArray();
    for (long ticket : tickets) {
      visits.put(ticket, ticket);
    }
    assertThat(there(visits, tickets, places / 2)).isBetween(0.93, 0.97);
    assertThat(there(visits, tickets, 0)).isBetween(0.42, 0.48);
  }

  /** Returns the part that is still there of the 2,000 tickets from this index on. */
  private static double there(TicketVisits visits, long[] tickets, int from) {
    int count = 2000;
    int there = 0;
    for (int i = from; i < from + count; i++) {
      there += visits.visitOf(tickets[i]) == tickets[i] ? 1 : 0;
    }
    return (double) there / count;
  }

  @Example
  void requiresOneSetAndBoundsMemory() {
    assertThatThrownBy(() -> new TicketVisits(WAYS - 1))
        .hasMessage("ticketsMax must be at least 8, got 7");
    assertThat(VisitNames.TICKETS_MAX * TicketVisits.BYTES_PER_TICKET).isLessThan(12 << 20);
  }
}
