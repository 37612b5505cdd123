package io.headwaiter.front;

import io.headwaiter.core.visit.ExcessBudget;
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
  private final Turn outer;
  private final boolean deferred;
  private Visits.Stay stay;
  // Of a thread that looks after all connections.
  private boolean isForMany;
  private long beganNanos;
  private int requests;
  private RequestPermits permits;
  // Of the permit.
  private Object holder;
  private long handshakeNanos;
  private long provenNanos;
  private long requestNanos;
  private long elsewhereNanos;
  private long firstUseNanos;
  private int steps;
  private long waitedNanos;
  private long heldBackNanos;
  // Null where none is served.
  private ServedRequest request;

  /**
   * How long a turn has waited.
   *
   * @param waitedNanos for its thread
   * @param heldBackNanos before that, because its visit held too many: {@link SharedWorkers}
   * @param deferred whether it is the work of a visit that was over its account, and has waited for
   *     what others leave over; its wait counts nowhere
   */
  record Wait(long waitedNanos, long heldBackNanos, boolean deferred) {}

  private Turn(ServerMeters meters, Turn outer, Wait wait) {
    this.meters = meters;
    this.outer = outer;
    this.deferred = wait.deferred();
    this.waitedNanos = wait.waitedNanos();
    this.heldBackNanos = wait.heldBackNanos();
  }

  /**
   * Does work in a turn, and enters what it took: CPU time beside handshakes and requests, and all
   * that was done for the visit it turned out to be for.
   *
   * @param wait how long it has waited
   * @param stay whose work it is; null if that is not known yet
   */
  static void run(ServerMeters meters, Wait wait, Visits.Stay stay, Runnable work) {
    if (!wait.deferred()) {
      meters.queueDelay(wait.waitedNanos());
    }
    Turn outer = CURRENT.get();
    Turn turn = new Turn(meters, outer, wait);
    CURRENT.set(turn);
    long before = ThreadCpu.nanos();
    turn.beganNanos = before;
    meters.turnClocks().begins(before);
    try {
      turn.isFor(stay);
      work.run();
    } finally {
      turn.givePermitBack();
      CURRENT.set(outer);
      long cpuNanos = ThreadCpu.nanos() - before;
      turn.end(cpuNanos);
      if (outer != null) {
        outer.elsewhereNanos += cpuNanos;
      }
    }
  }

  /**
   * A connection of this visit is read or written. If it was not known yet for whom the turn is, it
   * is for this one; if it was, it stays that, to whomever else it writes.
   */
  public static void worksFor(Visits.Stay stay) {
    Turn turn = CURRENT.get();
    if (turn != null) {
      turn.isFor(stay);
    } else if (stay != null) {
      stay.touch();
    }
  }

  /** The turn of this thread looks after any connections, and is for none of their visits. */
  public static void worksForMany() {
    Turn turn = CURRENT.get();
    if (turn != null) {
      turn.isForMany = true;
      turn.stay = null;
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
   * @param proven its visit; null if it is not known which one it is
   * @param cpuNanos of the whole handshake, if its visit was under way before; else 0
   */
  static void handshakeDone(Visits.Stay proven, long cpuNanos) {
    Turn turn = CURRENT.get();
    if (turn != null) {
      turn.stay = turn.isForMany ? null : proven;
      turn.provenNanos += cpuNanos;
      turn.steps += cpuNanos > 0 ? 1 : 0;
    }
  }

  /**
   * Whether the request that comes now must not be served: it was sent behind another one, before
   * its answer or so soon after it that it comes in the same turn; what this turn has done for them
   * already is more than their visit may take; and in a turn of its own it would have to wait.
   * False where no turn is under way.
   */
  public static boolean isOverdrawn(ExcessBudget budget) {
    Turn turn = CURRENT.get();
    return turn != null
        && turn.requests > 0
        && turn.stay != null
        && budget.isBounded()
        && turn.stay.isOverAfter(
            ThreadCpu.isMeasured(turn.beganNanos)
                ? ThreadCpu.nanos() - turn.beganNanos
                : turn.requests * turn.stay.assumedTurnNanos());
  }

  /** The visit for which the current thread is at work; null if none is known. */
  public static Visits.Stay currentStay() {
    Turn turn = CURRENT.get();
    return turn == null ? null : turn.stay;
  }

  /**
   * What this turn comes to needs a permit, as it would need one of so many worker threads. The
   * turn has it to its end, for all that it still does; the wait counts as one for a worker, but
   * for the time that it is held back because its visit has too many.
   *
   * @param unnamed stands for the visit if it is not known; null if nothing does
   * @return whether it has one now; true also where no turn is under way, which nobody could give
   *     the permit back
   */
  public static boolean takePermit(RequestPermits permits, Object unnamed) {
    Turn turn = CURRENT.get();
    return turn == null
        || turn.hasPermit()
        || turn.enter(permits, turn.holderOr(unnamed), /* canWait= */ true);
  }

  /**
   * The same for what cannot be refused any more, a piece of a request that was served in part: it
   * waits for as long as others would, and then goes on as one too many. It is not held back.
   */
  public static void insistOnPermit(RequestPermits permits) {
    Turn turn = CURRENT.get();
    if (turn == null || turn.hasPermit()) {
      return;
    }
    Object holder = turn.holderOr(/* unnamed= */ null);
    if (!turn.enter(permits, holder, /* canWait= */ false)) {
      permits.squeezeIn(holder);
      turn.permits = permits;
      turn.holder = holder;
    }
  }

  /**
   * Whether the request that comes now has waited longer than that for its thread, also while it
   * was held back; only the first one of a turn has. False where no turn is under way.
   */
  public static boolean hasWaitedLonger(long nanos) {
    Turn turn = CURRENT.get();
    return turn != null && turn.waitedNanos + turn.heldBackNanos > nanos;
  }

  /**
   * A request begins to be served on this thread. The first one of a turn has waited as long as the
   * turn.
   *
   * @param meters where it is entered
   * @param nowNanos of {@link System#nanoTime}
   */
  public static ServedRequest requestBegins(ServerMeters meters, long nowNanos) {
    Turn turn = CURRENT.get();
    if (turn == null) {
      return new ServedRequest(meters, nowNanos, /* workerWaitNanos= */ 0);
    }
    if (turn.request != null) {
      turn.request.leave(nowNanos);
    }
    turn.requests++;
    turn.request = new ServedRequest(meters, nowNanos, turn.deferred ? 0 : turn.waitedNanos);
    turn.waitedNanos = 0;
    turn.heldBackNanos = 0;
    return turn.request;
  }

  /** Whether a request is being served on the current thread. */
  public static boolean isServing() {
    Turn turn = CURRENT.get();
    return turn != null && turn.request != null;
  }

  /** Whether this request is the one that is served on this thread. */
  static boolean serves(ServedRequest request) {
    Turn turn = CURRENT.get();
    return turn != null && turn.request == request;
  }

  /**
   * Connections were used, and it was not said by which request: by the one that is served on this
   * thread. If none is, it went on elsewhere, and they are entered by its type.
   */
  static void connectionsUsed(
      ServerMeters meters,
      String type,
      int requests,
      long waitNanos,
      long heldNanos,
      long idleNanos) {
    Turn turn = CURRENT.get();
    if (turn != null && turn.request != null) {
      turn.request.used(type, requests, waitNanos, heldNanos, idleNanos);
    } else {
      meters.requestTypes().known(type).connectionsUsed(requests, waitNanos, heldNanos, idleNanos);
    }
  }

  /** A request is over that was served on this thread, or perhaps on another one. */
  static void requestEnds(ServedRequest over, long cpuNanos) {
    Turn turn = CURRENT.get();
    if (turn == null) {
      return;
    }
    turn.requestNanos += cpuNanos;
    turn.steps++;
    if (turn.request == over) {
      turn.request = null;
    }
  }

  /** Of what this turn has been told so much was a first use, which costs no visit anything. */
  static void firstUse(long cpuNanos) {
    Turn turn = CURRENT.get();
    if (turn != null) {
      turn.firstUseNanos += cpuNanos;
    }
  }

  /** A turn within a turn is on the same thread, which needs no second one. */
  private boolean hasPermit() {
    return permits != null || (outer != null && outer.hasPermit());
  }

  private boolean enter(RequestPermits wanted, Object visit, boolean canWait) {
    boolean entered = wanted.enter(visit, canWait, this::waitedForPermit);
    permits = entered ? wanted : null;
    holder = visit;
    return entered;
  }

  private void waitedForPermit(long nanos) {
    meters.queueDelayGoesOn(nanos);
    waitedNanos += nanos;
  }

  private Object holderOr(Object unnamed) {
    return stay == null ? unnamed : stay.holder();
  }

  private void givePermitBack() {
    if (permits != null) {
      permits.leave(holder);
      permits = null;
      holder = null;
    }
  }

  private void isFor(Visits.Stay known) {
    if (known == null) {
      return;
    }
    known.touch();
    if (stay == null && !isForMany) {
      stay = known;
    }
  }

  private void end(long cpuNanos) {
    meters.turnClocks().entered(cpuNanos - elsewhereNanos);
    if (request != null) {
      request.leave(System.nanoTime());
    }
    long besideHandshakes = Math.max(0, cpuNanos - handshakeNanos - elsewhereNanos);
    long connectionNanos = Math.max(0, besideHandshakes - requestNanos);
    if (meters.connection(connectionNanos)) {
      firstUseNanos += connectionNanos;
    }
    if (stay != null) {
      stay.touch();
      enter(Math.max(0, besideHandshakes + provenNanos - firstUseNanos));
    }
  }

  /** What is beyond a visit's account is no work for visits, and moves no price. */
  private void enter(long cpuNanos) {
    boolean measured = ThreadCpu.isMeasured(beganNanos);
    long takenNanos = measured ? cpuNanos : steps * stay.assumedTurnNanos();
    long excessNanos = stay.spend(steps, takenNanos, deferred);
    // What was only assumed is measured nowhere, and part of no CPU time that was.
    meters.excessCpu(measured ? excessNanos : 0, deferred);
    boolean isExcess = excessNanos > 0 && excessNanos == takenNanos;
    boolean first = stay.isFirstTurn(steps);
    if (!stay.isForeign() && !isExcess) {
      meters.visitWork(stay.ageNanos(), first, steps, measured ? takenNanos - excessNanos : 0);
    }
  }
}
