package io.headwaiter.door;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.admission.Decision;
import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.ParallelConnections;
import io.headwaiter.core.admission.RefusalReason;
import io.headwaiter.core.admission.Verdict;
import io.headwaiter.core.admission.Verdict.Standing;
import io.headwaiter.core.hello.ClientHello;
import io.headwaiter.core.hello.HelloDefect;
import io.headwaiter.core.hello.ResumptionClaim;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/**
 * What the door does with one connection: read until the hello is complete, decide, have the claim
 * looked up, hand in or close. Belongs to the loop's thread. An exception while one connection is
 * handled costs that connection and nothing else.
 */
final class Reception {
  private static final System.Logger LOG = System.getLogger(Reception.class.getName());

  private final DoorSettings settings;
  private final AdmissionGate gate;
  private final DoorHost host;
  private final DoorCounters counters;
  private final LongSupplier clock;
  private final LogLimiter limiter;
  private final Selector selector;
  private final Farewell farewell;
  private final VerifierThread verifier;
  private final Bypass bypass;
  private final ClaimLane lane;
  private final ParallelConnections parallel;
  private final Networks addresses = new Networks(Integer.SIZE, Long.SIZE);
  private final Lobby lobby;
  private final UndecidedList undecided = new UndecidedList();
  private final HelloReader reader;

  /**
   * @param selector of the loop
   * @param farewell ends the connections that are not let in
   * @param verifier looks claims up
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
    this.host = host;
    this.counters = counters;
    this.clock = clock;
    this.limiter = limiter;
    this.selector = selector;
    this.farewell = farewell;
    this.verifier = verifier;
    this.bypass = new Bypass(bypass);
    this.lane = new ClaimLane(lane);
    this.parallel = new ParallelConnections(lane.parallelMax());
    this.lobby = new Lobby(waiting, gate, selector, new LobbyExits());
    this.reader = new HelloReader(settings.helloLimits());
  }

  /** One more connection. If its hello is not there yet, the selector will tell. */
  void welcome(SocketChannel channel) {
    Visitor visitor = new Visitor(channel, clock.getAsLong());
    undecided.add(visitor);
    counters.arrived();
    guard(visitor, this::receive);
    holdBounds();
  }

  /** The selector says that there is something to read. */
  void readable(Visitor visitor) {
    if (undecided.contains(visitor)) {
      guard(visitor, this::read);
    } else if (visitor.place != null) {
      guard(visitor, v -> lobby.readable(v, clock.getAsLong()));
    }
  }

  /** The claim was looked up; the visitor may have gone meanwhile. */
  void verified(Visitor visitor, Verdict verdict) {
    if (undecided.contains(visitor)) {
      guard(visitor, v -> decideVerified(v, v.kept.flip(), verdict));
    }
  }

  /** Closes whoever has passed the deadline, and lets in those who wait as there is room. */
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
   * The undecided have at most half of the places that nobody else has, so that there is always one
   * for the next who comes.
   */
  private void leaveRoom() {
    long free = (long) host.vacancies() + farewell.leaving() + undecided.size();
    while (undecided.size() > Math.max(1, free / 2)) {
      giveUpOn(undecided.oldest(), RefusalReason.UNDECIDED_LIMIT);
    }
  }

  /** Time until {@link #expire} has something to do; empty if nobody waits. */
  OptionalLong nanosToDeadline() {
    long now = clock.getAsLong();
    long nanos = lobby.nanosToService(now);
    Visitor oldest = undecided.oldest();
    if (oldest != null) {
      nanos = Math.min(nanos, oldest.arrivedNanos + settings.helloDeadlineNanos() - now);
    }
    return nanos == Long.MAX_VALUE ? OptionalLong.empty() : OptionalLong.of(nanos);
  }

  /** Closes everybody who is undecided or waits, because the server stops. */
  void dismissAll() {
    lobby.dismissAll(clock.getAsLong());
    for (Visitor v = undecided.oldest(); v != null; v = undecided.oldest()) {
      refuse(v, RefusalReason.STOPPING);
    }
  }

