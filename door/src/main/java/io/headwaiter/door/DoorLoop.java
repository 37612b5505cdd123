package io.headwaiter.door;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.admission.RefusalReason;
import io.headwaiter.core.admission.Verdict;
import java.io.IOException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The loop: accepts connections or takes them over, reads until the hello is complete, decides,
 * hands in or closes. One thread runs it. An exception while one connection is handled costs that
 * connection and nothing else.
 */
final class DoorLoop implements Runnable {
  private static final System.Logger LOG = System.getLogger(DoorLoop.class.getName());

  /** What the verifier found out. */
  private record Answer(Visitor visitor, Verdict verdict) {}

  private final AdmissionGate gate;
  private final DoorCounters counters;
  private final Acceptance acceptance;
  private final Reception reception;
  private final Farewell farewell;
  private final LongSupplier clock;
  private final Selector selector;
  private final VerifierThread verifier;
  private final Queue<SocketChannel> arrivals = new ConcurrentLinkedQueue<>();
  private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();
  private final Queue<CountDownLatch> stops = new ConcurrentLinkedQueue<>();
  private final LogLimiter limiter = new LogLimiter();
  // From where connections are to be accepted; null for nowhere.
  private volatile ServerSocketChannel listener;
  private volatile boolean selecting;
  private volatile boolean stopping;
  private volatile boolean ended;

  DoorLoop(
      String name,
      DoorSettings settings,
      WaitingSettings waiting,
      LaneSettings lane,
      BypassSettings bypass,
      AdmissionGate gate,
      SessionVerifier sessions,
      DoorHost host,
      DoorCounters counters,
      LongSupplier clock)
      throws IOException {
    this.gate = gate;
    this.counters = counters;
    this.clock = clock;
    this.selector = Selector.open();
    this.verifier =
        new VerifierThread(name + "-verifier", sessions, settings.verifyQueueMax(), this::answer);
    this.farewell = new Farewell(settings, host, selector, clock, limiter);
    this.reception =
        new Reception(
            settings, waiting, lane, bypass, gate, selector, host, counters, clock, limiter,
            farewell, verifier);
    this.acceptance = new Acceptance(host, counters, reception::giveUpOnOldest, clock);
  }

  /** From any thread: one more connection. */
  void offer(SocketChannel channel) {
    arrivals.add(channel);
    if (ended) {
      // Too late for the loop to see it. Either we take it out again, or the loop's end does.
      turnAwayAll(arrivals);
    } else {
      wakeUp();
    }
  }

  /** From any thread: one more connection, for which it is too late. */
  void turnAway(SocketChannel channel) {
    counters.arrived();
    gate.noteLost(RefusalReason.STOPPING);
    farewell.discard(channel);
  }

  /** From any thread: accept from this listener, or from none. */
  void acceptFrom(ServerSocketChannel wanted) {
    listener = wanted;
    wakeUp();
  }

  /** From any thread: accept nothing, and count down when the listener is registered no more. */
  void stopAccepting(CountDownLatch done) {
    listener = null;
    stops.add(done);
    if (selector.isOpen()) {
      wakeUp();
    } else {
      releaseStops();
    }
  }

  /** From any thread: there may be room for connections again. */
  void vacancy() {
    if (acceptance.isFull()) {
      wakeUp();
    }
  }

  /** From any thread: ends the loop; undecided connections are closed. */
  void stop() {
    stopping = true;
    selector.wakeup();
  }

  int undecidedCount() {
    return reception.undecidedCount();
  }

  /** The waiting room; its counters are for any thread. */
  Lobby lobby() {
    return reception.lobby();
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
      farewell.closeDeregistered();
      takeAnswers();
      welcomeAll(arrivals);
      acceptance.acceptSome();
      // Only now: the first ones' hellos have come in the meantime.
      welcomeAll(acceptance.accepted());
      reception.expire();
      farewell.expire();
    } catch (IOException | RuntimeException | Error e) {
      // Single connections are guarded one by one; what arrives here is the loop's own. It must go
      // on.
      limiter.log(LOG, "The door's loop met an unexpected error and goes on", e, clock.getAsLong());
    }
  }

  private void select() throws IOException {
    // The flag goes up before anything is looked at, so that a thread that changes it afterwards
    // sees the flag and wakes us.
    selecting = true;
    CountDownLatch stop = stops.poll();
    try {
      OptionalLong pauseNanos = acceptance.settle(listener, selector);
      if (stop == null && nothingQueued()) {
        selector.select(this::take, millisToDeadline(pauseNanos));
      } else {
        selector.selectNow(this::take);
      }
    } finally {
      selecting = false;
    }
    if (stop != null) {
      stop.countDown();
    }
  }

  private boolean nothingQueued() {
    return arrivals.isEmpty()
        && acceptance.accepted().isEmpty()
        && answers.isEmpty()
        && stops.isEmpty()
        && !farewell.awaitsSelection();
  }

  private long millisToDeadline(OptionalLong pauseNanos) {
    long nanos =
        Math.min(
            pauseNanos.orElse(Long.MAX_VALUE),
            Math.min(
                reception.nanosToDeadline().orElse(Long.MAX_VALUE),
                farewell.nanosToDeadline().orElse(Long.MAX_VALUE)));
    // To select(), 0 means for ever.
    return nanos == Long.MAX_VALUE ? 0 : Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos) + 1);
  }

  /** One that is ready. Nothing here may select. */
  private void take(SelectionKey key) {
    Object attachment = key.attachment();
    if (attachment instanceof Visitor visitor) {
      reception.readable(visitor);
    } else if (attachment instanceof Lingering lingering) {
      farewell.ready(lingering);
    } else {
      acceptance.ready();
    }
  }

  private void welcomeAll(Queue<SocketChannel> channels) {
    SocketChannel channel;
    while ((channel = channels.poll()) != null) {
      reception.welcome(channel);
    }
  }

  private void takeAnswers() {
    Answer answer;
    while ((answer = answers.poll()) != null) {
      reception.verified(answer.visitor, answer.verdict);
    }
  }

  private void answer(Visitor visitor, Verdict verdict) {
    answers.add(new Answer(visitor, verdict));
    wakeUp();
  }

  /** Closes everything. On the loop's own thread, or on any if the loop never ran. */
  void end() {
    ended = true;
    acceptance.stop();
    reception.dismissAll();
    farewell.closeAll();
    turnAwayAll(arrivals);
    turnAwayAll(acceptance.accepted());
    try {
      selector.close();
    } catch (IOException e) {
      LOG.log(System.Logger.Level.WARNING, "Closing the door's selector failed", e);
    }
    releaseStops();
  }

  private void releaseStops() {
    CountDownLatch stop;
    while ((stop = stops.poll()) != null) {
      stop.countDown();
    }
  }

  private void turnAwayAll(Queue<SocketChannel> channels) {
    SocketChannel channel;
    while ((channel = channels.poll()) != null) {
      turnAway(channel);
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
