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
 * The event loop before the container, on a thread of its own, with a verifier thread beside it.
 *
 * <p>Connections come from a listener from which the door accepts by itself ({@link
 * #startAccepting}), or one by one from another acceptor ({@link #offer}).
 *
 * <p>Thread-safe: any thread may call all methods. {@link #offer} may also be called before {@link
 * #open} and after {@link #close}; after close the connection is closed. The gate decides on the
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
  private volatile boolean accepting;
  private volatile boolean closed;

  /**
   * Makes a door; {@link #open} starts it.
   *
   * @param name prefix of its threads' names
   * @throws IOException if the system gives no selector
   */
  public Door(
      String name, DoorOptions options, AdmissionGate gate, SessionVerifier sessions, DoorHost host)
      throws IOException {
    this.loop = new DoorLoop(name, options, gate, sessions, host, counters, System::nanoTime);
    this.thread = new Thread(loop, name + "-door");
    thread.setDaemon(true);
  }

  /** Starts the threads, unless they were started before or the door is closed. */
  public synchronized void open() {
    if (!opened && !closed) {
      opened = true;
      thread.start();
    }
  }

  /**
   * Accepts connections from this listener, on the door's own thread, from now on and instead of
   * any other. The listener still belongs to the caller, which closes it after {@link
   * #stopAccepting}.
   */
  public void startAccepting(ServerSocketChannel listener) throws IOException {
    listener.configureBlocking(false);
    loop.acceptFrom(listener);
    accepting = true;
  }

  /**
   * Stops accepting; new connections wait in the listener's backlog. Returns when the listener is
   * registered with no selector, so that closing it takes effect at once, or after five seconds.
   * Must not be called on the door's thread.
   */
  public void stopAccepting() {
    accepting = false;
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

  /**
   * Notes that {@link DoorHost#vacancies} may have become more than 0. Callable from any thread.
   */
  public void vacancy() {
    loop.vacancy();
  }

  /** Returns whether it accepts connections: the server has started, and does not stop. */
  public boolean isAccepting() {
    return accepting && !closed;
  }

  /** Takes over a connection; the caller must not use it again. */
  public void offer(SocketChannel channel) {
    if (closed) {
      loop.turnAway(channel);
    } else {
      loop.offer(channel);
    }
  }

  /**
   * Returns whether many connections wait in the listener's backlog because the door's thread gets
   * too little of a processor. Cheap; false if another acceptor calls {@link #offer}.
   */
  public boolean isStarved() {
    return loop.isStarved();
  }

  /** Returns the number of connections without a decision and without a waiting place. */
  public int undecidedCount() {
    return loop.undecidedCount();
  }

  /** Returns the live counters of the waiting room. */
  public WaitingRoomCounters waiting() {
    return loop.waitingConnections().counters();
  }

  /** Returns the live counters of the door. */
  public DoorCounters counters() {
    return counters;
  }

  DoorLoop loop() {
    return loop;
  }

  /** Returns the ids of the door's threads, so that their CPU time can be measured. */
  public List<Long> threadIds() {
    return List.of(thread.getId(), loop.verifier().threadId());
  }

  /**
   * Closes all undecided and waiting connections, and ends the threads. Waits for the loop's end,
   * at most five seconds.
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
