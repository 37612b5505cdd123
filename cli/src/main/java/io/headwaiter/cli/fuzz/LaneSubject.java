package io.headwaiter.cli.fuzz;

import static io.headwaiter.cli.fuzz.Subject.expect;

import io.headwaiter.core.admission.TicketRateLimiter;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Tests uses of a few tickets, one or two at a time. No ticket may be used more often than its
 * burst and its rate allow. A claim uses all its tokens or none. A ticket that was unused for long
 * enough can be used again.
 */
public final class LaneSubject implements Subject {
  private static final int TICKETS = 6;
  private static final int REMEMBERED = 64;
  private static final byte[] SALT = new byte[32];

  @Override
  public String name() {
    return "lane";
  }

  @Override
  public byte[] input(SplittableRandom random) {
    return Program.random(random);
  }

  @Override
  public void check(byte[] input) {
    Program program = new Program(input);
    int burst = 1 + program.next(8);
    double perSecond = (1 + program.next()) / 4.0;
    TicketRateLimiter lane = new TicketRateLimiter(burst, perSecond, REMEMBERED, SALT);
    long[] uses = new long[TICKETS];
    long[] lastNanos = new long[TICKETS];
    long nowNanos = 0;
    while (program.hasNext()) {
      nowNanos += program.nextLong() * 8;
      int[] some = {program.next(TICKETS), program.next(TICKETS)};
      long[] keys = Arrays.stream(some).distinct().mapToLong(t -> 1_000_003L * (t + 1)).toArray();
      boolean room = lane.hasRoom(keys, nowNanos);
      expect(lane.tryUse(keys, nowNanos) == room, "what has room is used");
      expect(room || !isRested(some, uses, lastNanos, burst, perSecond, nowNanos), "rested");
      for (int ticket : Arrays.stream(some).distinct().toArray()) {
        uses[ticket] += room ? 1 : 0;
        lastNanos[ticket] = room ? nowNanos : lastNanos[ticket];
        double allowed = burst + perSecond * nowNanos * 1e-9;
        expect(uses[ticket] <= allowed + 1e-6, "no ticket opens the door for a crowd");
      }
    }
  }

  private static boolean isRested(
      int[] some, long[] uses, long[] lastNanos, int burst, double perSecond, long nowNanos) {
    double nanos = burst / perSecond * 1e9 + 1;
    return Arrays.stream(some).allMatch(t -> uses[t] == 0 || nowNanos - lastNanos[t] > nanos);
  }
}
