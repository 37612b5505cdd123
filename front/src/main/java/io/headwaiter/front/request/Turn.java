package io.headwaiter.front.request;

import io.headwaiter.core.visit.ExcessBudget;
import io.headwaiter.front.session.SessionUse;
import io.headwaiter.front.supply.ThreadCpu;
import io.headwaiter.telemetry.ServerMeters;
import org.jspecify.annotations.Nullable;

/**
 * A turn of work of a worker thread, from taking work off its queue to the end of that work. While
 * it lasts, code that touches a connection on that thread reports it here. The container does not
 * always know the connection beforehand: it hands over an HTTP/2 stream as some work.
 *
 * <p>A turn belongs to its thread. The static methods refer to the turn under way on the current
 * thread, and do nothing if there is none.
 */
public final class Turn {
  private static final ThreadLocal<@Nullable Turn> CURRENT = new ThreadLocal<>();

  private final ServerMeters meters;
  private final @Nullable Turn outer;
  private final boolean deferred;
  private final long cameNanos;
  private @Nullable SessionUse sessionUse;
  // On a thread that serves all connections.
  private boolean isForMany;
  private long beganNanos;
  private int requests;
  private @Nullable RequestPermits permits;
  // The object under which the permit was taken.
  private @Nullable Object holder;
  private long handshakeNanos;
  private long provenNanos;
  private long requestNanos;
  private long elsewhereNanos;
  private long firstUseNanos;
  private long slowNanos;
  private int steps;
  private boolean wasToEnd;
  private long waitedNanos;
  private long heldBackNanos;
  // Null while none is served.
  private @Nullable ServedRequest request;

  private Turn(ServerMeters meters, @Nullable Turn outer, TurnWait wait) {
    this.meters = meters;
    this.outer = outer;
    this.deferred = wait.deferred();
    this.waitedNanos = wait.waitedNanos();
    this.heldBackNanos = wait.heldBackNanos();
    this.cameNanos = System.nanoTime() - wait.waitedNanos() - wait.heldBackNanos();
  }

