package io.headwaiter.sim.law;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.admission.Decision;
import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.GateCounters;
import io.headwaiter.core.admission.RefusalReason;
import io.headwaiter.core.admission.SessionLookup;
import io.headwaiter.core.admission.SessionLookup.Standing;
import io.headwaiter.core.admission.TicketRateLimiter;
import io.headwaiter.core.admission.WaitingRoom;
import io.headwaiter.core.admission.WaitingRoomLimits;
import io.headwaiter.core.capacity.AdaptiveController;
import io.headwaiter.core.capacity.AdmissionController;
import io.headwaiter.core.capacity.ControlStep;
import io.headwaiter.core.capacity.MeterSnapshot;
import io.headwaiter.core.capacity.MeterSnapshotBuilder;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;

/**
 * The real gate, controller and accounts of visits, and the waiting room if it has places,
 * connected as in the door and before a container. Left out, because no simulated client needs it:
 * courtesy pages, bypass, parallel connections without a session, and the bounds on open
 * connections of one ticket and on workers that one visit holds.
 */
public final class Headwaiter implements Law {
  /** The name of this law. */
  public static final String NAME = "headwaiter";

  /** Target of the worker queueing delay: the connector's default. */
  public static final long TARGET_NANOS = 30_000_000L;

  // The connector's defaults, but the connector remembers only 32,768 tickets.
  private static final int TICKET_BURST = 32;
  private static final double TICKET_USES_PER_SECOND = 10;
  private static final int TICKETS_MAX = 65_536;
  private static final long HANDSHAKE_TIMEOUT_NANOS = 5_000_000_000L;
  private static final long FIRST_REQUEST_TIMEOUT_NANOS = 10_000_000_000L;

  private final AdmissionController controller;
  private final AdmissionGate gate;
  private final VisitBook visits;
  private final ConnectionBook connections;
  private final WaitingRoom<Guest> room;
  private final boolean roomExists;
  private final Map<Long, WaitingRoom.Place<Guest>> places = new HashMap<>();
  private final Queue<Guest> displaced = new ArrayDeque<>();
  // The salt keeps clients from choosing tickets by their hash; no simulated client does so.
  private final TicketRateLimiter lane =
      new TicketRateLimiter(TICKET_BURST, TICKET_USES_PER_SECOND, TICKETS_MAX, new byte[16]);
  // Whether the connection stays open that completed its handshake last.
  private boolean stays;
  private long lastVisits;
  private long lastResumed;
  private long lastRefused;
  private long lastFalse;

  /** A client and the terms of its admission. */
  private record Guest(Hello hello, Entry entry, SessionLookup sessionLookup) {}

  /** Creates the law with any controller, and a waiting room of any size. */
  public Headwaiter(AdmissionController controller, WaitingRoomLimits limits, ServerView view) {
    this.controller = controller;
    this.gate = new AdmissionGate(controller.initialPolicy(), view::waiting);
    this.visits = new VisitBook(gate.outcomes(), view.workers(), view.processors());
    this.connections = new ConnectionBook(view);
    this.room = new WaitingRoom<>(limits, gate::newVisitsPerSecond);
    this.roomExists = limits.lengthMax() > 0;
  }

  /** Creates the law with default settings, but without a waiting room. */
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

  /** As in the connector's executor. */
  @Override
  public boolean longestWaitingFirst() {
    return true;
  }

  @Override
  public long handshakeTimeoutNanos() {
    return HANDSHAKE_TIMEOUT_NANOS;
  }

  @Override
  public long firstRequestTimeoutNanos() {
    return FIRST_REQUEST_TIMEOUT_NANOS;
  }

  @Override
  public Entrance connection(Hello hello, long now) {
    Guest newcomer = new Guest(hello, Entry.NEW, SessionLookup.UNKNOWN);
    if (!hello.claims()) {
      return begin(newcomer, now);
    }
    long[] ticket = ticketOf(hello);
    if (!lane.hasRoom(ticket, now)) {
      return begin(newcomer, now);
    }
    if (!connections.isShort()) {
      Decision unseen = gate.decideClaim(now);
      if (unseen.outcome() == Decision.Outcome.ADMIT) {
        lane.tryUse(ticket, now);
        return follow(new Guest(hello, Entry.CLAIMED, SessionLookup.UNKNOWN), unseen, now);
      }
    }
    SessionLookup sessionLookup = visits.verdict(hello, now);
    if (sessionLookup.standing() == Standing.UNKNOWN) {
      gate.noteUnknownClaim();
      return begin(newcomer, now);
    }
    if (!connections.hasRoom(sessionLookup.visit())) {
      Entry entry =
          sessionLookup.standing() == Standing.CONTINUING ? Entry.VERIFIED : Entry.RETURNING;
      gate.noteRefusal(RefusalReason.VISIT_CONNECTIONS, entry, now);
      return Entrance.REFUSE;
    }
    return lane.tryUse(ticket, now) ? known(hello, sessionLookup, now) : begin(newcomer, now);
  }

  private Entrance known(Hello hello, SessionLookup sessionLookup, long now) {
    Guest returning = new Guest(hello, Entry.RETURNING, sessionLookup);
    if (sessionLookup.standing() == Standing.CONTINUING) {
      Guest continuing = new Guest(hello, Entry.VERIFIED, sessionLookup);
      return follow(continuing, gate.decideContinuing(sessionLookup.visit(), now), now);
    }
    if (sessionLookup.standing() == Standing.OVERDRAWN && !connections.isShort()) {
      return follow(returning, gate.decideOverdrawn(sessionLookup.visit(), now), now);
    }
    return begin(returning, now);
  }

