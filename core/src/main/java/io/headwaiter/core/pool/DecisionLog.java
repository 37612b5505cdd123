package io.headwaiter.core.pool;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The last decisions that were news; the oldest is forgotten. */
final class DecisionLog {
  static final int LENGTH_MAX = 200;

  private final Deque<LoggedDecision> decisions = new ArrayDeque<>();

  /** Takes in a decision, if it is not to keep things; the same again is counted. */
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

  /** A copy, oldest first. */
  List<LoggedDecision> list() {
    return new ArrayList<>(decisions);
  }
}
