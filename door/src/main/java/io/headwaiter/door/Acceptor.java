package io.headwaiter.door;

import java.io.IOException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Accepts connections on the door's own thread, so that no connection changes threads before its
 * decision. Confined to that thread, except {@link #isFull} and {@link #isStarved}.
 *
 * <p>While the container has no capacity for more connections, the door accepts none; new
 * connections wait in the listener's backlog. If an attempt to accept fails, mostly for lack of
 * file descriptors, the door tries again at once. If that fails too, it closes the oldest undecided
 * connection to free its descriptor, and tries again after that close. Otherwise as many silent
 * clients as there are descriptors would keep all other clients out. If no connection is undecided,
 * the next attempt follows 50 ms later, then after 100, 200 and so on up to 1.6 s.
 *
 * <p>Many connections wait from the time the acceptor has taken a batch of 16 or more and found no
 * end, to the time it finds the backlog empty; see {@link Starvation}.
 */
final class Acceptor {
  /**
   * The most connections accepted in one loop iteration, so that earlier connections are handled
   * too.
   */
  static final int BATCH_MAX = 64;

  private static final int MANY = 16;
  private static final int PAUSE_MILLIS_MIN = 50;
  private static final int PAUSE_DOUBLINGS_MAX = 5;
  private static final long NANOS_PER_MILLI = 1_000_000L;
  private static final System.Logger LOG = System.getLogger(Acceptor.class.getName());

  private final DoorHost host;
  private final DoorCounters counters;
  private final BooleanSupplier freesDescriptor;
  private final LongSupplier clock;
  private final LogLimiter limiter = new LogLimiter();
  private final Queue<SocketChannel> accepted = new ArrayDeque<>(BATCH_MAX);
  private final Starvation starvation;
  private @Nullable SelectionKey key;
  private boolean ready;
  // How many connections the next iteration tries to accept. A call that finds no connection costs
  // as much as one that finds one. So an iteration tries as many as the last one found, and twice
  // as many if that one could have found more.
  private int batch = 1;
  private int failuresInARow;
  private boolean pausing;
  private long pauseEndsNanos;
  private volatile boolean full;

  /**
   * @param freesDescriptor closes a connection to free its descriptor; false if there is none
   * @param clocks of the thread that accepts
   */
  Acceptor(
      DoorHost host, DoorCounters counters, BooleanSupplier freesDescriptor, DoorClocks clocks) {
    this.host = host;
    this.counters = counters;
    this.freesDescriptor = freesDescriptor;
    this.clock = clocks.now();
    this.starvation = new Starvation(clocks);
  }

  /** Gives up the listener; the next selection completes this. */
  void stop() {
    if (key != null) {
      key.cancel();
    }
    key = null;
    ready = false;
    pausing = false;
    failuresInARow = 0;
    full = false;
    starvation.note(/* many= */ false);
  }

  /** Returns whether accepting is suspended for lack of capacity. Callable from any thread. */
  boolean isFull() {
    return full;
  }

  /** Returns whether many connections wait for want of a processor. Callable from any thread. */
  boolean isStarved() {
    return starvation.isStarved();
  }

  /** Returns whether many connections wait in the backlog. */
  boolean manyWait() {
    return starvation.manyWait();
  }

  /** Notes that the selector reports a waiting connection. */
  void ready() {
    ready = true;
  }

  /** Returns the accepted connections that were not taken out yet. */
  Queue<SocketChannel> accepted() {
    return accepted;
  }

  /** Accepts a batch if connections are waiting. */
  void acceptSome() {
    if (!ready || key == null) {
      starvation.note(/* many= */ false);
      return;
    }
    ready = false;
    try {
      acceptUpTo(key, Math.min(batch, host.vacancies()));
    } catch (ClosedChannelException e) {
      LOG.log(System.Logger.Level.DEBUG, "The listener was closed", e);
      stop();
    } catch (IOException | RuntimeException | Error e) {
      failed(e);
    }
  }

  /**
   * Switches to the wanted listener, and suspends or resumes accepting. Called before each
   * selection.
   *
   * @param wanted non-blocking; null to accept nothing
   * @return time in nanoseconds until the attempt that follows a failure; empty if none is pending
   */
  OptionalLong settle(@Nullable ServerSocketChannel wanted, Selector selector) {
    follow(wanted, selector);
    if (key == null) {
      return OptionalLong.empty();
    }
    boolean noRoom = updateFull();
    long pauseNanos = pausing ? pauseEndsNanos - clock.getAsLong() : 0;
    pausing = pauseNanos > 0;
    int interest = noRoom || pausing ? 0 : SelectionKey.OP_ACCEPT;
    if (interest == 0) {
      starvation.note(/* many= */ false);
    }
    if (key.interestOps() != interest) {
      key.interestOps(interest);
    }
    return pausing ? OptionalLong.of(pauseNanos) : OptionalLong.empty();
  }

  /**
   * Returns whether the container has no capacity. A thread that frees capacity wakes the loop only
   * if {@code full} is set, so the flag is set before the check that counts.
   */
  private boolean updateFull() {
    if (!full && host.vacancies() <= 0) {
      full = true;
    }
    boolean noRoom = host.vacancies() <= 0;
    if (full != noRoom) {
      full = noRoom;
    }
    return noRoom;
  }

  private void follow(@Nullable ServerSocketChannel wanted, Selector selector) {
    if (key != null && (key.channel() != wanted || !key.isValid())) {
      stop();
    }
    if (wanted == null || !wanted.isOpen() || key != null) {
      return;
    }
    try {
      key = wanted.register(selector, SelectionKey.OP_ACCEPT, this);
    } catch (ClosedChannelException e) {
      LOG.log(System.Logger.Level.DEBUG, "The listener was closed before it was heard", e);
    }
  }

  private void acceptUpTo(SelectionKey from, int most) throws IOException {
    ServerSocketChannel listener = (ServerSocketChannel) from.channel();
    for (int count = 0; count < most; count++) {
      SocketChannel channel = listener.accept();
      if (channel == null) {
        batch = Math.max(1, count);
        failuresInARow = 0;
        starvation.note(/* many= */ false);
        return;
      }
      host.accepted();
      accepted.add(channel);
    }
    starvation.note(most == batch && most >= MANY);
    if (most > 0) {
      batch = Math.min(BATCH_MAX, 2 * most);
      failuresInARow = 0;
    }
  }

  private void failed(Throwable failure) {
    counters.acceptFailed();
    // Whether the thread has a processor may change while nothing can be accepted.
    starvation.note(starvation.manyWait());
    long now = clock.getAsLong();
    // The first failure may concern a single connection, which has then left the backlog.
    if (failuresInARow > 0 && freesDescriptor.getAsBoolean()) {
      limiter.log(
          LOG,
          "Accepting a connection failed; the oldest without a hello was closed",
          failure,
          now);
      return;
    }
    long pauseMillis =
        failuresInARow == 0
            ? 0
            : (long) PAUSE_MILLIS_MIN << Math.min(PAUSE_DOUBLINGS_MAX, failuresInARow - 1);
    failuresInARow++;
    pausing = pauseMillis > 0;
    pauseEndsNanos = now + pauseMillis * NANOS_PER_MILLI;
    String when = pausing ? "in " + pauseMillis + " ms" : "at once";
    limiter.log(LOG, "Accepting a connection failed; trying again " + when, failure, now);
  }
}
