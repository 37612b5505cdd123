package io.headwaiter.door;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.admission.ParallelConnections;
import io.headwaiter.core.admission.RefusalReason;
import io.headwaiter.core.admission.SessionLookup;
import io.headwaiter.core.hello.ClientHello;
import io.headwaiter.core.hello.HelloDefect;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Receives connections: reads until the hello is complete, within the bounds of time, number and
 * bytes, and has {@link ClaimDecider} decide. Confined to the loop's thread. An exception in the
 * handling of one connection ends that connection only.
 */
final class ConnectionHandler {
  private static final System.Logger LOG = System.getLogger(ConnectionHandler.class.getName());

  private static final int WAITING_REFUSED_PER_TURN = 256;
  private static final int WAITING_ADMITTED_PER_TURN = 32;

  private final DoorSettings settings;
  private final AdmissionGate gate;
  private final DoorCounters counters;
  private final LongSupplier clock;
  private final LogLimiter limiter;
  private final Selector selector;
  private final ConnectionSlots slots;
  private final BypassBudget bypass;
  private final List<NetworkRange> proxies;
  private final WaitingConnections waitingConnections;
  private final UndecidedList undecided = new UndecidedList();
  private final HelloReader reader;
  private final ConnectionDispatcher dispatcher;
  private final ClaimDecider decider;

  /**
   * @param closer ends the connections that are not admitted
   * @param verifier looks up claims
   */
  ConnectionHandler(
      DoorOptions options,
      AdmissionGate gate,
      DoorHost host,
      DoorCounters counters,
      LoopContext context,
      ConnectionCloser closer,
      VerifierThread verifier) {
    this.settings = options.door();
    this.gate = gate;
    this.counters = counters;
    this.clock = context.clock();
    this.limiter = context.limiter();
    this.selector = context.selector();
    this.slots = new ConnectionSlots(host, closer, undecided);
    this.bypass = new BypassBudget(options.bypass());
    this.proxies = options.proxies();
    this.reader = new HelloReader(settings.helloLimits());
    SessionUseLimits useLimits = options.sessionUses();
    ParallelConnections parallel =
        new ParallelConnections(useLimits.parallelMax(), host.keepAliveNanos());
    this.dispatcher =
        new ConnectionDispatcher(
            settings.refusalStyle(), gate, host, closer, verifier, parallel, undecided, clock);
    this.waitingConnections = new WaitingConnections(options.waiting(), gate, selector, undecided);
    this.decider =
        new ClaimDecider(
            gate,
            host,
            counters,
            verifier,
            new SessionUseLimiter(useLimits),
            undecided,
            new VisitStart(gate, host, slots, parallel, waitingConnections, dispatcher),
            dispatcher);
  }

  /** Takes one more connection. If its hello has not arrived yet, the selector reports it later. */
  void welcome(SocketChannel channel) {
    PendingConnection pending = new PendingConnection(channel, clock.getAsLong());
    undecided.add(pending);
    counters.arrived();
    guard(pending, this::receive);
    refuseDisplaced();
    holdBounds();
  }

  /** Reads from a connection that the selector reports. */
  void readable(PendingConnection pending) {
    if (undecided.contains(pending)) {
      guard(pending, this::read);
      refuseDisplaced();
    } else if (pending.place != null) {
      guard(pending, this::readWaiting);
    }
  }

  /** Takes the result of a look-up; the connection may have ended meanwhile. */
  void verified(PendingConnection pending, SessionLookup lookup) {
    if (undecided.contains(pending)) {
      guard(pending, v -> decider.decideVerified(v, v.bytes().flip(), lookup, clock.getAsLong()));
      refuseDisplaced();
    }
  }

  /**
   * Closes connections that have passed the deadline, and admits waiting visits as capacity allows.
   */
  void expire() {
    long now = clock.getAsLong();
    leaveWaiting(now);
    PendingConnection oldest = undecided.oldest();
    while (oldest != null && now - oldest.arrivedNanos >= settings.helloDeadlineNanos()) {
      giveUpOn(oldest, RefusalReason.HELLO_DEADLINE);
      oldest = undecided.oldest();
    }
    leaveRoom();
  }

  /**
   * Keeps undecided connections to half of the places that no other connection has, so that a place
   * is always left for the next one.
   */
  private void leaveRoom() {
    long free = slots.free();
    while (undecided.size() > Math.max(1, free / 2)) {
      giveUpOnOldest();
    }
  }

  /**
   * Returns the nanoseconds until {@link #expire} has something to do; empty if no connection
   * waits.
   */
  OptionalLong nanosToDeadline() {
    long now = clock.getAsLong();
    long nanos = waitingConnections.nanosToService(now);
    PendingConnection oldest = undecided.oldest();
    if (oldest != null) {
      nanos = Math.min(nanos, oldest.arrivedNanos + settings.helloDeadlineNanos() - now);
    }
    return nanos == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(nanos);
  }

