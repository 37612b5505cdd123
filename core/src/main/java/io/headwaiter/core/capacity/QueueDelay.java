package io.headwaiter.core.capacity;

/**
 * The waiting of work for a worker thread in an interval.
 *
 * @param turns turns that workers began: requests, steps of handshakes
 * @param delayNanosMean mean time that work waited; 0 if there was none; without deferred turns
 * @param delayNanosHead how long the work at the head of the worker queue has waited by now; 0 if
 *     empty
 */
public record QueueDelay(long turns, long delayNanosMean, long delayNanosHead) {}
