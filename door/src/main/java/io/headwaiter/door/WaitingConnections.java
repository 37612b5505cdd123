package io.headwaiter.door;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.admission.Decision;
import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.RefusalReason;
import io.headwaiter.core.admission.WaitingRoom;
import io.headwaiter.core.admission.WaitingRoomCounters;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The waiting room of the door. It holds connections with their hello, registered with the door's
 * selector so that the departure of a client is noticed at once, unless the client has sent more
 * bytes.
 *
 * <p>While a visit waits, every new connection goes through the waiting room, so that none
 * overtakes. In each iteration the loop takes out a bounded number of connections by {@link
 * #nextExpired} and {@link #nextAdmitted}, so that a sudden rise in capacity does not keep it from
 * its other connections. Confined to the loop's thread, except the counters.
 */
final class WaitingConnections {
  /**
   * Largest hello, with the bytes behind it, that is kept while its client waits. Hellos of today's
   * clients have up to about 2 KB; a larger one gets no place.
   */
  static final int HELLO_BYTES_MAX = 3072;

  private static final long LOOK_NANOS_MAX = 10_000_000L;
  private static final Decision FULL = Decision.refuse(RefusalReason.WAITING_FULL);
  private static final Decision TOO_LATE = Decision.refuse(RefusalReason.WAITING_PATIENCE);

  /** A connection that leaves the waiting room, what was received from it, and what to do. */
  record Departure(PendingConnection pending, ByteBuffer received, Decision decision) {}

  private final AdmissionGate gate;
  private final Selector selector;
  private final UndecidedList undecided;
  private final Networks networks;
  private final boolean open;
  private final boolean shared;
  private final WaitingRoom<PendingConnection> room;
  private final ByteBuffer oneByte = ByteBuffer.allocate(1);
  private final AtomicLong keptBytes = new AtomicLong();
  // Has lost its place to the connection that was received last, and is not refused yet.
  private @Nullable PendingConnection displaced;

  /**
   * @param undecided the connections that wait for their hello or a look-up; one that gets a place
   *     is removed from it
   */
  WaitingConnections(
      WaitingSettings settings, AdmissionGate gate, Selector selector, UndecidedList undecided) {
    this.gate = gate;
    this.selector = selector;
    this.undecided = undecided;
    this.networks = new Networks(settings.ipv4Prefix(), settings.ipv6Prefix());
    this.open = settings.room().lengthMax() > 0;
    this.shared = settings.sharedWithoutRoom();
    this.room = new WaitingRoom<>(settings.room(), gate::newVisitsPerSecond);
  }

  /**
   * Decides on a connection that would begin a visit: admits it if the gate has capacity and none
   * waits, else gives it a place if it can, which may displace another. A connection with a session
   * overtakes the waiting ones if the gate has capacity for it. Without a waiting room the
   * connection is admitted or refused at once, as the share of its network allows if networks
   * share.
   *
   * @return {@code WAIT} if it has a place; otherwise the caller applies the decision
   * @throws IOException if the connection cannot be watched; it has no place then
   */
  Decision receive(PendingConnection pending, ByteBuffer received, long nowNanos)
      throws IOException {
    if (!open) {
      long network = shared ? networks.ofKnown(pending.client()) : AdmissionGate.NO_NETWORK;
      return gate.decideVisit(pending.entry, network, nowNanos);
    }
    if (room.isEmpty() || pending.entry != Entry.NEW) {
      Decision decision = gate.offerVisit(pending.entry, nowNanos);
      if (decision.outcome() == Decision.Outcome.ADMIT) {
        return decision;
      }
    }
    if (received.remaining() > HELLO_BYTES_MAX) {
      return refused(pending, FULL, nowNanos);
    }
    long network = networks.ofKnown(pending.client());
    WaitingRoom.Entrance<PendingConnection> entrance = room.enter(pending, network, nowNanos);
    if (entrance.displaced() != null) {
      displaced = entrance.displaced();
    }
    if (entrance.place() == null) {
      return refused(pending, FULL, nowNanos);
    }
    seat(pending, received, entrance.place(), nowNanos);
    return Decision.WAIT;
  }

  private void seat(
      PendingConnection pending,
      ByteBuffer received,
      WaitingRoom.Place<PendingConnection> place,
      long nowNanos)
      throws IOException {
    undecided.remove(pending);
    pending.settle(place, received);
    keptBytes.addAndGet(pending.keptBytes());
    try {
      if (pending.key == null) {
        pending.key = pending.channel.register(selector, SelectionKey.OP_READ, pending);
      } else {
        pending.key.interestOps(SelectionKey.OP_READ);
      }
    } catch (IOException | RuntimeException e) {
      // A connection that cannot be watched must not keep a place.
      room.leave(place, nowNanos);
      takeOut(pending);
      undecided.add(pending);
      throw e;
    }
  }

  /**
   * Handles a waiting connection that the selector reports: its client has left, or has sent more.
   *
   * @return whether the client has left; the connection has no place any more then
   */
  boolean hasLeft(PendingConnection pending, long nowNanos) {
    int count;
    try {
      oneByte.clear();
      count = pending.channel.read(oneByte);
    } catch (IOException e) {
      count = -1; // a reset
    }
    if (count < 0) {
      boolean waited = room.leave(Objects.requireNonNull(pending.place), nowNanos);
      if (waited) {
        takeOut(pending);
      }
      return waited;
    }
    if (count > 0) {
      // Further bytes stay in the kernel, which bounds them. The selector no longer reports this
      // connection.
      keptBytes.addAndGet(-pending.keptBytes());
      pending.keepMore(oneByte.flip());
      keptBytes.addAndGet(pending.keptBytes());
      Objects.requireNonNull(pending.key).interestOps(0);
    }
    return false;
  }

  /**
   * Takes out the connection that the one received last has displaced; null if there is none. To be
   * called after each {@link #receive}.
   */
  @Nullable Departure takeDisplaced(long nowNanos) {
    PendingConnection lost = displaced;
    displaced = null;
    return lost == null ? null : new Departure(lost, takeOut(lost), refused(lost, FULL, nowNanos));
  }

  /** Takes out a connection that has waited too long; null if there is none. */
  @Nullable Departure nextExpired(long nowNanos) {
    PendingConnection late = room.expire(nowNanos);
    return late == null
        ? null
        : new Departure(late, takeOut(late), refused(late, TOO_LATE, nowNanos));
  }

  /** Counts a refusal at the gate, and returns it. */
  private Decision refused(PendingConnection pending, Decision refusal, long nowNanos) {
    gate.noteRefusal(refusal.refusedFor(), pending.entry, nowNanos);
    return refusal;
  }

  /**
   * Takes out a connection for which the gate has capacity, and charges it; null if there is none.
   * The caller admits it before it asks for the next one.
   */
  @Nullable Departure nextAdmitted(long nowNanos) {
    if (room.isEmpty() || !gate.hasRoom(nowNanos)) {
      return null;
    }
    PendingConnection pending = room.release(nowNanos);
    return pending == null
        ? null
        : new Departure(pending, takeOut(pending), gate.admitVisit(pending.entry, nowNanos));
  }

  /**
   * Returns the nanoseconds until a connection may be taken out, at most 10 ms; the maximum if none
   * waits.
   */
  long nanosToService(long nowNanos) {
    if (room.isEmpty()) {
      return Long.MAX_VALUE;
    }
    long nanos = Math.min(gate.nanosToRoom(nowNanos), room.nanosToExpiry(nowNanos));
    return Math.min(nanos, LOOK_NANOS_MAX);
  }

  /** Takes out a waiting connection because the server stops; null if none waits. */
  @Nullable PendingConnection nextDismissed(long nowNanos) {
    PendingConnection pending = room.dismiss(nowNanos);
    if (pending != null) {
      takeOut(pending);
    }
    return pending;
  }

  /** Returns the counters; any thread may read them. */
  WaitingRoomCounters counters() {
    return room.counters();
  }

  /** Returns the bytes of hellos that are kept now. Callable from any thread. */
  long keptBytes() {
    return keptBytes.get();
  }

  private ByteBuffer takeOut(PendingConnection pending) {
    ByteBuffer received = pending.bytes();
    keptBytes.addAndGet(-pending.keptBytes());
    pending.place = null;
    return received;
  }
}
