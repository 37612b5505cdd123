package io.headwaiter.jdbc;

import io.headwaiter.core.holding.HoldingModel;
import io.headwaiter.jdbc.holding.HoldingDecider;
import io.headwaiter.jdbc.proxy.ConnectionHandle;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The connections that one request has of one pool. */
final class RequestConnections {
  final RequestWideDataSource source;
  final RequestScope scope;
  final @Nullable RequestConnections next;

  /** The connection that the next use gets if it is idle. */
  private volatile @Nullable BorrowedConnection kept;

  private final @Nullable HoldingDecider holdingDecider;

  // Guarded by this; a request has one or two connections.
  private final List<BorrowedConnection> connections = new ArrayList<>(2);
  private long waitNanos;
  private long heldNanos;
  private long idleNanos;
  private int uses;
  private int takes;
  private int failures;

  // Written by the thread that uses a connection of the request. Other threads see it through the
  // state of its BorrowedConnection.
  private long lastCloseNanos;
  private int closes;
  private final int[] gaps;
  private final long[] gapNanos;

  /**
   * @param holdingDecider decides for this type of request; null unless the policy is adaptive
   */
  RequestConnections(
      RequestWideDataSource source,
      RequestScope scope,
      @Nullable RequestConnections next,
      @Nullable HoldingDecider holdingDecider) {
    this.source = source;
    this.scope = scope;
    this.next = next;
    this.holdingDecider = holdingDecider;
    // Empty unless the policy is adaptive: one such object is created for each request.
    int stages = holdingDecider == null ? 0 : HoldingModel.STAGES;
    gaps = new int[stages];
    gapNanos = new long[stages];
  }

  /** Opens a handle on the kept connection; null if there is none, or no time is left to use it. */
  @Nullable ConnectionHandle reopen() {
    BorrowedConnection borrowed = kept;
    if (borrowed == null || !borrowed.isIdle()) {
      return null;
    }
    long now = source.nanoTime();
    if (scope.hasDeadline() && scope.leftNanos(now) <= 0) {
      return null;
    }
    if (holdingDecider != null) {
      countGap(now);
    }
    return borrowed.open(now);
  }

  private void countGap(long nowNanos) {
    if (closes > 0 && lastCloseNanos != 0) {
      int stage = HoldingModel.stage(closes);
      gaps[stage]++;
      gapNanos[stage] += nowNanos - lastCloseNanos;
      lastCloseNanos = 0;
    }
  }

  /** Returns whether to keep a connection that was just closed. Only its owner calls this. */
  boolean keeps(BorrowedConnection borrowed, long nowNanos) {
    if (isParked() || source.policy() == HoldingPolicy.TRANSACTION) {
      return false;
    }
    if (holdingDecider != null) {
      closes++;
      lastCloseNanos = nowNanos;
      if (!holdingDecider.keeps(closes)) {
        return false;
      }
    }
    BorrowedConnection before = kept;
    if (before == borrowed) {
      return true;
    }
    if (before != null && before.isIdle()) {
      return false;
    }
    kept = borrowed;
    return true;
  }

  boolean isParked() {
    return scope.isParked();
  }

  /**
   * Counts a wait for the pool that brought a connection. If the request has ended meanwhile, the
   * connection goes back when it is closed.
   */
  synchronized void add(BorrowedConnection borrowed, long waitedNanos, long askedNanos) {
    takes++;
    waitNanos += waitedNanos;
    if (!scope.isEnded()) {
      connections.add(borrowed);
    }
    if (holdingDecider != null) {
      countGap(askedNanos);
    }
  }

  /** Counts a wait for the pool that brought no connection. */
  synchronized void failed(long waitedNanos) {
    failures++;
    waitNanos += waitedNanos;
  }

  synchronized void gone(
      BorrowedConnection borrowed, int itsUses, long itsHeldNanos, long itsIdleNanos) {
    connections.remove(borrowed);
    if (kept == borrowed) {
      kept = null;
    }
    uses += itsUses;
    heldNanos += itsHeldNanos;
    idleNanos += itsIdleNanos;
  }

  /** Returns how many handles are open. */
  synchronized int open() {
    int open = 0;
    for (BorrowedConnection borrowed : connections) {
      open += borrowed.isOpen() ? 1 : 0;
    }
    return open;
  }

  /** Gives idle connections back; open ones may be carried to another thread. */
  void park() {
    // Not counted: a connection would not be kept during the time until the next use.
    lastCloseNanos = 0;
    for (BorrowedConnection borrowed : all()) {
      borrowed.recall();
      borrowed.carry();
    }
  }

  /** Takes all connections back, and returns the handles that leaked. */
  List<ConnectionHandle> end(boolean succeeded) {
    List<ConnectionHandle> leaks = new ArrayList<>(0);
    for (BorrowedConnection borrowed : all()) {
      ConnectionHandle leak = borrowed.end();
      if (leak != null) {
        leaks.add(leak);
      }
    }
    if (holdingDecider != null && closes > 0) {
      long tail = lastCloseNanos == 0 ? HoldingDecider.NO_TAIL : source.nanoTime() - lastCloseNanos;
      holdingDecider.observe(closes, gaps, gapNanos, tail);
      if (succeeded) {
        source.served(scope.type());
      }
    }
    return leaks;
  }

  private synchronized List<BorrowedConnection> all() {
    return List.copyOf(connections);
  }

  synchronized void addTo(RequestUse.Sum sum) {
    sum.add(uses + failures, takes, failures, waitNanos, heldNanos, idleNanos);
  }
}
