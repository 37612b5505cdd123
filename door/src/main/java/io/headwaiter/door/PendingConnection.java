package io.headwaiter.door;

import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.SessionLookup;
import io.headwaiter.core.admission.WaitingRoom;
import io.headwaiter.core.hello.ClientHelloParser;
import io.headwaiter.core.hello.ResumptionClaim;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A connection that is undecided or waits. Confined to the door's thread, except the final fields,
 * the claim and the server name.
 */
final class PendingConnection {
  private static final int KEPT_BYTES_MIN = 1024;

  final SocketChannel channel;
  final long arrivedNanos;

  @Nullable SelectionKey key;
  // Set if the first read did not bring the whole hello.
  @Nullable ClientHelloParser parser;
  @Nullable ByteBuffer kept;
  // Set during the look-up of the claim; null again when its answer is no longer needed.
  volatile @Nullable ResumptionClaim claim;
  @Nullable String serverName;
  // Whether the last read left nothing unread.
  boolean drained;
  long @Nullable [] useKeys;
  // Number of the client's address, if parallel connections are recognised by it.
  long address = Networks.UNKNOWN;
  // Whether a header of the PROXY protocol comes before the hello, and the client that it named.
  boolean isHeaderDue;
  @Nullable InetSocketAddress named;
  // Set while it has a waiting place; its bytes are then ready for the handover, position to limit.
  WaitingRoom.@Nullable Place<PendingConnection> place;

  // Whether the container or the closer has it: whatever fails then, they end it.
  boolean isGivenAway;

  // Result of the look-up, and the entry as which it would be admitted by that.
  SessionLookup lookup = SessionLookup.UNKNOWN;
  Entry entry = Entry.NEW;

  PendingConnection(SocketChannel channel, long arrivedNanos) {
    this.channel = channel;
    this.arrivedNanos = arrivedNanos;
  }

  /**
   * Returns the address of the client: the one that a balancer has named, or that of the
   * connection. Null if the connection is closed.
   */
  @Nullable InetAddress client() {
    return named == null ? Networks.addressOf(channel) : named.getAddress();
  }

  /** Copies bytes that must outlive the shared read buffer; {@code kept} then accepts more. */
  void keep(ByteBuffer received) {
    kept = ByteBuffer.allocate(Math.max(KEPT_BYTES_MIN, received.remaining()));
    kept.put(received);
  }

  /** Begins to wait, with a copy of the bytes that is no larger than they are. */
  void settle(WaitingRoom.Place<PendingConnection> waitingPlace, ByteBuffer received) {
    place = waitingPlace;
    // The client may send more while it waits.
    drained = false;
    claim = null;
    serverName = null;
    useKeys = null;
    parser = null;
    kept = ByteBuffer.allocate(received.remaining()).put(received).flip();
  }

  /** Keeps a few more bytes of a waiting connection. */
  void keepMore(ByteBuffer more) {
    ByteBuffer all = ByteBuffer.allocate(bytes().remaining() + more.remaining());
    kept = all.put(bytes()).put(more).flip();
  }

  /**
   * Makes space for at least one more byte, without going over {@code bytesMax}; false if there is
   * none.
   */
  boolean makeRoom(int bytesMax) {
    ByteBuffer full = bytes();
    if (full.hasRemaining()) {
      return true;
    }
    if (full.capacity() >= bytesMax) {
      return false;
    }
    kept = ByteBuffer.allocate(Math.min(bytesMax, full.capacity() * 2)).put(full.flip());
    return true;
  }

  /**
   * Releases the claim, the parser and the kept bytes when the connection is decided: the
   * verifier's queue may still hold this object, and its bytes no longer count.
   */
  void forget() {
    claim = null;
    parser = null;
    kept = null;
  }

  /** Returns the bytes that are kept; there must be some. */
  ByteBuffer bytes() {
    return Objects.requireNonNull(kept, "no bytes are kept");
  }

  int keptBytes() {
    return kept == null ? 0 : kept.capacity();
  }
}
