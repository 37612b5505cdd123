package io.headwaiter.baseline;

import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import jdk.jfr.consumer.RecordingStream;

/**
 * How long the threads of this JVM wait for bytes or for a monitor, all together, since the start.
 * From the flight recorder, which tells of a wait up to a second after its end. Thread-safe.
 *
 * <p>Bytes are those of a client whose connection a worker keeps, and those of blocking sockets,
 * such as a database's.
 */
public final class ThreadWaits implements AutoCloseable {
  private static final String[] BYTES = {WorkerWaitEvent.NAME, "jdk.SocketRead", "jdk.SocketWrite"};
  private static final String MONITOR = "jdk.JavaMonitorEnter";
  private static final Duration FLUSH_MAX = Duration.ofSeconds(5);
  private static final Duration KEPT = Duration.ofSeconds(30);

  private final RecordingStream stream = new RecordingStream();
  private final LongAdder bytesNanos = new LongAdder();
  private final LongAdder monitorNanos = new LongAdder();
  private final Object flushed = new Object();
  private long flushes;

  private ThreadWaits() {
    for (String event : BYTES) {
      sum(event, bytesNanos);
    }
    sum(MONITOR, monitorNanos);
    stream.onFlush(this::noteFlush);
    stream.setMaxAge(KEPT);
    stream.setOrdered(false);
    stream.setReuse(true);
  }

  /** Starts to count. */
  public static ThreadWaits start() {
    ThreadWaits waits = new ThreadWaits();
    waits.stream.startAsync();
    return waits;
  }

  private void sum(String event, LongAdder nanos) {
    stream.enable(event).withoutThreshold().withoutStackTrace();
    stream.onEvent(event, one -> nanos.add(one.getDuration().toNanos()));
  }

  private void noteFlush() {
    synchronized (flushed) {
      flushes++;
      flushed.notifyAll();
    }
  }

  /**
   * Waits until the recorder has told of all waits that ended before: at most two of its seconds.
   * An interrupt ends it.
   */
  public void awaitFlush() {
    long deadline = System.nanoTime() + FLUSH_MAX.toNanos();
    synchronized (flushed) {
      // What ended just before is in the second flush from now, if the first is under way.
      long wanted = flushes + 2;
      try {
        while (flushes < wanted && System.nanoTime() < deadline) {
          flushed.wait(FLUSH_MAX.toMillis());
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Returns how long threads waited for bytes. */
  public long bytesNanos() {
    return bytesNanos.sum();
  }

  /** Returns how long threads waited for a monitor that another had. */
  public long monitorNanos() {
    return monitorNanos.sum();
  }

  @Override
  public void close() {
    stream.close();
  }
}