  /** From any thread. */
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
      // An honest client sends its hello at once: the one that has waited longest is the least
      // likely to be one.
      giveUpOn(undecided.oldest(), RefusalReason.UNDECIDED_LIMIT);
    }
  }

  /** Closes the one that waits longest, for want of descriptors; false if nobody is undecided. */
  boolean giveUpOnOldest() {
    Visitor oldest = undecided.oldest();
    if (oldest == null) {
      return false;
    }
    giveUpOn(oldest, RefusalReason.UNDECIDED_LIMIT);
    return true;
  }

  /** It takes too long. In shadow mode nobody is sent away because we are slow at looking up. */
  private void giveUpOn(Visitor visitor, RefusalReason reason) {
    if (gate.isShadow() && visitor.claim != null) {
      verified(visitor, Verdict.UNKNOWN);
    } else {
      refuse(visitor, reason);
    }
  }

  private void read(Visitor visitor) throws IOException {
    int before = visitor.keptBytes();
    HelloReader.Step step;
    try {
      step = reader.read(visitor);
    } finally {
      undecided.grew(visitor.keptBytes() - before); // also when a reset cuts the reading short
    }
    switch (step) {
      case NOTHING -> {}
      case PARTIAL -> holdBounds();
      case LEFT -> refuse(visitor, RefusalReason.CLIENT_LEFT);
      case DEFECTIVE -> refuseDefect(visitor, reader.defect());
      case COMPLETE -> decide(visitor, reader.hello(), reader.received());
    }
  }

  private void decide(Visitor visitor, ClientHello hello, ByteBuffer received) throws IOException {
    long now = clock.getAsLong();
    if (bypass.isFor(visitor.channel, hello)) {
      if (bypass.tryUse(now)) {
        apply(visitor, received, gate.admitBypass());
        return;
      }
      counters.bypassOverBudget();
    }
    String serverName = hello.serverName().orElse(null);
    ResumptionClaim claim = ResumptionClaim.of(hello, host.speaksTls13(serverName));
    if (claim.kind() == ResumptionClaim.Kind.NONE) {
      receiveNew(visitor, received, now);
      return;
    }
    long[] laneKeys = lane.keysOf(claim);
    if (!lane.hasRoom(laneKeys, now)) {
      // Whatever a look-up would say, it is one of a crowd.
      counters.overused();
      begin(visitor, received, now);
      return;
    }
    // Nobody takes one of the last places by a claim alone.
    Decision unseen = isShortOfPlaces() ? null : gate.decideClaim(now);
    if (unseen == null || unseen.outcome() == Decision.Outcome.VERIFY) {
      visitor.laneKeys = laneKeys;
      if (verifier.isQuick()) {
        decideVerified(visitor, received, verifier.verdict(claim, serverName));
      } else {
        verify(visitor, claim, serverName, received);
      }
    } else {
      lane.tryUse(laneKeys, visitor.channel, now);
      apply(visitor, received, unseen);
    }
  }

  /** Nothing tells its visit but, perhaps, its address. */
  private void receiveNew(Visitor visitor, ByteBuffer received, long now) throws IOException {
    noteAddress(visitor);
    if (parallel.tryUse(visitor.address, now)) {
      apply(visitor, received, gate.admitParallel());
    } else {
      begin(visitor, received, now);
    }
  }

  private void noteAddress(Visitor visitor) throws IOException {
    if (parallel.areAllowed()) {
      visitor.address = addresses.of(visitor.channel.getRemoteAddress());
    }
  }

  private void verify(
      Visitor visitor, ResumptionClaim claim, String serverName, ByteBuffer received)
      throws IOException {
    visitor.serverName = serverName;
    visitor.claim = claim;
    // By the time the answer comes the client may have said more.
    visitor.drained = false;
    if (visitor.kept == null) {
      visitor.keep(received);
      undecided.grew(visitor.keptBytes());
    }
    if (visitor.key != null) {
      // Nobody reads while the claim is looked up; without this the selector would report it again
      // and again.
      visitor.key.interestOps(0);
    }
    if (!verifier.submit(visitor)) {
      counters.verifierFull();
      decideVerified(visitor, visitor.kept.flip(), Verdict.UNKNOWN);
    }
  }

  private void decideVerified(Visitor visitor, ByteBuffer received, Verdict verdict)
      throws IOException {
    long now = clock.getAsLong();
    if (verdict.standing() == Standing.UNKNOWN) {
      gate.noteUnknownClaim();
      receiveNew(visitor, received, now);
      return;
    } else if (!gate.isShadow() && !verifier.hasRoom(verdict)) {
      refuse(visitor, RefusalReason.VISIT_CONNECTIONS, entryOf(verdict));
      return;
    } else if (!lane.tryUse(visitor.laneKeys, visitor.channel, now)) {
      counters.overused();
    } else if (verdict.standing() == Standing.CONTINUING) {
      visitor.verdict = verdict;
      apply(visitor, received, gate.decideContinuing(verdict.visit(), now));
      return;
    } else if (verdict.standing() == Standing.OVERDRAWN && !isShortOfPlaces()) {
      visitor.verdict = verdict;
      apply(visitor, received, gate.decideOverdrawn(now));
      return;
    } else {
      visitor.verdict = verdict;
      visitor.entry = entryOf(verdict);
      noteAddress(visitor);
    }
    begin(visitor, received, now);
  }

  /** Somebody with whom a visit would begin. */
  private void begin(Visitor visitor, ByteBuffer received, long now) throws IOException {
    if (isShortOfPlaces()) {
      refuse(visitor, RefusalReason.PLACES_KEPT, visitor.entry);
    } else {
      lobby.receive(visitor, received, now);
    }
  }

  /** Whether the places that are left are for visits under way. */
  private boolean isShortOfPlaces() {
    return !gate.isShadow() && host.vacancies() < host.placesKept();
  }

  /** Refuses somebody for want of connections, and so without a page, which would take one. */
  private void refuse(Visitor visitor, RefusalReason reason, Entry entry) {
    undecided.remove(visitor);
    visitor.forget();
    gate.noteRefusal(reason, entry, clock.getAsLong());
    farewell.refuse(visitor);
  }

  /** As what somebody whose session is known would come in. */
  private static Entry entryOf(Verdict verdict) {
    return switch (verdict.standing()) {
      case CONTINUING -> Entry.VERIFIED;
      case RETURNING, OVERDRAWN -> Entry.RETURNING;
      case COURTESY -> Entry.COURTESY;
      case UNKNOWN -> Entry.NEW;
    };
  }

  private void apply(Visitor visitor, ByteBuffer received, Decision decision) {
    undecided.remove(visitor);
    visitor.forget();
    if (decision.outcome() != Decision.Outcome.ADMIT) {
      turnAway(visitor, received);
      return;
    }
    if (decision.entry().isVisit() && visitor.verdict.standing() != Standing.UNKNOWN) {
      verifier.letIn(visitor.verdict);
    }
    // A shadow's visit would have been refused.
    if (decision.entry().isVisit() && decision.entry() != Entry.SHADOW) {
      parallel.visitLetIn(visitor.address, clock.getAsLong());
    }
    if (visitor.key != null) {
      visitor.key.cancel();
    }
    host.admit(
        visitor.channel,
        received,
        new Admission(
            decision.entry(),
            visitor.verdict.visit(),
            Networks.addressOf(visitor.channel),
            clock.getAsLong()));
  }

  /** Refuses somebody whom the gate did not let in: with a page, if there is one left. */
  private void turnAway(Visitor visitor, ByteBuffer received) {
    if (settings.refusalStyle().kind() != RefusalStyle.Kind.COURTESY
        || !gate.grantCourtesy(clock.getAsLong())) {
      farewell.refuse(visitor);
      return;
    }
    if (visitor.key != null) {
      visitor.key.cancel();
    }
    host.courtesy(visitor.channel, received);
  }

  private void refuseDefect(Visitor visitor, HelloDefect defect) {
    counters.defect(defect);
    PlainTextAnswer.writeTo(visitor.channel, defect);
    refuse(visitor, RefusalReason.HELLO_DEFECT);
  }

  /** Closes an undecided connection for a reason other than the gate's. */
  private void refuse(Visitor visitor, RefusalReason reason) {
    if (undecided.remove(visitor)) {
      sendAway(visitor, reason);
    }
  }

  private void sendAway(Visitor visitor, RefusalReason reason) {
    visitor.forget();
    gate.noteRefusal(reason, clock.getAsLong());
    farewell.close(visitor);
  }

  /** What the lobby leaves to the reception; here an exception costs one connection, too. */
  private final class LobbyExits implements Lobby.Exits {
    @Override
    public void waits(Visitor visitor) {
      undecided.remove(visitor);
    }

    @Override
    public void follow(Visitor visitor, ByteBuffer received, Decision decision) {
      guard(visitor, v -> apply(v, received, decision));
    }

    @Override
    public void refuse(Visitor visitor, ByteBuffer received, RefusalReason reason) {
      undecided.remove(visitor);
      if (reason == RefusalReason.WAITING_FULL || reason == RefusalReason.WAITING_PATIENCE) {
        visitor.forget();
        gate.noteRefusal(reason, visitor.entry, clock.getAsLong());
        guard(visitor, v -> turnAway(v, received));
      } else {
        sendAway(visitor, reason);
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
      // A reset, mostly: the client's business.
      refuse(visitor, RefusalReason.CLIENT_LEFT);
    } catch (RuntimeException | Error e) {
      limiter.log(LOG, "The door gave up on one connection", e, clock.getAsLong());
      refuse(visitor, RefusalReason.DOOR_ERROR);
    }
  }
}
