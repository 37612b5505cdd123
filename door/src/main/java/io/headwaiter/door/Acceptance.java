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

/**
 * Accepts connections on the door's own thread, so that none of them changes threads before it is
 * decided. Belongs to that thread, but for {@link #isFull}.
 *
 * <p>While the container has no room for more connections nothing is accepted; new connections wait
 * in the listener's backlog. If the system fails to accept, for want of file descriptors above all,
 * the next attempt is made at once. If that fails, too, the oldest connection that is undecided is
 * closed for its descriptor, and the next attempt is made when it is: else as many silent clients
 * as there are descriptors would keep all others out. If there is none, the next attempt is made 50
 * ms later, then 100, 200 and so on up to 1.6 s.
 */
final class Acceptance {
  /** At most so many in one turn of the loop, so that those at the door get their turn, too. */
  static final int BATCH_MAX = 64;

  private static final int PAUSE_MILLIS_MIN = 50;
  private static final int PAUSE_DOUBLINGS_MAX = 5;
  private static final long NANOS_PER_MILLI = 1_000_000L;
  private static final System.Logger LOG = System.getLogger(Acceptance.class.getName());

  private final DoorHost host;
  private final DoorCounters counters;
  private final BooleanSupplier freesDescriptor;
  private final LongSupplier clock;
  private final LogLimiter limiter = new LogLimiter();
  private final Queue<SocketChannel> accepted = new ArrayDeque<>(BATCH_MAX);
  private SelectionKey key;
  private boolean ready;
  // How many the next turn tries to accept. One call that finds no connection costs as much as one
  // that finds one, so a turn takes as many as the last one found, and twice as many if it could
  // have found more.
  private int batch = 1;
  private int failuresInARow;
  private boolean pausing;
  private long pauseEndsNanos;
  private volatile boolean full;

  /**
   * @param freesDescriptor closes a connection that can be spared; false if there is none
   */
  Acceptance(
      DoorHost host, DoorCounters counters, BooleanSupplier freesDescriptor, LongSupplier clock) {
    this.host = host;
    this.counters = counters;
    this.freesDescriptor = freesDescriptor;
    this.clock = clock;
  }

  /** Lets go of the listener, for good after the next selection. */
  void stop() {
    if (key != null) {
      key.cancel();
    }
    key = null;
    ready = false;
    pausing = false;
    failuresInARow = 0;
    full = false;
  }

  /** From any thread: nothing is accepted because the container has no room. */
  boolean isFull() {
    return full;
  }

  /** The selector says that a connection is waiting. */
  void ready() {
    ready = true;
  }

  /** Connections that were accepted and not taken out yet. */
  Queue<SocketChannel> accepted() {
    return accepted;
  }

  /** Accepts a batch if connections are waiting. */
  void acceptSome() {
    if (!ready || key == null) {
      return;
    }
    ready = false;
    try {
      acceptUpTo(Math.min(batch, host.vacancies()));
    } catch (ClosedChannelException e) {
      LOG.log(System.Logger.Level.DEBUG, "The listener was closed", e);
      stop();
    } catch (IOException | RuntimeException | Error e) {
      failed(e);
    }
  }

  /**
   * Turns to the listener that is wanted, and looks before the loop sleeps whether something holds
   * accepting up, or does no longer.
   *
   * @param wanted non-blocking; null to accept nothing
   * @return time until an attempt after a failure is due; empty if there was none
   */
  OptionalLong settle(ServerSocketChannel wanted, Selector selector) {
    follow(wanted, selector);
    if (key == null) {
      return OptionalLong.empty();
    }
    boolean noRoom = isWithoutRoom();
    long pauseNanos = pausing ? pauseEndsNanos - clock.getAsLong() : 0;
    pausing = pauseNanos > 0;
    int interest = noRoom || pausing ? 0 : SelectionKey.OP_ACCEPT;
    if (key.interestOps() != interest) {
      key.interestOps(interest);
    }
    return pausing ? OptionalLong.of(pauseNanos) : OptionalLong.empty();
  }

  /**
   * A thread that makes room wakes a full loop only: so that is said before the look that counts.
   */
  private boolean isWithoutRoom() {
    if (!full && host.vacancies() <= 0) {
      full = true;
    }
    boolean noRoom = host.vacancies() <= 0;
    if (full != noRoom) {
      full = noRoom;
    }
    return noRoom;
  }

  private void follow(ServerSocketChannel wanted, Selector selector) {
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

  private void acceptUpTo(int most) throws IOException {
    ServerSocketChannel listener = (ServerSocketChannel) key.channel();
    for (int count = 0; count < most; count++) {
      SocketChannel channel = listener.accept();
      if (channel == null) {
        batch = Math.max(1, count);
        failuresInARow = 0;
        return;
      }
      host.accepted();
      accepted.add(channel);
    }
    if (most > 0) {
      batch = Math.min(BATCH_MAX, 2 * most);
      failuresInARow = 0;
    }
  }

  private void failed(Throwable failure) {
    counters.acceptFailed();
    long now = clock.getAsLong();
    // The first failure may be that of one client, which left the queue with it.
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
    limiter.log(
        LOG, "Accepting a connection failed; trying again in " + pauseMillis + " ms", failure, now);
  }
}
