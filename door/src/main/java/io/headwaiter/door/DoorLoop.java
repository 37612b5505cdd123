package io.headwaiter.door;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.admission.Decision;
import io.headwaiter.core.admission.RefusalReason;
import io.headwaiter.core.hello.ClientHello;
import io.headwaiter.core.hello.ClientHelloParser;
import io.headwaiter.core.hello.HelloDefect;
import io.headwaiter.core.hello.ResumptionClaim;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The loop: takes connections over from the acceptor, reads until the hello is complete, decides,
 * hands in or closes. One thread runs it. An exception while one connection is handled costs that
 * connection and nothing else.
 */
final class DoorLoop implements Runnable {
  private static final System.Logger LOG = System.getLogger(DoorLoop.class.getName());

  /** What the verifier found out. */
  private record Verdict(Visitor visitor, boolean known) {}

  private final DoorSettings settings;
  private final AdmissionGate gate;
  private final DoorHost host;
  private final DoorCounters counters;
  private final LongSupplier clock;
  private final Selector selector;
  private final VerifierThread verifier;
  private final Queue<SocketChannel> arrivals = new ConcurrentLinkedQueue<>();
  private final Queue<Verdict> verdicts = new ConcurrentLinkedQueue<>();
  private final UndecidedList undecided = new UndecidedList();
  private final LogLimiter limiter = new LogLimiter();
  private final ByteBuffer readBuffer;
  private ClientHelloParser parser;
  private volatile boolean selecting;
  private volatile boolean stopping;
  private volatile boolean ended;

  DoorLoop(
      String name,
      DoorSettings settings,
      AdmissionGate gate,
      SessionVerifier sessions,
      DoorHost host,
      DoorCounters counters,
      LongSupplier clock)
      throws IOException {
    this.settings = settings;
    this.gate = gate;
    this.host = host;
    this.counters = counters;
    this.clock = clock;
    this.selector = Selector.open();
    this.verifier =
        new VerifierThread(name + "-verifier", sessions, settings.verifyQueueMax(), this::answer);
    this.readBuffer = ByteBuffer.allocateDirect(settings.helloLimits().helloBytesMax());
    this.parser = new ClientHelloParser(settings.helloLimits());
  }

  /** From any thread: one more connection. */
  void offer(SocketChannel channel) {
    arrivals.add(channel);
    if (ended) {
      // Too late for the loop to see it. Either we take it out again, or the loop's end does.
      discardArrivals();
    } else {
      wakeUp();
    }
  }

  /** From any thread: ends the loop; undecided connections are closed. */
  void stop() {
    stopping = true;
    selector.wakeup();
  }

  int undecidedCount() {
    return undecided.size();
  }

  VerifierThread verifier() {
    return verifier;
  }

  @Override
  public void run() {
    verifier.start();
    try {
      while (!stopping) {
        turn();
      }
    } finally {
      verifier.stop();
      end();
    }
  }

  private void turn() {
    try {
      select();
      takeArrivals();
      takeReadable();
      takeVerdicts();
      expire();
    } catch (IOException | RuntimeException | Error e) {
      // Single connections are guarded one by one; what arrives here is the loop's own. It must go
      // on.
      limiter.log(LOG, "The door's loop met an unexpected error and goes on", e, clock.getAsLong());
    }
  }

  private void select() throws IOException {
    // The flag goes up before the queues are looked at, so that whoever adds afterwards sees it and
    // wakes us.
    selecting = true;
    try {
      if (arrivals.isEmpty() && verdicts.isEmpty()) {
        selector.select(millisToDeadline());
      } else {
        selector.selectNow();
      }
    } finally {
      selecting = false;
    }
  }

