package io.headwaiter.door;

import io.headwaiter.core.admission.AdmissionGate;
import java.io.IOException;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.OptionalLong;
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

  private final Reception reception;
  private final LongSupplier clock;
  private final Selector selector;
  private final VerifierThread verifier;
  private final Queue<SocketChannel> arrivals = new ConcurrentLinkedQueue<>();
  private final Queue<Verdict> verdicts = new ConcurrentLinkedQueue<>();
  private final LogLimiter limiter = new LogLimiter();
  private volatile boolean selecting;
  private volatile boolean stopping;
  private volatile boolean ended;

  DoorLoop(
      String name,
      DoorSettings settings,
      WaitingSettings waiting,
      LaneSettings lane,
      AdmissionGate gate,
      SessionVerifier sessions,
      DoorHost host,
      DoorCounters counters,
      LongSupplier clock)
      throws IOException {
    this.clock = clock;
    this.selector = Selector.open();
    this.verifier =
        new VerifierThread(name + "-verifier", sessions, settings.verifyQueueMax(), this::answer);
    this.reception =
        new Reception(
            settings,
            waiting,
            lane,
            gate,
            selector,
            host,
            counters,
            clock,
            limiter,
            verifier::submit);
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
      takeArrivals();
      takeReadable();
      takeVerdicts();
      reception.expire();
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
    OptionalLong nanos = reception.nanosToDeadline();
    // To select(), 0 means for ever.
    return nanos.isEmpty() ? 0 : Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos.getAsLong()) + 1);
  }

  private void takeArrivals() {
    SocketChannel channel;
    while ((channel = arrivals.poll()) != null) {
      reception.welcome(channel, selector);
    }
  }

  private void takeReadable() {
    for (SelectionKey key : selector.selectedKeys()) {
      Visitor visitor = (Visitor) key.attachment();
      if (key.isValid()) {
        reception.readable(visitor);
      }
    }
    selector.selectedKeys().clear();
  }

  private void takeVerdicts() {
    Verdict verdict;
    while ((verdict = verdicts.poll()) != null) {
      reception.verified(verdict.visitor, verdict.known);
    }
  }

  private void answer(Visitor visitor, boolean known) {
    verdicts.add(new Verdict(visitor, known));
    wakeUp();
  }

  /** Closes everything. On the loop's own thread, or on any if the loop never ran. */
  void end() {
    ended = true;
    reception.dismissAll();
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
      reception.discard(channel);
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
