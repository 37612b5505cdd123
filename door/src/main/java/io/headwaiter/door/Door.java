package io.headwaiter.door;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.admission.WaitingRoomCounters;
import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The door of a server: an event loop on a thread of its own, with a verifier thread beside it.
 *
 * <p>Connections come from a listener that the door accepts from by itself ({@link
 * #startAccepting}), or one by one from somebody else who accepts ({@link #offer}).
 *
 * <p>Threads: all methods may be called from any thread, {@link #offer} also before {@link #open}
 * and after {@link #close} (the connection is then closed). The gate's decisions happen on the
 * door's thread only.
 */
public final class Door implements AutoCloseable {
  private static final long STOP_MILLIS_MAX = 5_000;
  private static final long STOP_ACCEPTING_MILLIS_MAX = 5_000;
  private static final System.Logger LOG = System.getLogger(Door.class.getName());

  private final DoorLoop loop;
  private final DoorCounters counters = new DoorCounters();
  private final Thread thread;
  private volatile boolean opened;
  private volatile boolean closed;

  /**
   * Makes a door without a waiting room, a bound on tickets or anybody who passes first; {@link
   * #open} starts it.
   *
   * @param name of its threads
   * @throws IOException if the system gives no selector
   */
  public Door(
      String name,
      DoorSettings settings,
      AdmissionGate gate,
      SessionVerifier sessions,
      DoorHost host)
      throws IOException {
    this(
        name,
        settings,
        WaitingSettings.NONE,
        LaneSettings.NONE,
        BypassSettings.NONE,
        gate,
        sessions,
        host);
  }

  /**
   * Makes a door; {@link #open} starts it.
   *
   * @param name of its threads
   * @param waiting who may wait while the gate has no room
   * @param lane how often one ticket may be used
   * @param bypass who passes first
   * @throws IOException if the system gives no selector
   */
  public Door(
      String name,
      DoorSettings settings,
      WaitingSettings waiting,
      LaneSettings lane,
      BypassSettings bypass,
      AdmissionGate gate,
      SessionVerifier sessions,
      DoorHost host)
      throws IOException {
    this.loop =
        new DoorLoop(
            name,
            settings,
            waiting,
            lane,
            bypass,
            gate,
            sessions,
            host,
            counters,
            System::nanoTime);
    this.thread = new Thread(loop, name + "-door");
    thread.setDaemon(true);
  }

  /** Starts the threads; once, and not after {@link #close}. */
  public synchronized void open() {
    if (!opened && !closed) {
      opened = true;
      thread.start();
    }
  }

  /**
   * Accepts connections from this listener, on the door's own thread, from now on and instead of
   * any other. The listener still belongs to the caller, who closes it after {@link
   * #stopAccepting}.
   *
   * @throws IOException if the listener cannot be made non-blocking
   */
  public void startAccepting(ServerSocketChannel listener) throws IOException {
    listener.configureBlocking(false);
    loop.acceptFrom(listener);
  }

  /**
   * Accepts nothing any more; whoever comes waits in the listener's backlog. Returns when the
   * listener is registered with no selector, so that closing it takes effect at once, or after five
   * seconds. Not to be called on the door's thread.
   */
  public void stopAccepting() {
    CountDownLatch done = new CountDownLatch(1);
    loop.stopAccepting(done);
    try {
      if (opened && !done.await(STOP_ACCEPTING_MILLIS_MAX, TimeUnit.MILLISECONDS)) {
        LOG.log(System.Logger.Level.WARNING, "The door was too busy to let go of its listener");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** To be called, from any thread, when {@link DoorHost#vacancies} may have become more than 0. */
  public void vacancy() {
    loop.vacancy();
  }

  /** Takes a connection over; the caller must not touch it again. */
  public void offer(SocketChannel channel) {
    if (closed) {
      loop.turnAway(channel);
    } else {
      loop.offer(channel);
    }
  }

  /** Connections without a decision now, and without a place in the waiting room. */
  public int undecidedCount() {
    return loop.undecidedCount();
  }

  /** The waiting room as it is now. */
  public WaitingRoomCounters waiting() {
    return loop.lobby().counters();
  }

  /** What the door has seen so far. */
  public DoorCounters counters() {
    return counters;
  }

  DoorLoop loop() {
    return loop;
  }

  /** Ids of the door's threads, so that their CPU time can be measured. */
  public List<Long> threadIds() {
    return List.of(thread.getId(), loop.verifier().threadId());
  }

  /**
   * Closes all connections that are undecided or wait, and ends the threads; waits for the loop's
   * end, at most five seconds.
   */
  @Override
  public synchronized void close() {
    closed = true;
    loop.stop();
    if (!opened) {
      loop.end();
      return;
    }
    try {
      thread.join(STOP_MILLIS_MAX);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
