package io.headwaiter.front;

import io.headwaiter.telemetry.ServerMeters;

/**
 * A turn of work of a worker thread: begins when it takes work from its queue, ends when that is
 * done. While it lasts, whoever touches a connection on that thread says so here, because the
 * container does not always know beforehand: a stream of HTTP/2 is handed over as some work.
 *
 * <p>A turn belongs to its thread. The static methods speak of the one under way on the current
 * thread, and do nothing where there is none.
 */
public final class Turn {
  private static final ThreadLocal<Turn> CURRENT = new ThreadLocal<>();

  private final ServerMeters meters;
  private Visits.Stay stay;
  private long handshakeNanos;
  private long provenNanos;
  private long requestNanos;
  private long elsewhereNanos;
  private int steps;

  private Turn(ServerMeters meters) {
    this.meters = meters;
  }

  /**
   * Does work in a turn, and enters what it took: CPU time beside handshakes and requests, and all
   * that was done for the visit it turned out to be for.
   *
   * @param waitedNanos how long it has waited for its thread
   * @param stay whose work it is; null if that is not known yet
   */
  static void run(ServerMeters meters, long waitedNanos, Visits.Stay stay, Runnable work) {
    meters.queueDelay(waitedNanos);
    Turn outer = CURRENT.get();
    Turn turn = new Turn(meters);
    CURRENT.set(turn);
    long before = ThreadCpu.nanos();
    try {
      turn.isFor(stay);
      work.run();
    } finally {
      CURRENT.set(outer);
      long cpuNanos = ThreadCpu.nanos() - before;
      turn.end(cpuNanos);
      if (outer != null) {
        outer.elsewhereNanos += cpuNanos;
      }
    }
  }

  /** A connection of this visit is read or written. */
  public static void worksFor(Visits.Stay stay) {
    Turn turn = CURRENT.get();
    if (turn != null) {
      turn.isFor(stay);
    } else if (stay != null) {
      stay.touch();
    }
  }

  /** A step of a handshake has taken so long. */
  public static void handshakeStep(long cpuNanos) {
    Turn turn = CURRENT.get();
    if (turn != null) {
      turn.handshakeNanos += cpuNanos;
    }
  }

  /**
   * A handshake is done.
   *
   * @param proven its visit; null if nobody knows which one it is
   * @param cpuNanos of the whole handshake, if its visit was under way before; else 0
   */
  static void handshakeDone(Visits.Stay proven, long cpuNanos) {
    Turn turn = CURRENT.get();
    if (turn != null) {
      turn.stay = proven;
      turn.provenNanos += cpuNanos;
      turn.steps += cpuNanos > 0 ? 1 : 0;
    }
  }

  /** A request has taken so long. */
  public static void request(long cpuNanos) {
    Turn turn = CURRENT.get();
    if (turn != null) {
      turn.requestNanos += cpuNanos;
      turn.steps++;
    }
  }

  private void isFor(Visits.Stay known) {
    if (known == null) {
      return;
    }
    known.touch();
    if (known == stay) {
      return;
    }
    stay = known;
  }

  private void end(long cpuNanos) {
    long besideHandshakes = Math.max(0, cpuNanos - handshakeNanos - elsewhereNanos);
    meters.connection(Math.max(0, besideHandshakes - requestNanos));
    if (stay != null) {
      stay.touch();
      if (!stay.isForeign()) {
        meters.visitWork(stay.ageNanos(), steps, besideHandshakes + provenNanos);
      }
    }
  }
}
