package io.headwaiter.core.pool.control;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The last decisions other than KEEP; drops the oldest. */
final class DecisionLog {
  static final int LENGTH_MAX = 200;

  private final Deque<LoggedDecision> decisions = new ArrayDeque<>();

  /** Adds a decision unless it is KEEP; only counts it if it repeats the last action and sizes. */
  void add(PoolDecision decision) {
    if (decision.action() == PoolAction.KEEP) {
      return;
    }
    LoggedDecision last = decisions.peekLast();
    if (last != null && last.isLike(decision)) {
      decisions.removeLast();
      decisions.add(last.again(decision));
      return;
    }
    decisions.add(LoggedDecision.first(decision));
    if (decisions.size() > LENGTH_MAX) {
      decisions.remove();
    }
  }

  /** Returns a copy, oldest first. */
  List<LoggedDecision> list() {
    return new ArrayList<>(decisions);
  }
}
