package io.headwaiter.door;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.admission.RefusalReason;
import io.headwaiter.core.admission.SessionLookup;
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
import org.jspecify.annotations.Nullable;

/**
 * The event loop: accepts connections or takes them over, reads until the hello is complete,
 * decides, and admits or closes. One thread runs it. An exception in the handling of one connection
 * ends that connection only.
 */
final class DoorLoop implements Runnable {
  private static final System.Logger LOG = System.getLogger(DoorLoop.class.getName());

  /** The result of a look-up. */
  private record Answer(PendingConnection pending, SessionLookup lookup) {}

  private final AdmissionGate gate;
  private final DoorCounters counters;
  private final Acceptor acceptor;
  private final ConnectionHandler handler;
  private final ConnectionCloser closer;
  private final LongSupplier clock;
  private final Selector selector;
  private final VerifierThread verifier;
  private final Queue<SocketChannel> arrivals = new ConcurrentLinkedQueue<>();
  private final Queue<Answer> answers = new ConcurrentLinkedQueue<>();
  private final Queue<CountDownLatch> stops = new ConcurrentLinkedQueue<>();
  private final LogLimiter limiter = new LogLimiter();
  // The listener to accept from; null for none.
  private volatile @Nullable ServerSocketChannel listener;
  private volatile boolean selecting;
  private volatile boolean stopping;
  private volatile boolean ended;

  DoorLoop(
      String name,
      DoorOptions options,
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
        new VerifierThread(
            name + "-verifier", sessions, options.door().verifyQueueMax(), this::answer);
    LoopContext context = new LoopContext(selector, clock, limiter);
    this.closer = new ConnectionCloser(options.door(), host, context);
    this.handler = new ConnectionHandler(options, gate, host, counters, context, closer, verifier);
    this.acceptor = new Acceptor(host, counters, handler::giveUpOnOldest, DoorClocks.of(clock));
  }

  /** Takes one more connection. Callable from any thread. */
  void offer(SocketChannel channel) {
    arrivals.add(channel);
    if (ended) {
      // Too late for the loop to see it. This call takes it out again, or the loop's end does.
      turnAwayAll(arrivals);
    } else {
      wakeUp();
    }
  }

  /** Counts and closes a connection that came too late. Callable from any thread. */
  void turnAway(SocketChannel channel) {
    counters.arrived();
    gate.noteLost(RefusalReason.STOPPING);
    closer.discard(channel);
  }

  /** Accepts from this listener, or from none if null. Callable from any thread. */
  void acceptFrom(ServerSocketChannel wanted) {
    listener = wanted;
    wakeUp();
  }

  /** Stops accepting, and counts down when no listener is registered. Callable from any thread. */
  void stopAccepting(CountDownLatch done) {
    listener = null;
    stops.add(done);
    if (selector.isOpen()) {
      wakeUp();
    } else {
      releaseStops();
    }
  }

  /** Notes that the container may have capacity again. Callable from any thread. */
  void vacancy() {
    if (acceptor.isFull()) {
      wakeUp();
    }
  }

  /** Ends the loop; undecided connections are closed. Callable from any thread. */
  void stop() {
    stopping = true;
    selector.wakeup();
  }

  boolean isStarved() {
    return acceptor.isStarved();
  }

  int undecidedCount() {
    return handler.undecidedCount();
  }

  /** Returns the waiting room; any thread may read its counters. */
  WaitingConnections waitingConnections() {
    return handler.waitingConnections();
  }

  VerifierThread verifier() {
    return verifier;
  }

  @Override
  public void run() {
    try {
      verifier.start();
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
      closer.closeDeregistered();
      takeAnswers();
      welcomeAll(arrivals);
      acceptor.acceptSome();
      // Last, because the hellos of the first ones have arrived in the meantime.
      welcomeAll(acceptor.accepted());
      handler.expire();
      closer.expire();
    } catch (IOException | RuntimeException | Error e) {
      // Each connection has a guard of its own. This error is the loop's own, and the loop must go
      // on.
      limiter.log(LOG, "The door's loop met an unexpected error and goes on", e, clock.getAsLong());
    }
  }

  private void select() throws IOException {
    // The flag is set before anything is checked. So a thread that changes something afterwards
    // sees the flag and wakes the loop.
    selecting = true;
    CountDownLatch stop = stops.peek();
    try {
      OptionalLong pauseNanos = acceptor.settle(listener, selector);
      if (stop == null && nothingQueued()) {
        selector.select(this::take, millisToDeadline(pauseNanos));
      } else {
        selector.selectNow(this::take);
      }
    } finally {
      selecting = false;
    }
    if (stop != null) {
      stops.remove();
      stop.countDown();
    }
  }

  private boolean nothingQueued() {
    return arrivals.isEmpty()
        && acceptor.accepted().isEmpty()
        && answers.isEmpty()
        && stops.isEmpty()
        // The next iteration sees whether the backlog is empty by now.
        && !acceptor.manyWait()
        && !closer.awaitsSelection();
  }

  private long millisToDeadline(OptionalLong pauseNanos) {
    long nanos =
        Math.min(
            pauseNanos.orElse(Long.MAX_VALUE),
            Math.min(
                handler.nanosToDeadline().orElse(Long.MAX_VALUE),
                closer.nanosToDeadline().orElse(Long.MAX_VALUE)));
    // For select(), 0 means no timeout.
    return nanos == Long.MAX_VALUE ? 0 : Math.max(1, TimeUnit.NANOSECONDS.toMillis(nanos) + 1);
  }

  /** Handles one ready key. Must not select. */
  private void take(SelectionKey key) {
    Object attachment = key.attachment();
    if (attachment instanceof PendingConnection pending) {
      handler.readable(pending);
    } else if (attachment instanceof LingeringClose lingeringClose) {
      closer.ready(lingeringClose);
    } else {
      acceptor.ready();
    }
  }

  private void welcomeAll(Queue<SocketChannel> channels) {
    SocketChannel channel;
    while ((channel = channels.poll()) != null) {
      handler.welcome(channel);
    }
  }

  private void takeAnswers() {
    Answer answer;
    while ((answer = answers.poll()) != null) {
      handler.verified(answer.pending, answer.lookup);
    }
  }

  private void answer(PendingConnection pending, SessionLookup lookup) {
    answers.add(new Answer(pending, lookup));
    wakeUp();
  }

  /** Closes everything. Runs on the loop's thread, or on any thread if the loop never ran. */
  void end() {
    ended = true;
    acceptor.stop();
    handler.dismissAll();
    closer.closeAll();
    turnAwayAll(arrivals);
    turnAwayAll(acceptor.accepted());
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
        // The loop has ended; end() has closed or will close the queued connections.
        LOG.log(System.Logger.Level.DEBUG, "Woken after the end", e);
      }
    }
  }
}
