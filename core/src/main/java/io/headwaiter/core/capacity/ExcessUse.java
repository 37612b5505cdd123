package io.headwaiter.core.capacity;

/**
 * The processors for visits that are over their account.
 *
 * @param allowedProcessors processors that they may keep busy; infinity where they are not bounded
 * @param usedProcessors processors that excess kept busy recently
 * @param strict whether visits that ask without pause count as over their account, too: {@link
 *     ExcessShare}
 */
public record ExcessUse(double allowedProcessors, double usedProcessors, boolean strict) {
  /** Nothing is bounded or used. */
  public static final ExcessUse NONE =
      new ExcessUse(Double.POSITIVE_INFINITY, 0, /* strict= */ false);
}
