package io.headwaiter.core.admission;

import java.util.Objects;

/**
 * What the gate says about one connection. Immutable; the few instances are made once, so deciding
 * allocates nothing.
 *
 * @param outcome what to do
 * @param entry as what the connection comes in; null unless the outcome is {@link Outcome#ADMIT}
 * @param reason why not; null unless the outcome is {@link Outcome#REFUSE}
 */
public record Decision(Outcome outcome, Entry entry, RefusalReason reason) {
  /** What to do with the connection. */
  public enum Outcome {
    /** Hand it to the container. */
    ADMIT,
    /** Look the claimed session up, and ask again as what it turns out to be. */
    VERIFY,
    /**
     * Nothing was decided or charged: there is no room at the moment, but there is a place to wait.
     */
    WAIT,
    /** Close it. */
    REFUSE
  }

  /**
   * As what a connection was let in. What it turns out to be is known only when its handshake has
   * finished.
   */
  public enum Entry {
    /** A new visit, charged to the budget. */
    NEW,
    /** It claims to resume, and there was budget to spare: the claim was not checked. */
    CLAIMED,
    /**
     * It has no session, but belongs to a visit that was let in from its address a moment ago, and
     * has paid: {@link ParallelConnections}.
     */
    PARALLEL,
    /** It is one of those that pass first, and was within their own small budget. */
    BYPASS,
    /** It claims to resume, and its session is known to be of a visit that is under way. */
    VERIFIED,
    /**
     * Its session is known, but of a visit that is over: another one begins, charged to the budget.
     */
    RETURNING,
    /** Its session is of a courtesy page: its first visit begins, charged to the budget. */
    COURTESY,
    /**
     * A visit begins that would have been refused, had shadow mode not let it in; charged as the
     * refusal that it would have been.
     */
    SHADOW;

    /** Whether a visit begins with it, for which all was charged when it was let in. */
    public boolean isVisit() {
      return this == NEW || this == RETURNING || this == COURTESY || this == SHADOW;
    }
  }

  static final Decision ADMIT_NEW = admit(Entry.NEW);
  static final Decision ADMIT_CLAIMED = admit(Entry.CLAIMED);
  static final Decision ADMIT_VERIFIED = admit(Entry.VERIFIED);
  static final Decision ADMIT_PARALLEL = admit(Entry.PARALLEL);
  static final Decision ADMIT_BYPASS = admit(Entry.BYPASS);
  static final Decision ADMIT_RETURNING = admit(Entry.RETURNING);
  static final Decision ADMIT_COURTESY = admit(Entry.COURTESY);
  static final Decision ADMIT_SHADOW = admit(Entry.SHADOW);
  static final Decision VERIFY = new Decision(Outcome.VERIFY, null, null);
  static final Decision WAIT = new Decision(Outcome.WAIT, null, null);
  static final Decision REFUSE_VISIT = refuse(RefusalReason.VISIT_BUDGET);
  static final Decision REFUSE_CONTINUING = refuse(RefusalReason.OVERCOMMITTED);
  static final Decision REFUSE_OVERDRAWN = refuse(RefusalReason.OVER_ACCOUNT);
  static final Decision REFUSE_WAITING = refuse(RefusalReason.WORK_WAITING);

  /** Checks that the parts belong together. */
  public Decision {
    Objects.requireNonNull(outcome, "outcome");
    if ((outcome == Outcome.ADMIT) != (entry != null)) {
      throw new IllegalArgumentException(
          "an entry goes with ADMIT and only with it, got " + outcome + ", " + entry);
    }
    if ((outcome == Outcome.REFUSE) != (reason != null)) {
      throw new IllegalArgumentException(
          "a reason goes with REFUSE and only with it, got " + outcome + ", " + reason);
    }
  }

  private static Decision admit(Entry entry) {
    return new Decision(Outcome.ADMIT, entry, null);
  }

  private static Decision refuse(RefusalReason reason) {
    return new Decision(Outcome.REFUSE, null, reason);
  }
}
