package io.headwaiter.core.capacity;

/**
 * The processors for visits that are over their account.
 *
 * @param allowedProcessors processors that they may keep busy; infinity where they are not bounded
 * @param usedProcessors processors that excess kept busy recently
 */
public record ExcessUse(double allowedProcessors, double usedProcessors) {}
