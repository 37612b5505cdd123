package io.headwaiter.door;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.admission.Decision;
import io.headwaiter.core.admission.ParallelConnections;
import io.headwaiter.core.admission.RefusalReason;
import io.headwaiter.core.admission.Verdict;
import io.headwaiter.core.hello.ClientHello;
import io.headwaiter.core.hello.HelloDefect;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * Receives connections: reads until the hello is complete, within the bounds of time, number and
 * bytes, and has {@link ClaimDecider} decide. Confined to the loop's thread. An exception in the
 * handling of one connection ends that connection only.
 */
final class Reception {
  private static final System.Logger LOG = System.getLogger(Reception.class.getName());

  private final DoorSettings settings;
  private final AdmissionGate gate;
  private final DoorCounters counters;
  private final LongSupplier clock;
  private final LogLimiter limiter;
  private final Selector selector;
  private final Places places;
  private final Bypass bypass;
  private final Lobby lobby;
  private final UndecidedList undecided = new UndecidedList();
  private final HelloReader reader;
  private final Dispatch dispatch;
  private final ClaimDecider decider;

  /**
   * @param selector of the loop
   * @param farewell ends the connections that are not admitted
   * @param verifier looks up claims
   */
  Reception(
      DoorSettings settings,
      WaitingSettings waiting,
      LaneSettings lane,
      BypassSettings bypass,
      AdmissionGate gate,
      Selector selector,
      DoorHost host,
      DoorCounters counters,
      LongSupplier clock,
      LogLimiter limiter,
      Farewell farewell,
      VerifierThread verifier) {
    this.settings = settings;
    this.gate = gate;
    this.counters = counters;
    this.clock = clock;
    this.limiter = limiter;
    this.selector = selector;
    this.places = new Places(host, farewell, undecided);
    this.bypass = new Bypass(bypass);
    this.reader = new HelloReader(settings.helloLimits());
    ParallelConnections parallel = new ParallelConnections(lane.parallelMax());
    this.dispatch =
        new Dispatch(
            settings.refusalStyle(), gate, host, farewell, verifier, parallel, undecided, clock);
    this.lobby = new Lobby(waiting, gate, selector, new LobbyExits());
    this.decider =
        new ClaimDecider(
            gate,
            host,
            counters,
            verifier,
            new ClaimLane(lane),
            undecided,
            new VisitStart(gate, places, parallel, lobby, dispatch),
            dispatch);
  }

  /** Takes one more connection. If its hello has not arrived yet, the selector reports it later. */
  void welcome(SocketChannel channel) {
    Visitor visitor = new Visitor(channel, clock.getAsLong());
    undecided.add(visitor);
    counters.arrived();
    guard(visitor, this::receive);
    holdBounds();
  }

  /** Reads from a connection that the selector reports. */
  void readable(Visitor visitor) {
    if (undecided.contains(visitor)) {
      guard(visitor, this::read);
    } else if (visitor.place != null) {
      guard(visitor, v -> lobby.readable(v, clock.getAsLong()));
    }
  }

  /** Takes the result of a look-up; the connection may have ended meanwhile. */
  void verified(Visitor visitor, Verdict verdict) {
    if (undecided.contains(visitor)) {
      guard(visitor, v -> decider.decideVerified(v, v.kept.flip(), verdict, clock.getAsLong()));
    }
  }

  /**
   * Closes connections that have passed the deadline, and admits waiting visits as capacity allows.
   */
  void expire() {
    long now = clock.getAsLong();
    lobby.serve(now);
    Visitor oldest = undecided.oldest();
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
    long free = places.free();
    while (undecided.size() > Math.max(1, free / 2)) {
      giveUpOn(undecided.oldest(), RefusalReason.UNDECIDED_LIMIT);
    }
  }

  /**
   * Returns the nanoseconds until {@link #expire} has something to do; empty if no connection
   * waits.
   */
  OptionalLong nanosToDeadline() {
    long now = clock.getAsLong();
    long nanos = lobby.nanosToService(now);
    Visitor oldest = undecided.oldest();
    if (oldest != null) {
      nanos = Math.min(nanos, oldest.arrivedNanos + settings.helloDeadlineNanos() - now);
    }
    return nanos == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(nanos);
  }

