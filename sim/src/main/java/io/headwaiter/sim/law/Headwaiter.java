package io.headwaiter.sim.law;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.admission.Decision;
import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.GateCounters;
import io.headwaiter.core.admission.RefusalReason;
import io.headwaiter.core.admission.TicketLane;
import io.headwaiter.core.admission.WaitingRoom;
import io.headwaiter.core.admission.WaitingRoomLimits;
import io.headwaiter.core.capacity.AdaptiveController;
import io.headwaiter.core.capacity.AdmissionController;
import io.headwaiter.core.capacity.MeterSnapshot;
import io.headwaiter.core.capacity.MeterSnapshotBuilder;
import io.headwaiter.sim.law.Hello.Standing;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/** The real gate and controller, and the waiting room if it has places, wired as in the door. */
public final class Headwaiter implements Law {
  /** Its name. */
  public static final String NAME = "headwaiter";

  /** Worker queueing delay that it allows, as the connector's default. */
  public static final long TARGET_NANOS = 30_000_000L;

  // As the connector's defaults.
  private static final int TICKET_BURST = 32;
  private static final double TICKET_USES_PER_SECOND = 10;
  private static final int TICKETS_MAX = 65_536;

  private final AdmissionController controller;
  private final AdmissionGate gate;
  private final WaitingRoom<Hello> room;
  private final boolean roomExists;
  private final Map<Long, WaitingRoom.Place<Hello>> places = new HashMap<>();
  private final Queue<Hello> displaced = new ArrayDeque<>();
  // Its salt keeps strangers from choosing tickets; here nobody does.
  private final TicketLane lane =
      new TicketLane(TICKET_BURST, TICKET_USES_PER_SECOND, TICKETS_MAX, new byte[16]);
  // Let in unseen; what they are shows when their handshake is done.
  private final Map<Long, Standing> unseen = new HashMap<>();
  // Customers that have not asked for anything yet in a visit that begins, and when it was let in.
  private final Map<Long, Long> unasked = new HashMap<>();
  private long lastVisits;
  private long lastResumed;
  private long lastRefused;
  private long lastFalse;

  /** With any controller, and a waiting room of any size. */
  public Headwaiter(AdmissionController controller, WaitingRoomLimits limits, ServerView view) {
    this.controller = controller;
    this.gate = new AdmissionGate(controller.initialPolicy(), view::waiting);
    this.room = new WaitingRoom<>(limits, gate::newVisitsPerSecond);
    this.roomExists = limits.lengthMax() > 0;
  }

  /** As it comes, but without a waiting room: the law alone. */
  public Headwaiter(Setting setting) {
    this(
        new AdaptiveController(TARGET_NANOS, setting.view().processors()),
        WaitingRoomLimits.NONE,
        setting.view());
  }

  @Override
  public String name() {
    return NAME;
  }

  /** As the connector's executor does. */
  @Override
  public boolean longestWaitingFirst() {
    return true;
  }

  @Override
  public Entrance connection(Hello hello, long now) {
    if (!hello.claims()) {
      return visit(hello, Entry.NEW, now);
    }
    long[] ticket = ticketOf(hello);
    if (!lane.hasRoom(ticket, now)) {
      return visit(hello, Entry.NEW, now);
    }
    Decision decision = gate.decideClaim(now);
    if (decision.outcome() == Decision.Outcome.ADMIT) {
      lane.tryUse(ticket, now);
      if (hello.standing() != Standing.CONTINUING) {
        unseen.put(hello.connection(), hello.standing());
      }
      return Entrance.ADMIT;
    }
    if (hello.standing() != Standing.UNKNOWN) {
      lane.tryUse(ticket, now);
    }
    return switch (hello.standing()) {
      case CONTINUING -> entrance(gate.decideContinuing(hello.customer(), now));
      case RETURNING -> letIn(hello, gate.decideVisit(Entry.RETURNING, hello.source(), now), now);
      case UNKNOWN -> {
        gate.noteUnknownClaim();
        yield visit(hello, Entry.NEW, now);
      }
    };
  }

  private Entrance letIn(Hello hello, Decision decision, long now) {
    if (decision.outcome() == Decision.Outcome.ADMIT) {
      unasked.put(hello.customer(), now);
    }
    return entrance(decision);
  }

  private long[] ticketOf(Hello hello) {
    byte[] token = ByteBuffer.allocate(Long.BYTES).putLong(hello.ticket().number()).array();
    return lane.keysOf(List.of(token));
  }

