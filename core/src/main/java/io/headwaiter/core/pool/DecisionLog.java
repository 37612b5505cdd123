package io.headwaiter.core.pool;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/** The last decisions that were news; the oldest is forgotten. */
final class DecisionLog {
  static final int LENGTH_MAX = 200;

  private final Deque<PoolDecision> decisions = new ArrayDeque<>();

  /** Takes in a decision, if it is not to keep things and not the alarm of before. */
  void add(PoolDecision decision) {
    if (isNews(decision)) {
      decisions.add(decision);
      if (decisions.size() > LENGTH_MAX) {
        decisions.remove();
      }
    }
  }

  private boolean isNews(PoolDecision decision) {
    PoolDecision last = decisions.peekLast();
    return switch (decision.action()) {
      case KEEP -> false;
      case PROFILE_EXPIRED -> last == null || last.action() != PoolAction.PROFILE_EXPIRED;
      default -> true;
    };
  }

  /** A copy, oldest first. */
  List<PoolDecision> list() {
    return new ArrayList<>(decisions);
  }
}
