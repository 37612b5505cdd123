package io.headwaiter.core.pool;

/** What a {@link PoolController} wants done. */
public enum PoolAction {
  /** Leave the sizes as they are. */
  KEEP,
  /** Set these sizes, and see what comes of it. */
  APPLY,
  /** The last change did no harm. */
  CONFIRM,
  /** The last change did harm: set the sizes of before. */
  ROLL_BACK,
  /** Leave the sizes as they are; what was rolled back was not to blame, and may be tried again. */
  FORGIVE,
  /** Leave the sizes as they are; the profile says nothing any more, so profile anew. */
  PROFILE_EXPIRED,
  /** Leave the sizes as they are; the profile had expired and fits again. Only in the log. */
  PROFILE_VALID
}
