package io.headwaiter.door;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.admission.WaitingRoomCounters;
import java.io.IOException;
import java.nio.channels.SocketChannel;
import java.util.List;

/**
 * The door of a server: an event loop on a thread of its own, with a verifier thread beside it.
 *
 * <p>Threads: {@link #offer} may be called from any thread, also before {@link #open} and after
 * {@link #close} (the connection is then closed). The gate's decisions happen on the door's thread
 * only.
 */
public final class Door implements AutoCloseable {
  private static final long STOP_MILLIS_MAX = 5_000;

  private final DoorLoop loop;
  private final DoorCounters counters = new DoorCounters();
  private final DoorHost host;
  private final Thread thread;
  private boolean opened;
  private volatile boolean closed;

  /**
   * Makes a door without a waiting room or a bound on tickets; {@link #open} starts it.
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
    this(name, settings, WaitingSettings.NONE, LaneSettings.NONE, gate, sessions, host);
  }

  /**
   * Makes a door; {@link #open} starts it.
   *
   * @param name of its threads
   * @param waiting who may wait while the gate has no room
   * @param lane how often one ticket may be used
   * @throws IOException if the system gives no selector
   */
  public Door(
      String name,
      DoorSettings settings,
      WaitingSettings waiting,
      LaneSettings lane,
      AdmissionGate gate,
      SessionVerifier sessions,
      DoorHost host)
      throws IOException {
    this.host = host;
    this.loop =
        new DoorLoop(
            name, settings, waiting, lane, gate, sessions, host, counters, System::nanoTime);
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

  /** Takes a connection over; the caller must not touch it again. */
  public void offer(SocketChannel channel) {
    if (closed) {
      host.discard(channel);
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
