package io.headwaiter.jdbc.holding;

import io.headwaiter.core.holding.HoldingModel;
import java.util.ArrayList;
import java.util.List;

/** The holding law for one type of request. Each request feeds it when it ends. */
public class HoldingDecider {
  /** Value of {@code tailNanos} if no idle time that counts followed the last use. */
  public static final long NO_TAIL = -1;

  private final HoldingModel law = new HoldingModel();
  private final ConnectionValue price;

  public HoldingDecider(ConnectionValue price) {
    this.price = price;
  }

  public boolean keeps(int use) {
    return law.keeps(use);
  }

  /**
   * Notes that a request has ended.
   *
   * @param closes how many uses it had
   * @param gaps how often it took a connection again, by stage of the use before
   * @param gapNanos how long that took, likewise
   * @param tailNanos from its last use to its end, or {@link #NO_TAIL}
   */
  public void observe(int closes, int[] gaps, long[] gapNanos, long tailNanos) {
    int last = HoldingModel.stage(closes);
    double value = price.value();
    double idleThoughWantedNanos = price.idleThoughWantedNanos();
    synchronized (law) {
      for (int stage = 0; stage < HoldingModel.STAGES; stage++) {
        boolean isLast = stage == last && tailNanos != NO_TAIL;
        int ended = gaps[stage] + (isLast ? 1 : 0);
        if (ended > 0) {
          law.observe(stage, ended, gaps[stage], gapNanos[stage] + (isLast ? tailNanos : 0));
        }
      }
      law.decide(value, idleThoughWantedNanos);
    }
  }

  /** Returns the decisions, with reasons, for the stages that were seen. */
  public List<HoldingModel.Verdict> verdicts() {
    List<HoldingModel.Verdict> seen = new ArrayList<>();
    synchronized (law) {
      for (int stage = 0; stage < HoldingModel.STAGES; stage++) {
        HoldingModel.Verdict verdict = law.verdict(stage);
        if (verdict.uses() > 0) {
          seen.add(verdict);
        }
      }
    }
    return seen;
  }
}
