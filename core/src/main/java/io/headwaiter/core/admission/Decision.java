package io.headwaiter.core.admission;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The decision of the gate on one connection. Immutable. The gate uses a few shared instances, so
 * that deciding allocates nothing.
 *
 * @param outcome the action to take
 * @param entry the kind of admission; null unless the outcome is {@link Outcome#ADMIT}
 * @param reason the reason for a refusal; null unless the outcome is {@link Outcome#REFUSE}
 */
public record Decision(Outcome outcome, @Nullable Entry entry, @Nullable RefusalReason reason) {
  /** The action to take with a connection. */
  public enum Outcome {
    /** Hand it to the container. */
    ADMIT,
    /** Look up the claimed session, and ask the gate again with the result. */
    VERIFY,
    /**
     * Nothing was decided or charged: there is no capacity at the moment. The caller keeps the
     * connection waiting, or refuses it.
     */
    WAIT,
    /** Close it. */
    REFUSE
  }

  /**
   * The kind under which a connection was admitted. Its true kind is known only when its handshake
   * has finished.
   */
  public enum Entry {
    /** A new visit, charged to the budget. */
    NEW,
    /** A claimed resumption, admitted unverified because there was budget to spare. */
    CLAIMED,
    /**
     * A connection without a session, of a visit that was admitted from its address a moment ago
     * and has been charged: {@link ParallelConnections}.
     */
    PARALLEL,
    /** A connection that bypasses the budget, within a small budget of its own. */
    BYPASS,
    /** A verified resumption: its session belongs to a visit under way. */
    VERIFIED,
    /**
     * A connection with a known session of a visit that has ended, or is over its account: it is
     * charged to the budget for another visit.
     */
    RETURNING,
    /**
     * A connection with the session of a courtesy page: its first visit begins, charged to the
     * budget.
     */
    COURTESY,
    /**
     * A visit, or a connection of a visit over its account, that would have been refused without
     * shadow mode; charged as a refusal.
     */
    SHADOW;

    /**
     * Returns whether a visit begins with the connection or is charged again. The charge is made at
     * admission, or in stages from then on.
     */
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

  /** Says that there is no capacity at the moment. */
  public static final Decision WAIT = new Decision(Outcome.WAIT, null, null);

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

  /**
   * Returns the kind of admission.
   *
   * @throws IllegalStateException if the outcome is not {@link Outcome#ADMIT}
   */
  public Entry admittedAs() {
    if (entry == null) {
      throw new IllegalStateException("not admitted: " + this);
    }
    return entry;
  }

  /**
   * Returns the reason for a refusal.
   *
   * @throws IllegalStateException if the outcome is not {@link Outcome#REFUSE}
   */
  public RefusalReason refusedFor() {
    if (reason == null) {
      throw new IllegalStateException("not refused: " + this);
    }
    return reason;
  }

  private static Decision admit(Entry entry) {
    return new Decision(Outcome.ADMIT, entry, null);
  }

  /** Returns a refusal for a reason. */
  public static Decision refuse(RefusalReason reason) {
    return new Decision(Outcome.REFUSE, null, reason);
  }
}