  /** Closes all undecided and waiting connections, because the server stops. */
  void dismissAll() {
    lobby.dismissAll(clock.getAsLong());
    for (Visitor v = undecided.oldest(); v != null; v = undecided.oldest()) {
      dispatch.closeUndecided(v, RefusalReason.STOPPING);
    }
  }

  /** Returns the number of undecided connections. Callable from any thread. */
  int undecidedCount() {
    return undecided.size();
  }

  Lobby lobby() {
    return lobby;
  }

  private void receive(Visitor visitor) throws IOException {
    visitor.channel.configureBlocking(false);
    read(visitor);
    if (undecided.contains(visitor) && visitor.claim == null) {
      visitor.key = visitor.channel.register(selector, SelectionKey.OP_READ, visitor);
    }
  }

  private void holdBounds() {
    while (undecided.size() > settings.undecidedMax()
        || undecided.bytes() > settings.undecidedBytesMax()) {
      // A regular client sends its hello at once. The connection that has waited longest is the
      // least likely to come from one.
      giveUpOn(undecided.oldest(), RefusalReason.UNDECIDED_LIMIT);
    }
  }

  /** Closes the oldest undecided connection to free its descriptor; false if there is none. */
  boolean giveUpOnOldest() {
    Visitor oldest = undecided.oldest();
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
  private void giveUpOn(Visitor visitor, RefusalReason reason) {
    if (gate.isShadow() && visitor.claim != null) {
      verified(visitor, Verdict.UNKNOWN);
    } else {
      dispatch.closeUndecided(visitor, reason);
    }
  }

  private void read(Visitor visitor) throws IOException {
    int before = visitor.keptBytes();
    HelloReader.Step step;
    try {
      step = reader.read(visitor);
    } finally {
      undecided.grew(visitor.keptBytes() - before); // also if a reset interrupts the read
    }
    switch (step) {
      case NOTHING -> {}
      case PARTIAL -> holdBounds();
      case LEFT -> dispatch.closeUndecided(visitor, RefusalReason.CLIENT_LEFT);
      case DEFECTIVE -> refuseDefect(visitor, reader.defect());
      case COMPLETE -> decide(visitor, reader.hello(), reader.received());
    }
  }

  private void decide(Visitor visitor, ClientHello hello, ByteBuffer received) throws IOException {
    long now = clock.getAsLong();
    if (bypass.isFor(visitor.channel, hello)) {
      if (bypass.tryUse(now)) {
        dispatch.apply(visitor, received, gate.admitBypass());
        return;
      }
      counters.bypassOverBudget();
    }
    decider.decide(visitor, hello, received, now);
  }

  private void refuseDefect(Visitor visitor, HelloDefect defect) {
    counters.defect(defect);
    PlainTextAnswer.writeTo(visitor.channel, defect);
    dispatch.closeUndecided(visitor, RefusalReason.HELLO_DEFECT);
  }

  /**
   * Takes connections that leave the waiting room; here too an exception ends one connection only.
   */
  private final class LobbyExits implements Lobby.Exits {
    @Override
    public void waits(Visitor visitor) {
      undecided.remove(visitor);
    }

    @Override
    public void follow(Visitor visitor, ByteBuffer received, Decision decision) {
      guard(visitor, v -> dispatch.apply(v, received, decision));
    }

    @Override
    public void refuse(Visitor visitor, ByteBuffer received, RefusalReason reason) {
      if (reason == RefusalReason.WAITING_FULL || reason == RefusalReason.WAITING_PATIENCE) {
        guard(visitor, v -> dispatch.refuseWaiting(v, received, reason));
      } else {
        dispatch.close(visitor, reason);
      }
    }
  }

  private interface Step {
    void take(Visitor visitor) throws IOException;
  }

  private void guard(Visitor visitor, Step step) {
    try {
      step.take(visitor);
    } catch (IOException e) {
      // Mostly a reset by the client, which is no error.
      dispatch.closeUndecided(visitor, RefusalReason.CLIENT_LEFT);
    } catch (RuntimeException | Error e) {
      limiter.log(LOG, "The door gave up on one connection", e, clock.getAsLong());
      dispatch.closeUndecided(visitor, RefusalReason.DOOR_ERROR);
    }
  }
}