  /** Closes all undecided and waiting connections, because the server stops. */
  void dismissAll() {
    long now = clock.getAsLong();
    PendingConnection waiting = waitingConnections.nextDismissed(now);
    while (waiting != null) {
      dispatcher.close(waiting, RefusalReason.STOPPING);
      waiting = waitingConnections.nextDismissed(now);
    }
    for (PendingConnection v = undecided.oldest(); v != null; v = undecided.oldest()) {
      dispatcher.closeUndecided(v, RefusalReason.STOPPING);
    }
  }

  /** Returns the number of undecided connections. Callable from any thread. */
  int undecidedCount() {
    return undecided.size();
  }

  WaitingConnections waitingConnections() {
    return waitingConnections;
  }

  private void receive(PendingConnection pending) throws IOException {
    pending.channel.configureBlocking(false);
    pending.isHeaderDue =
        !proxies.isEmpty() && NetworkRange.contains(proxies, Networks.addressOf(pending.channel));
    read(pending);
    if (undecided.contains(pending) && pending.claim == null) {
      pending.key = pending.channel.register(selector, SelectionKey.OP_READ, pending);
    }
  }

  private void holdBounds() {
    while (undecided.size() > settings.undecidedMax()
        || undecided.bytes() > settings.undecidedBytesMax()) {
      // A regular client sends its hello at once. The connection that has waited longest is the
      // least likely to come from one.
      giveUpOnOldest();
    }
  }

  /** Closes the oldest undecided connection to free its descriptor; false if there is none. */
  boolean giveUpOnOldest() {
    PendingConnection oldest = undecided.oldest();
    if (oldest == null) {
      return false;
    }
    giveUpOn(oldest, RefusalReason.UNDECIDED_LIMIT);
    return true;
  }

  /**
   * Closes an undecided connection that is late or over a bound. In shadow mode none is closed
   * because its look-up is slow: it then counts as new.
   */
  private void giveUpOn(PendingConnection pending, RefusalReason reason) {
    if (gate.isShadow() && pending.claim != null) {
      verified(pending, SessionLookup.UNKNOWN);
    } else {
      dispatcher.closeUndecided(pending, reason);
    }
  }

  private void read(PendingConnection pending) throws IOException {
    int before = pending.keptBytes();
    HelloReader.Step step;
    try {
      step = reader.read(pending);
    } finally {
      undecided.grew(pending.keptBytes() - before); // also if a reset interrupts the read
    }
    switch (step) {
      case NOTHING -> {}
      case PARTIAL -> holdBounds();
      case LEFT -> dispatcher.closeUndecided(pending, RefusalReason.CLIENT_LEFT);
      case DEFECTIVE -> refuseDefect(pending, reader.defect());
      case COMPLETE -> decide(pending, reader.hello(), reader.received());
    }
  }

  private void decide(PendingConnection pending, ClientHello hello, ByteBuffer received)
      throws IOException {
    long now = clock.getAsLong();
    if (bypass.isFor(pending, hello)) {
      if (bypass.tryUse(now)) {
        dispatcher.apply(pending, received, gate.admitBypass());
        return;
      }
      counters.bypassOverBudget();
    }
    decider.decide(pending, hello, received, now);
  }

  private void refuseDefect(PendingConnection pending, HelloDefect defect) {
    counters.defect(defect);
    PlainTextAnswer.writeTo(pending.channel, defect);
    dispatcher.closeUndecided(pending, RefusalReason.HELLO_DEFECT);
  }

  private void readWaiting(PendingConnection pending) {
    if (waitingConnections.hasLeft(pending, clock.getAsLong())) {
      dispatcher.close(pending, RefusalReason.CLIENT_LEFT);
    }
  }

  /** Refuses the connection whose place the one that was just received has taken, if any. */
  private void refuseDisplaced() {
    follow(waitingConnections.takeDisplaced(clock.getAsLong()));
  }

  /** Refuses and admits waiting connections, both in bounded numbers. */
  private void leaveWaiting(long nowNanos) {
    int refused = 0;
    while (refused < WAITING_REFUSED_PER_TURN && follow(waitingConnections.nextExpired(nowNanos))) {
      refused++;
    }
    int admitted = 0;
    while (admitted < WAITING_ADMITTED_PER_TURN
        && follow(waitingConnections.nextAdmitted(nowNanos))) {
      admitted++;
    }
  }

  private boolean follow(WaitingConnections.@Nullable Departure departure) {
    if (departure == null) {
      return false;
    }
    guard(
        departure.pending(), v -> dispatcher.apply(v, departure.received(), departure.decision()));
    return true;
  }

  private interface Step {
    void take(PendingConnection pending) throws IOException;
  }

  private void guard(PendingConnection pending, Step step) {
    try {
      step.take(pending);
    } catch (IOException e) {
      // Mostly a reset by the client, which is no error.
      dispatcher.closeUndecided(pending, RefusalReason.CLIENT_LEFT);
    } catch (RuntimeException | Error e) {
      limiter.log(LOG, "The door gave up on one connection", e, clock.getAsLong());
      dispatcher.closeUndecided(pending, RefusalReason.DOOR_ERROR);
    }
  }
}
