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
import java.util.concurrent.atomic.AtomicLong;

/**
 * The waiting room of the door. It holds connections with their hello, registered with the door's
 * selector so that the departure of a client is noticed at once, unless the client has sent more
 * bytes.
 *
 * <p>While a visit waits, every new connection goes through the waiting room, so that none
 * overtakes. The loop calls {@link #serve} once in each iteration. It admits a bounded number, so
 * that a sudden rise in capacity does not keep the loop from its other connections. Confined to the
 * loop's thread, except the counters.
 */
final class WaitingConnections {
  /**
   * Largest hello, with the bytes behind it, that is kept while its client waits. Hellos of today's
   * clients have up to about 2 KB; a larger one gets no place.
   */
  static final int HELLO_BYTES_MAX = 3072;

  private static final int RELEASES_PER_TURN = 32;
  private static final int DISMISSALS_PER_TURN = 256;
  private static final long LOOK_NANOS_MAX = 10_000_000L;

  /** The ways out of the waiting room. */
  interface Exits {
    /** Leaves this connection to the waiting room alone. */
    void waits(PendingConnection pending);

    /** Admits or refuses the connection, as decided. */
    void follow(PendingConnection pending, ByteBuffer received, Decision decision);

    /** Refuses a connection from which these bytes were received. */
    void refuse(PendingConnection pending, ByteBuffer received, RefusalReason reason);
  }

  private final AdmissionGate gate;
  private final Selector selector;
  private final Exits exits;
  private final Networks networks;
  private final boolean open;
  private final boolean shared;
  private final WaitingRoom<PendingConnection> room;
  private final ByteBuffer oneByte = ByteBuffer.allocate(1);
  private final AtomicLong keptBytes = new AtomicLong();

  WaitingConnections(WaitingSettings settings, AdmissionGate gate, Selector selector, Exits exits) {
    this.gate = gate;
    this.selector = selector;
    this.exits = exits;
    this.networks = new Networks(settings.ipv4Prefix(), settings.ipv6Prefix());
    this.open = settings.room().lengthMax() > 0;
    this.shared = settings.sharedWithoutRoom();
    this.room = new WaitingRoom<>(settings.room(), gate::newVisitsPerSecond);
  }

  /**
   * Takes a connection that would begin a visit: admits it if the gate has capacity and none waits,
   * else gives it a place if it can. A connection with a session overtakes the waiting ones if the
   * gate has capacity for it. Without a waiting room the connection is admitted or refused at once,
   * as the share of its network allows if networks share.
   */
  void receive(PendingConnection pending, ByteBuffer received, long nowNanos) throws IOException {
    if (!open) {
      long network =
          shared ? networks.of(pending.channel.getRemoteAddress()) : AdmissionGate.NO_NETWORK;
      exits.follow(pending, received, gate.decideVisit(pending.entry, network, nowNanos));
      return;
    }
    if (room.isEmpty() || pending.entry != Entry.NEW) {
      Decision decision = gate.offerVisit(pending.entry, nowNanos);
      if (decision.outcome() == Decision.Outcome.ADMIT) {
        exits.follow(pending, received, decision);
        return;
      }
    }
    if (received.remaining() > HELLO_BYTES_MAX) {
      exits.refuse(pending, received, RefusalReason.WAITING_FULL);
      return;
    }
    long network = networks.of(pending.channel.getRemoteAddress());
    WaitingRoom.Entrance<PendingConnection> entrance = room.enter(pending, network, nowNanos);
    if (entrance.displaced() != null) {
      dismiss(entrance.displaced(), RefusalReason.WAITING_FULL);
    }
    if (entrance.place() == null) {
      exits.refuse(pending, received, RefusalReason.WAITING_FULL);
    } else {
      seat(pending, received, entrance.place(), nowNanos);
    }
  }

  private void seat(
      PendingConnection pending,
      ByteBuffer received,
      WaitingRoom.Place<PendingConnection> place,
      long nowNanos)
      throws IOException {
    exits.waits(pending);
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
      left(pending, nowNanos);
      throw e;
    }
  }

  /**
   * Handles a waiting connection that the selector reports: its client has left, or has sent more.
   */
  void readable(PendingConnection pending, long nowNanos) {
    int count;
    try {
      oneByte.clear();
      count = pending.channel.read(oneByte);
    } catch (IOException e) {
      count = -1; // a reset
    }
    if (count < 0) {
      left(pending, nowNanos);
    } else if (count > 0) {
      // Further bytes stay in the kernel, which bounds them. The selector no longer reports this
      // connection.
      keptBytes.addAndGet(-pending.keptBytes());
      pending.keepMore(oneByte.flip());
      keptBytes.addAndGet(pending.keptBytes());
      pending.key.interestOps(0);
    }
  }

  /**
   * Refuses visits that have waited too long, and admits visits while the gate has capacity; both
   * in bounded numbers.
   */
  void serve(long nowNanos) {
    for (int i = 0; i < DISMISSALS_PER_TURN; i++) {
      PendingConnection pending = room.expire(nowNanos);
      if (pending == null) {
        break;
      }
      dismiss(pending, RefusalReason.WAITING_PATIENCE);
    }
    for (int i = 0; i < RELEASES_PER_TURN && !room.isEmpty() && gate.hasRoom(nowNanos); i++) {
      PendingConnection pending = room.release(nowNanos);
      ByteBuffer received = takeOut(pending);
      exits.follow(pending, received, gate.admitVisit(pending.entry, nowNanos));
    }
  }

  /**
   * Returns the nanoseconds until {@link #serve} may have something to do, at most 10 ms; the
   * maximum if none waits.
   */
  long nanosToService(long nowNanos) {
    if (room.isEmpty()) {
      return Long.MAX_VALUE;
    }
    long nanos = Math.min(gate.nanosToRoom(nowNanos), room.nanosToExpiry(nowNanos));
    return Math.min(nanos, LOOK_NANOS_MAX);
  }

  /** Refuses all waiting visits, because the server stops. */
  void dismissAll(long nowNanos) {
    for (PendingConnection v = room.dismiss(nowNanos); v != null; v = room.dismiss(nowNanos)) {
      dismiss(v, RefusalReason.STOPPING);
    }
  }

  /** Returns the counters; any thread may read them. */
  WaitingRoomCounters counters() {
    return room.counters();
  }

  /** Returns the bytes of hellos that are kept now. Callable from any thread. */
  long keptBytes() {
    return keptBytes.get();
  }

  private void left(PendingConnection pending, long nowNanos) {
    if (room.leave(pending.place, nowNanos)) {
      dismiss(pending, RefusalReason.CLIENT_LEFT);
    }
  }

  private void dismiss(PendingConnection pending, RefusalReason reason) {
    exits.refuse(pending, takeOut(pending), reason);
  }

  private ByteBuffer takeOut(PendingConnection pending) {
    ByteBuffer received = pending.kept;
    keptBytes.addAndGet(-pending.keptBytes());
    pending.place = null;
    return received;
  }
}
