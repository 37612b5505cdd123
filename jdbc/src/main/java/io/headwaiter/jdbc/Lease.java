package io.headwaiter.jdbc;

import io.headwaiter.core.pool.HoldingLaw;
import java.util.ArrayList;
import java.util.List;

/** The connections that one request has of one pool. */
final class Lease {
  final RequestWideDataSource source;
  final RequestScope scope;
  final Lease next;

  /** The connection that the next use gets if it is idle. */
  private volatile Held kept;

  private final Holdings holdings;

  // Under this lease's lock; a request has one or two connections.
  private final List<Held> helds = new ArrayList<>(2);
  private long waitNanos;
  private long heldNanos;
  private long idleNanos;
  private int uses;
  private int takes;
  private int failures;

  // Written by the thread that uses a connection of the request; Held's state orders the memory.
  private long lastCloseNanos;
  private int closes;
  private int[] gaps;
  private long[] gapNanos;

  /**
   * @param holdings the law for this type of request; null unless the policy is adaptive
   */
  Lease(RequestWideDataSource source, RequestScope scope, Lease next, Holdings holdings) {
    this.source = source;
    this.scope = scope;
    this.next = next;
    this.holdings = holdings;
    if (holdings != null) {
      gaps = new int[HoldingLaw.STAGES];
      gapNanos = new long[HoldingLaw.STAGES];
    }
  }

  /** Opens a handle on the kept connection; null if there is none, or no time is left to use it. */
  ConnectionHandle reopen() {
    Held held = kept;
    if (held == null || !held.isIdle()) {
      return null;
    }
    long now = source.nanoTime();
    if (scope.hasDeadline() && scope.leftNanos(now) <= 0) {
      return null;
    }
    if (holdings != null) {
      countGap(now);
    }
    return held.open(now);
  }

  private void countGap(long nowNanos) {
    if (closes > 0 && lastCloseNanos != 0) {
      int stage = HoldingLaw.stage(closes);
      gaps[stage]++;
      gapNanos[stage] += nowNanos - lastCloseNanos;
      lastCloseNanos = 0;
    }
  }

  /** Returns whether to keep a connection that was just closed. Only its owner calls this. */
  boolean keeps(Held held, long nowNanos) {
    if (isParked() || source.policy() == HoldingPolicy.TRANSACTION) {
      return false;
    }
    if (holdings != null) {
      closes++;
      lastCloseNanos = nowNanos;
      if (!holdings.keeps(closes)) {
        return false;
      }
    }
    Held before = kept;
    if (before == held) {
      return true;
    }
    if (before != null && before.isIdle()) {
      return false;
    }
    kept = held;
    return true;
  }

  boolean isParked() {
    return scope.isParked();
  }

  /**
   * Counts a wait for the pool that brought a connection. If the request has ended meanwhile, the
   * connection goes back when it is closed.
   */
  synchronized void add(Held held, long waitedNanos, long askedNanos) {
    takes++;
    waitNanos += waitedNanos;
    if (!scope.isEnded()) {
      helds.add(held);
    }
    if (holdings != null) {
      countGap(askedNanos);
    }
  }

  /** Counts a wait for the pool that brought no connection. */
  synchronized void failed(long waitedNanos) {
    failures++;
    waitNanos += waitedNanos;
  }

  synchronized void gone(Held held, int itsUses, long itsHeldNanos, long itsIdleNanos) {
    helds.remove(held);
    if (kept == held) {
      kept = null;
    }
    uses += itsUses;
    heldNanos += itsHeldNanos;
    idleNanos += itsIdleNanos;
  }

  /** Returns how many handles are open. */
  synchronized int open() {
    int open = 0;
    for (Held held : helds) {
      open += held.isOpen() ? 1 : 0;
    }
    return open;
  }

  /** Gives idle connections back; open ones may be carried to another thread. */
  void park() {
    // Not counted: a connection would not be kept during the time until the next use.
    lastCloseNanos = 0;
    for (Held held : all()) {
      held.recall();
      held.carry();
    }
  }

  /** Takes all connections back, and returns the handles that leaked. */
  List<ConnectionHandle> end(boolean succeeded) {
    List<ConnectionHandle> leaks = new ArrayList<>(0);
    for (Held held : all()) {
      ConnectionHandle leak = held.end();
      if (leak != null) {
        leaks.add(leak);
      }
    }
    if (holdings != null && closes > 0) {
      long tail = lastCloseNanos == 0 ? Holdings.NO_TAIL : source.nanoTime() - lastCloseNanos;
      holdings.observe(closes, gaps, gapNanos, tail);
      if (succeeded) {
        source.served(scope.type());
      }
    }
    return leaks;
  }

  private synchronized List<Held> all() {
    return List.copyOf(helds);
  }

  synchronized void addTo(RequestUse.Sum sum) {
    sum.add(uses + failures, takes, failures, waitNanos, heldNanos, idleNanos);
  }
}
