package io.headwaiter.core.capacity;

import org.jspecify.annotations.Nullable;

/**
 * What a server carries, and what it needs.
 *
 * @param promisedProcessors processors that the visits under way need
 * @param neededProcessors processors that would carry all that is offered, refused visits included,
 *     without what the compiler takes
 * @param spareProcessors processors that could be given back; 0 while they are needed
 * @param newVisitsPerSecondMax new visits a second that the server carries in the long run, by its
 *     scarcest resource; infinity where nothing is known
 * @param bottleneck that resource
 * @param forecast what other processors would carry; null where nothing is known
 */
public record CapacityEstimate(
    double promisedProcessors,
    double neededProcessors,
    double spareProcessors,
    double newVisitsPerSecondMax,
    Resource bottleneck,
    @Nullable CapacityForecast forecast) {
  /** Nothing is known. */
  public static final CapacityEstimate UNKNOWN =
      new CapacityEstimate(0, 0, 0, Double.POSITIVE_INFINITY, Resource.CPU, null);
}