  /**
   * Runs work in a turn, and records what it took: CPU time beside handshakes and requests, and all
   * time spent for the visit that it turned out to serve.
   *
   * @param wait how long it has waited
   * @param sessionUse the visit of the work; null if that is not known yet
   */
  public static void run(
      ServerMeters meters, TurnWait wait, @Nullable SessionUse sessionUse, Runnable work) {
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
      turn.assignTo(sessionUse);
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

  /** Returns whether a turn is under way on this thread. */
  static boolean isUnderWay() {
    return CURRENT.get() != null;
  }

  /**
   * Reports that a connection of this visit is read or written. If the turn's visit was not known
   * yet, it is this one. If it was known, it does not change, even if the turn writes to others.
   */
  public static void worksFor(@Nullable SessionUse sessionUse) {
    Turn turn = CURRENT.get();
    if (turn != null) {
      turn.assignTo(sessionUse);
    } else if (sessionUse != null) {
      sessionUse.touch();
    }
  }

  /** Marks the turn of this thread as one for many connections and none of their visits. */
  public static void worksForMany() {
    Turn turn = CURRENT.get();
    if (turn != null) {
      turn.isForMany = true;
      turn.sessionUse = null;
    }
  }

  /** Reports the CPU time of a step of a handshake. */
  public static void handshakeStep(long cpuNanos) {
    Turn turn = CURRENT.get();
    if (turn != null) {
      turn.handshakeNanos += cpuNanos;
    }
  }

  /**
   * Reports that a handshake is done.
   *
   * @param proven its visit; null if it is not known which one it is
   * @param cpuNanos of the whole handshake, if its visit was under way before; else 0
   */
  public static void handshakeDone(@Nullable SessionUse proven, long cpuNanos) {
    Turn turn = CURRENT.get();
    if (turn != null) {
      turn.sessionUse = turn.isForMany ? null : proven;
      turn.provenNanos += cpuNanos;
      turn.steps += cpuNanos > 0 ? 1 : 0;
    }
  }

  /**
   * Returns whether the request that comes now must not be served. All of this must hold: the
   * client sent it behind another one, before the answer or so soon after it that it comes in the
   * same turn; this turn's work for them has put their visit over its account; the request would
   * have to wait in a turn of its own. False if no turn is under way.
   */
  public static boolean isOverdrawn(ExcessBudget budget) {
    Turn turn = CURRENT.get();
    return turn != null
        && turn.requests > 0
        && turn.sessionUse != null
        && budget.isBounded()
        && turn.sessionUse.isOverAfter(
            ThreadCpu.isMeasured(turn.beganNanos)
                ? ThreadCpu.nanos() - turn.beganNanos - turn.slowNanos
                : turn.requests * turn.sessionUse.assumedTurnNanos());
  }

  /**
   * Returns whether the turn should end before it reads the next request, so that this one waits in
   * a turn of its own: by {@link #isOverdrawn}, while no request is being served. True at most once
   * in a turn, because a reader that cannot end must be able to go on.
   */
  public static boolean shouldEnd(ExcessBudget budget) {
    Turn turn = CURRENT.get();
    if (turn == null || turn.wasToEnd || turn.request != null || !isOverdrawn(budget)) {
      return false;
    }
    turn.wasToEnd = true;
    return true;
  }

  /** Returns the visit for which the current thread works; null if none is known. */
  public static @Nullable SessionUse currentSessionUse() {
    Turn turn = CURRENT.get();
    return turn == null ? null : turn.sessionUse;
  }

  /**
   * Takes a permit for the rest of this turn's work, as if it needed one of so many worker threads.
   * The turn keeps it to its end. The wait counts as a wait for a worker, except for the time that
   * it is held back because its visit has too many.
   *
   * @param unnamed stands for the visit if it is not known; null if nothing does
   * @return whether it has one now; true also if no turn is under way, because nothing would give
   *     the permit back
   */
  public static boolean takePermit(RequestPermits permits, @Nullable Object unnamed) {
    Turn turn = CURRENT.get();
    return turn == null
        || turn.hasPermit()
        || turn.enter(permits, turn.holderOr(unnamed), /* canWait= */ true);
  }

  /**
   * Takes a permit for a piece of a request that was served in part, which cannot be refused any
   * more. It waits for as long as others would, and then goes on beyond the limit. It is not held
   * back.
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
   * Returns whether the request that comes now has waited for longer than that for its thread,
   * including the time it was held back. Only the first request of a turn has waited. False if no
   * turn is under way.
   */
  public static boolean hasWaitedLonger(long nanos) {
    Turn turn = CURRENT.get();
    return turn != null && turn.waitedNanos + turn.heldBackNanos > nanos;
  }

  /**
   * Begins to serve a request on this thread. The first one of a turn has waited as long as the
   * turn.
   *
   * @param meters where it is recorded
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

  /** Returns whether a request is being served on the current thread. */
  public static boolean isServing() {
    Turn turn = CURRENT.get();
    return turn != null && turn.request != null;
  }

  /** Returns whether this request is the one that is served on this thread. */
  public static boolean serves(ServedRequest request) {
    Turn turn = CURRENT.get();
    return turn != null && turn.request == request;
  }

  /**
   * Records connections that were used by a request that was not named: the one that is served on
   * this thread. If there is none, it went on elsewhere, and they are recorded by its type.
   */
  public static void connectionsUsed(
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

  /** Records the end of a request that was served on this thread, or perhaps on another one. */
  public static void requestEnds(ServedRequest over, long cpuNanos) {
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

  /** Reports CPU time, among that reported before, of a first use; it is charged to no visit. */
  public static void firstUse(long cpuNanos) {
    Turn turn = CURRENT.get();
    if (turn != null) {
      turn.firstUseNanos += cpuNanos;
    }
  }

  /**
   * Reports that the client has moved bytes after a slow wait. The turn's CPU time so far, beside
   * handshakes and requests that have ended, is excess of its visit: such a turn may last for
   * minutes, and until its end nobody would be charged.
   */
  public static void slowClientMoved() {
    Turn turn = CURRENT.get();
    if (turn != null && ThreadCpu.isMeasured(turn.beganNanos)) {
      long soFar = ThreadCpu.nanos() - turn.beganNanos;
      turn.enterSlow(
          soFar - turn.handshakeNanos - turn.elsewhereNanos - turn.requestNanos - turn.slowNanos);
    }
  }

  /** Returns the CPU time of this thread's turn that was excess because its client was slow. */
  public static long slowNanos() {
    Turn turn = CURRENT.get();
    return turn == null ? 0 : turn.slowNanos;
  }

  private void enterSlow(long cpuNanos) {
    SessionUse use = sessionUse;
    if (use != null && cpuNanos > 0) {
      slowNanos += cpuNanos;
      if (!deferred) {
        use.spend(/* turns= */ 0, cpuNanos, /* deferred= */ false);
      }
      meters.excessConnection(cpuNanos, deferred);
      meters.turnClocks().entered(cpuNanos);
    }
  }

  /** Returns whether the thread has a permit; a turn within a turn needs no second one. */
  private boolean hasPermit() {
    return permits != null || (outer != null && outer.hasPermit());
  }

  private boolean enter(RequestPermits wanted, @Nullable Object visit, boolean canWait) {
    boolean entered = wanted.enter(visit, canWait, this::waitedForPermit);
    permits = entered ? wanted : null;
    holder = visit;
    return entered;
  }

  private void waitedForPermit(long nanos) {
    meters.queueDelayGoesOn(nanos);
    waitedNanos += nanos;
  }

  private @Nullable Object holderOr(@Nullable Object unnamed) {
    return sessionUse == null ? unnamed : sessionUse.holder();
  }

  private void givePermitBack() {
    if (permits != null) {
      permits.leave(holder);
      permits = null;
      holder = null;
    }
  }

  private void assignTo(@Nullable SessionUse known) {
    if (known == null) {
      return;
    }
    known.touch();
    if (sessionUse == null && !isForMany) {
      sessionUse = known;
    }
  }

  private void end(long cpuNanos) {
    meters.turnClocks().entered(cpuNanos - elsewhereNanos - slowNanos);
    if (request != null) {
      request.leave(System.nanoTime());
    }
    long besideHandshakes = Math.max(0, cpuNanos - handshakeNanos - elsewhereNanos - slowNanos);
    long connectionNanos = Math.max(0, besideHandshakes - requestNanos);
    if (meters.connection(connectionNanos)) {
      firstUseNanos += connectionNanos;
    }
    if (sessionUse != null) {
      sessionUse.touch();
      enter(sessionUse, Math.max(0, besideHandshakes + provenNanos - firstUseNanos));
    }
  }

  /**
   * Records the turn for its visit. Excess is not visit work, and does not change the visit cost.
   */
  private void enter(SessionUse use, long cpuNanos) {
    boolean measured = ThreadCpu.isMeasured(beganNanos);
    long takenNanos = measured ? cpuNanos : steps * use.assumedTurnNanos();
    // The account is told at once what a deferred turn has cost, because its place follows from it.
    long slowSpentNanos = deferred ? slowNanos : 0;
    long excessNanos = use.spend(steps, takenNanos + slowSpentNanos, deferred) - slowSpentNanos;
    // An assumed time was not measured, and is no part of any measured CPU time.
    meters.excessCpu(measured ? excessNanos : 0, deferred);
    if (steps > 0) { // else bytes of a request under way, or messages
      use.turnEnded(System.nanoTime() - cameNanos, takenNanos);
    }
    boolean isExcess = excessNanos > 0 && excessNanos == takenNanos;
    boolean first = use.takeFirstTurn(steps);
    if (!use.isForeign() && !isExcess) {
      meters.visitWork(use.ageNanos(), first, steps, measured ? takenNanos - excessNanos : 0);
    }
  }
}
