package io.headwaiter.core.pool.control;

/** The action that a {@link PoolController} requests. */
public enum PoolAction {
  /** Leave the sizes as they are. */
  KEEP,
  /** Set these sizes. A trial of them follows, unless a new connection limit forced them. */
  APPLY,
  /** Leave the sizes as they are; the last change did no harm. */
  CONFIRM,
  /** Restore the earlier sizes; the last change did harm. */
  ROLL_BACK,
  /** Leave the sizes as they are; those rolled back were not the cause, and may be tried again. */
  FORGIVE,
  /** Leave the sizes as they are; the profile is no longer valid, so profile again. */
  PROFILE_EXPIRED,
  /** Leave the sizes as they are; the expired profile is valid again. Occurs only in the log. */
  PROFILE_VALID
}