  private long millisToDeadline() {
    Visitor oldest = undecided.oldest();
    if (oldest == null) {
      return 0;
    }
    long nanos = oldest.arrivedNanos + settings.helloDeadlineNanos() - clock.getAsLong();
    return Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos) + 1);
  }

  private void takeArrivals() {
    SocketChannel channel;
    while ((channel = arrivals.poll()) != null) {
      Visitor visitor = new Visitor(channel, clock.getAsLong());
      undecided.add(visitor);
      counters.arrived();
      guard(visitor, this::receive);
      holdBounds();
    }
  }

  private void receive(Visitor visitor) throws IOException {
    visitor.channel.configureBlocking(false);
    read(visitor);
    if (visitor.listed && visitor.claim == null) {
      visitor.key = visitor.channel.register(selector, SelectionKey.OP_READ, visitor);
    }
  }

  private void takeReadable() {
    for (SelectionKey key : selector.selectedKeys()) {
      Visitor visitor = (Visitor) key.attachment();
      if (key.isValid() && visitor.listed) {
        guard(visitor, this::read);
      }
    }
    selector.selectedKeys().clear();
  }

  private void takeVerdicts() {
    Verdict verdict;
    while ((verdict = verdicts.poll()) != null) {
      Verdict v = verdict;
      if (v.visitor.listed) {
        guard(
            v.visitor,
            visitor -> {
              visitor.kept.flip();
              apply(visitor, visitor.kept, gate.decideVerified(v.known, clock.getAsLong()));
            });
      }
    }
  }

  private void expire() {
    long now = clock.getAsLong();
    Visitor oldest = undecided.oldest();
    while (oldest != null && now - oldest.arrivedNanos >= settings.helloDeadlineNanos()) {
      refuse(oldest, RefusalReason.HELLO_DEADLINE);
      oldest = undecided.oldest();
    }
  }

  private void holdBounds() {
    while (undecided.size() > settings.undecidedMax()
        || undecided.bytes() > settings.undecidedBytesMax()) {
      // An honest client sends its hello at once: the one that has waited longest is the least
      // likely to be one.
      refuse(undecided.oldest(), RefusalReason.UNDECIDED_LIMIT);
    }
  }

  private void read(Visitor visitor) throws IOException {
    if (visitor.kept == null) {
      readFirst(visitor);
    } else {
      readMore(visitor);
    }
  }

  private void readFirst(Visitor visitor) throws IOException {
    readBuffer.clear();
    int count = visitor.channel.read(readBuffer);
    if (count <= 0) {
      leftOrNothingYet(visitor, count);
      return;
    }
    readBuffer.flip();
    parser.reset();
    ClientHelloParser.Status status = parser.parse(readBuffer);
    if (status == ClientHelloParser.Status.NEED_MORE) {
      visitor.parser = parser;
      parser = new ClientHelloParser(settings.helloLimits());
      visitor.keep(readBuffer);
      undecided.grew(visitor.keptBytes());
      holdBounds();
      return;
    }
    decide(visitor, parser, readBuffer, status);
  }

  private void readMore(Visitor visitor) throws IOException {
    int before = visitor.keptBytes();
    if (!visitor.makeRoom(settings.helloLimits().helloBytesMax())) {
      refuseDefect(visitor, HelloDefect.TOO_LARGE);
      return;
    }
    undecided.grew(visitor.keptBytes() - before);
    int count = visitor.channel.read(visitor.kept);
    if (count <= 0) {
      leftOrNothingYet(visitor, count);
      return;
    }
    ByteBuffer received = visitor.kept.duplicate().flip();
    ClientHelloParser.Status status = visitor.parser.parse(received);
    if (status == ClientHelloParser.Status.NEED_MORE) {
      holdBounds();
      return;
    }
    decide(visitor, visitor.parser, received, status);
  }

  private void leftOrNothingYet(Visitor visitor, int count) {
    if (count < 0) {
      refuse(visitor, RefusalReason.CLIENT_LEFT);
    }
  }

  private void decide(
      Visitor visitor,
      ClientHelloParser parsed,
      ByteBuffer received,
      ClientHelloParser.Status status) {
    if (status == ClientHelloParser.Status.DEFECTIVE) {
      refuseDefect(visitor, parsed.defect());
      return;
    }
    ClientHello hello = parsed.hello();
    String serverName = hello.serverName().orElse(null);
    ResumptionClaim claim = ResumptionClaim.of(hello, host.speaksTls13(serverName));
    long now = clock.getAsLong();
    if (claim.kind() == ResumptionClaim.Kind.NONE) {
      apply(visitor, received, gate.decideNew(now));
      return;
    }
    Decision decision = gate.decideClaim(now);
    if (decision.outcome() == Decision.Outcome.VERIFY) {
      verify(visitor, claim, serverName, received);
    } else {
      apply(visitor, received, decision);
    }
  }

  private void verify(
      Visitor visitor, ResumptionClaim claim, String serverName, ByteBuffer received) {
    visitor.serverName = serverName;
    visitor.claim = claim;
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
      visitor.kept.flip();
      apply(visitor, visitor.kept, gate.decideVerified(/* known= */ false, clock.getAsLong()));
    }
  }

  private void answer(Visitor visitor, boolean known) {
    verdicts.add(new Verdict(visitor, known));
    wakeUp();
  }

  private void apply(Visitor visitor, ByteBuffer received, Decision decision) {
    undecided.remove(visitor);
    visitor.forget();
    if (decision.outcome() == Decision.Outcome.ADMIT) {
      host.admit(visitor.channel, received, decision.entry());
    } else {
      discard(visitor.channel);
    }
  }

  private void refuseDefect(Visitor visitor, HelloDefect defect) {
    counters.defect(defect);
    PlainTextAnswer.writeTo(visitor.channel, defect);
    refuse(visitor, RefusalReason.HELLO_DEFECT);
  }

  /** Closes an undecided connection for a reason other than the gate's. */
  private void refuse(Visitor visitor, RefusalReason reason) {
    if (!undecided.remove(visitor)) {
      return;
    }
    visitor.forget();
    gate.noteRefusal(reason, clock.getAsLong());
    discard(visitor.channel);
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

  /** Closes everything. On the loop's own thread, or on any if the loop never ran. */
  void end() {
    ended = true;
    for (Visitor v = undecided.oldest(); v != null; v = undecided.oldest()) {
      refuse(v, RefusalReason.STOPPING);
    }
    discardArrivals();
    try {
      selector.close();
    } catch (IOException e) {
      LOG.log(System.Logger.Level.WARNING, "Closing the door's selector failed", e);
    }
  }

  private void discardArrivals() {
    SocketChannel channel;
    while ((channel = arrivals.poll()) != null) {
      discard(channel);
    }
  }

  /** A container that fails here must not keep the loop from its next connection. */
  private void discard(SocketChannel channel) {
    try {
      host.discard(channel);
    } catch (RuntimeException | Error e) {
      limiter.log(LOG, "The container failed to close a connection", e, clock.getAsLong());
    }
  }

  private void wakeUp() {
    if (selecting) {
      try {
        selector.wakeup();
      } catch (ClosedSelectorException e) {
        // The loop has ended; end() has taken or will take what was queued.
        LOG.log(System.Logger.Level.DEBUG, "Woken after the end", e);
      }
    }
  }
}