  private long[] ticketOf(Hello hello) {
    byte[] token = ByteBuffer.allocate(Long.BYTES).putLong(hello.ticket().number()).array();
    return lane.keysOf(List.of(token));
  }

  private Entrance follow(Guest guest, Decision decision, long now) {
    if (decision.outcome() != Decision.Outcome.ADMIT) {
      return Entrance.REFUSE;
    }
    visits.noteAdmitted(guest.hello(), guest.entry(), guest.sessionLookup(), now);
    connections.noteAdmitted(guest.hello().connection(), now);
    return Entrance.ADMIT;
  }

  /** Decides on a connection with which a visit would begin. */
  private Entrance begin(Guest guest, long now) {
    Entry entry = guest.entry();
    if (connections.isShort()) {
      gate.noteRefusal(RefusalReason.PLACES_KEPT, entry, now);
      return Entrance.REFUSE;
    }
    if (!roomExists) {
      return follow(guest, gate.decideVisit(entry, guest.hello().source(), now), now);
    }
    if (room.isEmpty()) {
      Decision decision = gate.offerVisit(entry, now);
      if (decision.outcome() == Decision.Outcome.ADMIT) {
        return follow(guest, decision, now);
      }
    }
    WaitingRoom.Entrance<Guest> entrance = room.enter(guest, guest.hello().source(), now);
    if (entrance.place() == null) {
      gate.noteRefusal(RefusalReason.WAITING_FULL, entry, now);
      return Entrance.REFUSE;
    }
    if (entrance.displaced() != null) {
      displaced.add(entrance.displaced());
    }
    places.put(guest.hello().connection(), entrance.place());
    return Entrance.WAIT;
  }

  @Override
  public Hello release(long now) {
    if (room.isEmpty() || !gate.hasRoom(now)) {
      return null;
    }
    Guest guest = room.release(now);
    places.remove(guest.hello().connection());
    follow(guest, gate.admitVisit(guest.entry(), now), now);
    return guest.hello();
  }

  @Override
  public Hello expel(long now) {
    Guest guest = displaced.poll();
    RefusalReason reason = RefusalReason.WAITING_FULL;
    if (guest == null) {
      guest = room.expire(now);
      reason = RefusalReason.WAITING_PATIENCE;
    }
    if (guest == null) {
      return null;
    }
    places.remove(guest.hello().connection());
    gate.noteRefusal(reason, guest.entry(), now);
    return guest.hello();
  }

  @Override
  public void gone(Hello hello, long now) {
    WaitingRoom.Place<Guest> place = places.remove(hello.connection());
    if (place != null) {
      room.leave(place, now);
    }
  }

  private static boolean isRequest(Turn turn) {
    return turn.kind() == Turn.Kind.REQUEST;
  }

  @Override
  public boolean enqueue(Turn turn, long now) {
    if (isRequest(turn)) {
      connections.requestCame(turn.connection(), now);
      visits.requestCame(turn, now);
    }
    return true;
  }

  @Override
  public long placeNanos(Turn turn) {
    return visits.placeNanos(turn);
  }

  @Override
  public boolean defers(Turn turn, long now) {
    return visits.defers(turn, now);
  }

  @Override
  public Turn nextDeferred(long now) {
    return visits.next(now);
  }

  @Override
  public boolean begin(Turn turn, long waitedNanos, long now) {
    boolean begins = visits.begins(turn);
    if (!begins) {
      connections.requestDone(turn.connection(), now);
    }
    return begins;
  }

  @Override
  public void spent(Turn turn, long cpuNanos, long now) {
    if (isRequest(turn)) {
      visits.requestSpent(turn, cpuNanos, now);
      connections.requestDone(turn.connection(), now);
    } else {
      visits.handshakeSpent(turn, cpuNanos);
    }
  }

  @Override
  public void done(Turn turn, long residenceNanos, long now) {
    if (!isRequest(turn)) {
      long visit = visits.proven(turn, now);
      stays = connections.handshakeDone(turn.connection(), visit, now);
    }
  }

  @Override
  public boolean stays(Turn handshake, long now) {
    return stays;
  }

  @Override
  public void left(Turn turn, long now) {
    if (!isRequest(turn)) {
      visits.failed(turn, now);
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

  @Override
  public void closed(long connection, long visit, long now) {
    connections.closed(connection);
    visits.closed(connection);
  }

  @Override
  public List<Long> closes(long now) {
    return connections.toClose(gate.newVisitsPerSecond(), now);
  }

  @Override
  public long intervalNanos() {
    return controller.intervalNanos();
  }

  @Override
  public void amend(MeterSnapshotBuilder snapshot) {
    GateCounters counters = gate.counters();
    long begun = counters.visitsTotal();
    long resumed = counters.admittedTotal(Entry.CLAIMED) + counters.admittedTotal(Entry.VERIFIED);
    long refused = counters.newRefusedTotal();
    long wrong = counters.wrongClaimsTotal();
    snapshot
        .newAdmitted(begun - lastVisits)
        .resumedAdmitted(resumed - lastResumed)
        .newRefused(refused - lastRefused)
        .falseResumptions(wrong - lastFalse)
        .newWaiting(room.counters().length());
    lastVisits = begun;
    lastResumed = resumed;
    lastRefused = refused;
    lastFalse = wrong;
    visits.amend(snapshot);
  }

  @Override
  public void tick(MeterSnapshot snapshot) {
    ControlStep step = controller.step(snapshot);
    gate.publish(step.policy());
    visits.decided(step.report(), snapshot.nowNanos());
  }
}