  private static Entrance entrance(Decision decision) {
    return decision.outcome() == Decision.Outcome.ADMIT ? Entrance.ADMIT : Entrance.REFUSE;
  }

  private Entrance visit(Hello hello, Entry entry, long now) {
    if (!roomExists) {
      return letIn(hello, gate.decideVisit(entry, hello.source(), now), now);
    }
    if (room.isEmpty() && gate.offerVisit(entry, now).outcome() == Decision.Outcome.ADMIT) {
      unasked.put(hello.customer(), now);
      return Entrance.ADMIT;
    }
    WaitingRoom.Entrance<Hello> entrance = room.enter(hello, hello.source(), now);
    if (entrance.place() == null) {
      gate.noteRefusal(RefusalReason.WAITING_FULL, now);
      return Entrance.REFUSE;
    }
    if (entrance.displaced() != null) {
      displaced.add(entrance.displaced());
    }
    places.put(hello.connection(), entrance.place());
    return Entrance.WAIT;
  }

  @Override
  public Hello release(long now) {
    if (room.isEmpty() || gate.offerNew(now).outcome() != Decision.Outcome.ADMIT) {
      return null;
    }
    Hello hello = room.release(now);
    places.remove(hello.connection());
    unasked.put(hello.customer(), now);
    return hello;
  }

  @Override
  public Hello expel(long now) {
    Hello hello = displaced.poll();
    RefusalReason reason = RefusalReason.WAITING_FULL;
    if (hello == null) {
      hello = room.expire(now);
      reason = RefusalReason.WAITING_PATIENCE;
    }
    if (hello != null) {
      places.remove(hello.connection());
      gate.noteRefusal(reason, now);
    }
    return hello;
  }

  @Override
  public void gone(Hello hello, long now) {
    WaitingRoom.Place<Hello> place = places.remove(hello.connection());
    if (place != null) {
      room.leave(place, now);
    }
  }

  @Override
  public boolean enqueue(Turn turn, long now) {
    Long letIn = turn.kind() == Turn.Kind.REQUEST ? unasked.remove(turn.customer()) : null;
    if (letIn != null) {
      gate.outcomes().firstRequest(letIn, now);
    }
    return true;
  }

  @Override
  public void over(long customer, long now) {
    unasked.remove(customer);
  }

  @Override
  public void done(Turn turn, long residenceNanos, long now) {
    Long letIn = turn.kind() == Turn.Kind.FULL_HANDSHAKE ? unasked.get(turn.customer()) : null;
    if (letIn != null) {
      gate.outcomes().handshakeDone(letIn, now);
    }
    proven(turn);
  }

  @Override
  public void left(Turn turn, long now) {
    if (turn.kind() == Turn.Kind.FULL_HANDSHAKE && !unseen.containsKey(turn.connection())) {
      gate.outcomes().refundAbandoned();
    } else {
      proven(turn);
    }
  }

  @Override
  public void awaits(Turn turn, long now) {
    // The container tells the door when the handshake has failed.
  }

  @Override
  public void expired(Turn turn, long now) {
    left(turn, now);
  }

  private void proven(Turn turn) {
    Standing standing = turn.kind() == Turn.Kind.REQUEST ? null : unseen.remove(turn.connection());
    if (standing == Standing.UNKNOWN) {
      gate.outcomes().chargeFalseResumption(Entry.CLAIMED);
    } else if (standing == Standing.RETURNING) {
      gate.outcomes().chargeUnseen(Entry.RETURNING);
    }
  }

  @Override
  public long intervalNanos() {
    return controller.intervalNanos();
  }

  @Override
  public void amend(MeterSnapshotBuilder snapshot) {
    GateCounters counters = gate.counters();
    long visits = counters.visitsTotal();
    long resumed = counters.admittedTotal(Entry.CLAIMED) + counters.admittedTotal(Entry.VERIFIED);
    long refused = counters.newRefusedTotal();
    long wrong = counters.falseResumptionsTotal();
    snapshot
        .newAdmitted(visits - lastVisits)
        .resumedAdmitted(resumed - lastResumed)
        .newRefused(refused - lastRefused)
        .falseResumptions(wrong - lastFalse)
        .newWaiting(room.counters().length());
    lastVisits = visits;
    lastResumed = resumed;
    lastRefused = refused;
    lastFalse = wrong;
  }

  @Override
  public void tick(MeterSnapshot snapshot) {
    gate.publish(controller.step(snapshot));
  }
}
