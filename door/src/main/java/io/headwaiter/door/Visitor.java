package io.headwaiter.door;

import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.Verdict;
import io.headwaiter.core.admission.WaitingRoom;
import io.headwaiter.core.hello.ClientHelloParser;
import io.headwaiter.core.hello.ResumptionClaim;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;

/**
 * A connection that is not decided yet. Belongs to the door's thread, but for the final fields and
 * the claim.
 */
final class Visitor {
  private static final int KEPT_BYTES_MIN = 1024;

  final SocketChannel channel;
  final long arrivedNanos;

  SelectionKey key;
  // Set once the first read did not bring the whole hello.
  ClientHelloParser parser;
  ByteBuffer kept;
  // Set while the claim is being looked up; null again when nobody waits for the answer any more.
  volatile ResumptionClaim claim;
  String serverName;
  // Whether the last read left nothing unread.
  boolean drained;
  long[] laneKeys;
  // Of its client, where parallel connections are known by it.
  long address = Networks.UNKNOWN;
  // Set while it waits for room; its bytes are then ready to be handed over, position to limit.
  WaitingRoom.Place<Visitor> place;

  // What the look-up said, and as what it would come in by that.
  Verdict verdict = Verdict.UNKNOWN;
  Entry entry = Entry.NEW;

  Visitor(SocketChannel channel, long arrivedNanos) {
    this.channel = channel;
    this.arrivedNanos = arrivedNanos;
  }

  /**
   * Keeps a copy of bytes that must outlive the shared read buffer; {@code kept} is then ready for
   * more.
   */
  void keep(ByteBuffer received) {
    kept = ByteBuffer.allocate(Math.max(KEPT_BYTES_MIN, received.remaining()));
    kept.put(received);
  }

  /** Waits from here on, with a copy of its bytes that is no larger than they are. */
  void settle(WaitingRoom.Place<Visitor> waitingPlace, ByteBuffer received) {
    place = waitingPlace;
    // While it waits the client may say more.
    drained = false;
    claim = null;
    serverName = null;
    laneKeys = null;
    parser = null;
    kept = ByteBuffer.allocate(received.remaining()).put(received).flip();
  }

  /** Keeps a few more bytes of one that waits. */
  void keepMore(ByteBuffer more) {
    kept = ByteBuffer.allocate(kept.remaining() + more.remaining()).put(kept).put(more).flip();
  }

  /**
   * Makes room for at least one more byte, without going over {@code bytesMax}; false if there is
   * none.
   */
  boolean makeRoom(int bytesMax) {
    if (kept.hasRemaining()) {
      return true;
    }
    if (kept.capacity() >= bytesMax) {
      return false;
    }
    ByteBuffer larger = ByteBuffer.allocate(Math.min(bytesMax, kept.capacity() * 2));
    kept.flip();
    larger.put(kept);
    kept = larger;
    return true;
  }

  /**
   * Lets go of everything but the channel and its key when the connection is decided: the
   * verifier's queue may still hold this visitor, and its bytes are not counted any more.
   */
  void forget() {
    claim = null;
    parser = null;
    kept = null;
  }

  int keptBytes() {
    return kept == null ? 0 : kept.capacity();
  }
}
