package io.headwaiter.door;

import java.io.IOException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Ends the connections that are not admitted; those that the gate refuses end in the configured
 * style. Confined to the loop's thread.
 *
 * <p>Closing a socket with unread bytes sends a reset, and a client discards an alert that a reset
 * overtakes. So an orderly close reads the received bytes first, and after an alert the connection
 * lingers. It is then shut down for writing and read until the client leaves, for at most one
 * second and 256 KiB. The settings bound the number of lingering connections; above that bound the
 * longest lingering one is closed.
 *
 * <p>A channel that is registered with a selector costs two more system calls to close than one
 * that is no longer registered. So its key is cancelled at once, and the channel is closed after
 * the next selection.
 */
final class ConnectionCloser {
  static final long LINGER_NANOS = 1_000_000_000L;
  static final int LINGER_BYTES_MAX = 256 * 1024;
  private static final int DRAIN_BYTES = 16 * 1024;
  private static final int DRAINS_MAX = 4;
  private static final System.Logger LOG = System.getLogger(ConnectionCloser.class.getName());

  private final RefusalStyle style;
  private final int lingeringMax;
  private final DoorHost host;
  private final Selector selector;
  private final LongSupplier clock;
  private final LogLimiter limiter;
  private final ByteBuffer alert;
  private final ByteBuffer scratch = ByteBuffer.allocateDirect(DRAIN_BYTES);
  private final Queue<SocketChannel> leaving = new ArrayDeque<>();
  // In order of their deadlines, because all linger equally long.
  private final Set<LingeringClose> lingering = new LinkedHashSet<>();

  ConnectionCloser(DoorSettings settings, DoorHost host, LoopContext context) {
    this.style = settings.refusalStyle();
    this.lingeringMax = settings.lingeringMax();
    this.host = host;
    this.selector = context.selector();
    this.clock = context.clock();
    this.limiter = context.limiter();
    byte[] record = style.alert() == null ? new byte[0] : style.alert().record();
    this.alert = ByteBuffer.allocateDirect(record.length).put(record).flip();
  }

  /** Ends a connection that the gate has refused, without a courtesy page. */
  void refuse(PendingConnection pending) {
    try {
      switch (style.kind()) {
        case CLOSE, COURTESY -> drain(pending);
        case RESET -> pending.channel.setOption(StandardSocketOptions.SO_LINGER, 0);
        case ALERT -> {
          sayAndLinger(pending);
          return;
        }
      }
    } catch (IOException | UnsupportedOperationException e) {
      // The client has left, or its kind of socket has no reset: a close ends it anyway.
      LOG.log(System.Logger.Level.DEBUG, "A refusal ended as a plain close", e);
    }
    close(pending);
  }

  /** Closes a connection and sends nothing. */
  void close(PendingConnection pending) {
    release(pending.channel, pending.key);
  }

  /** Handles a lingering client that has sent something or has left. */
  void ready(LingeringClose one) {
    if (!lingering.contains(one)) {
      return;
    }
    try {
      scratch.clear();
      int count = one.channel.read(scratch);
      one.bytesLeft -= Math.max(0, count);
      if (count >= 0 && one.bytesLeft > 0) {
        return;
      }
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "A lingering client has reset its connection", e);
    }
    end(one);
  }

  /** Closes connections that have lingered long enough. */
  void expire() {
    if (lingering.isEmpty()) {
      return;
    }
    long now = clock.getAsLong();
    for (LingeringClose oldest = oldest(); oldest != null; oldest = oldest()) {
      if (now - oldest.untilNanos < 0) {
        return;
      }
      end(oldest);
    }
  }

  /** Returns the time until {@link #expire} has something to do; empty if none lingers. */
  OptionalLong nanosToDeadline() {
    LingeringClose oldest = oldest();
    return oldest == null
        ? OptionalLong.empty()
        : OptionalLong.of(oldest.untilNanos - clock.getAsLong());
  }

  /** Returns the number of channels to be closed after the next selection. */
  int leaving() {
    return leaving.size();
  }

  /** Returns whether channels wait for the next selection before they are closed. */
  boolean awaitsSelection() {
    return !leaving.isEmpty();
  }

  /** Closes the channels that the last selection has deregistered, not those refused during it. */
  void closeDeregistered() {
    while (!leaving.isEmpty() && !leaving.peek().isRegistered()) {
      discard(leaving.remove());
    }
  }

  /** Closes all at once, because the loop ends. */
  void closeAll() {
    for (LingeringClose oldest = oldest(); oldest != null; oldest = oldest()) {
      end(oldest);
    }
    while (!leaving.isEmpty()) {
      discard(leaving.remove());
    }
  }

  /** Closes a channel. A failure of the container must not stop the loop. */
  void discard(SocketChannel channel) {
    try {
      host.discard(channel);
    } catch (RuntimeException | Error e) {
      limiter.log(LOG, "The container failed to close a connection", e, clock.getAsLong());
    }
  }

  private void drain(PendingConnection pending) throws IOException {
    for (int i = 0; i < DRAINS_MAX && !pending.drained; i++) {
      scratch.clear();
      pending.drained = pending.channel.read(scratch) < DRAIN_BYTES;
    }
  }

  private void sayAndLinger(PendingConnection pending) {
    LingeringClose one =
        new LingeringClose(pending.channel, clock.getAsLong() + LINGER_NANOS, LINGER_BYTES_MAX);
    one.key = pending.key;
    try {
      // Nothing was sent before, so the seven bytes always fit.
      pending.channel.write(alert.duplicate());
      pending.channel.shutdownOutput();
      if (one.key == null) {
        one.key = pending.channel.register(selector, SelectionKey.OP_READ, one);
      } else {
        one.key.attach(one);
        one.key.interestOps(SelectionKey.OP_READ);
      }
    } catch (IOException | IllegalStateException e) {
      LOG.log(System.Logger.Level.DEBUG, "The client was faster than its alert", e);
      close(pending);
      return;
    }
    lingering.add(one);
    if (lingering.size() > lingeringMax) {
      end(lingering.iterator().next());
    }
  }

  private @Nullable LingeringClose oldest() {
    Iterator<LingeringClose> all = lingering.iterator();
    return all.hasNext() ? all.next() : null;
  }

  private void end(LingeringClose one) {
    lingering.remove(one);
    release(one.channel, one.key);
  }

  private void release(SocketChannel channel, @Nullable SelectionKey key) {
    if (key == null) {
      discard(channel);
    } else {
      key.cancel();
      leaving.add(channel);
    }
  }
}
