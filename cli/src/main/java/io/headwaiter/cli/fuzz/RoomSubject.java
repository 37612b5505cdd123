package io.headwaiter.cli.fuzz;

import static io.headwaiter.cli.fuzz.Subject.expect;

import io.headwaiter.core.admission.WaitingRoom;
import io.headwaiter.core.admission.WaitingRoomCounters;
import io.headwaiter.core.admission.WaitingRoomLimits;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Tests entering and leaving of a waiting room. Each client that got a place must leave it once and
 * in one way. Length, patience and estimated wait must be bounded, counters must add up, and no
 * client may be lost.
 */
public final class RoomSubject implements Subject {
  private static final long MILLI = 1_000_000L;

  @Override
  public String name() {
    return "room";
  }

  @Override
  public byte[] input(SplittableRandom random) {
    return Program.random(random);
  }

  @Override
  public void check(byte[] input) {
    Program program = new Program(input);
    Play play = new Play(program);
    while (program.hasNext()) {
      play.step(program);
      play.check();
    }
    play.dismissAll();
    play.check();
  }

  private record Guest(WaitingRoom.Place<Integer> place, long sinceNanos) {}

  /** One waiting room and its expected content. */
  private static final class Play {
    private final WaitingRoomLimits limits;
    private final WaitingRoom<Integer> room;
    private final Map<Integer, Guest> inside = new HashMap<>();
    private final Map<Integer, Guest> everybody = new HashMap<>();
    private double perSecond;
    private long refused;
    private long nowNanos;
    private int last;

    Play(Program p) {
      long patience = (10 + p.next()) * MILLI;
      limits = new WaitingRoomLimits(p.next(20), patience, Math.min(patience, p.next() * MILLI));
      perSecond = p.next() * 4;
      room = new WaitingRoom<>(limits, () -> perSecond);
    }

    void step(Program p) {
      switch (p.next(8)) {
        case 0, 1 -> enter(p.next(5));
        case 2 -> leave(p.next());
        case 3 -> release();
        case 4 -> expire();
        case 5 -> perSecond = p.next(5) == 0 ? Double.POSITIVE_INFINITY : p.next() * 4;
        case 6 -> nowNanos += p.nextLong();
        default -> gone(room.dismiss(nowNanos), /* evenIfNobody= */ true);
      }
    }

    private void enter(int source) {
      int who = last++;
      WaitingRoom.Entrance<Integer> entrance = room.enter(who, source, nowNanos);
      if (entrance.displaced() != null) {
        expect(entrance.place() != null, "nobody loses his place for nothing");
        gone(entrance.displaced(), /* evenIfNobody= */ false);
      }
      if (entrance.place() == null) {
        refused++;
      } else {
        Guest guest = new Guest(entrance.place(), nowNanos);
        inside.put(who, guest);
        everybody.put(who, guest);
      }
    }

    private void leave(int number) {
      if (last == 0 || !everybody.containsKey(number % last)) {
        return;
      }
      int who = number % last;
      boolean was = inside.remove(who) != null;
      expect(room.leave(everybody.get(who).place(), nowNanos) == was, "one leaves once");
    }

    private void release() {
      Integer who = room.release(nowNanos);
      expect((who == null) == inside.isEmpty(), "somebody comes in while somebody waits");
      gone(who, /* evenIfNobody= */ true);
    }

    private void expire() {
      boolean due = room.nanosToExpiry(nowNanos) == 0;
      Integer who = room.expire(nowNanos);
      expect(due == (who != null), "patience ends when it was said");
      if (who != null) {
        long waited = nowNanos - inside.get(who).sinceNanos();
        expect(waited >= room.patienceNanos(nowNanos), "and not before");
      }
      gone(who, /* evenIfNobody= */ true);
    }

    private void gone(Integer who, boolean evenIfNobody) {
      if (who == null) {
        expect(evenIfNobody, "somebody");
        return;
      }
      expect(inside.remove(who) != null, "who comes out was in");
    }

    void dismissAll() {
      while (!room.isEmpty()) {
        gone(room.dismiss(nowNanos), /* evenIfNobody= */ false);
      }
      expect(inside.isEmpty(), "nobody is forgotten");
    }

    void check() {
      WaitingRoomCounters c = room.counters();
      expect(c.length() == inside.size(), "length");
      expect(c.length() <= limits.lengthMax(), "length is bounded");
      long out = c.releasedTotal() + c.leftTotal() + c.expiredTotal() + c.displacedTotal();
      expect(c.enteredTotal() == out + c.length(), "who entered is somewhere");
      expect(c.refusedTotal() == refused, "refused");
      long patience = room.patienceNanos(nowNanos);
      expect(patience > 0 && patience <= limits.patienceNanos(), "patience is bounded");
      long wait = room.estimatedWaitNanos(nowNanos);
      expect(wait >= 0 && wait <= limits.patienceNanos(), "nobody waits beyond the patience");
    }
  }
}
