package io.headwaiter.door;

import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.jspecify.annotations.Nullable;

/** A connection that was sent an alert and is read until the client has left. */
final class LingeringClose {
  final SocketChannel channel;
  final long untilNanos;
  @Nullable SelectionKey key;
  int bytesLeft;

  LingeringClose(SocketChannel channel, long untilNanos, int bytesLeft) {
    this.channel = channel;
    this.untilNanos = untilNanos;
    this.bytesLeft = bytesLeft;
  }
}
