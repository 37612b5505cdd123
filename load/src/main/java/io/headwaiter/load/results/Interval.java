package io.headwaiter.load.results;

/**
 * A mean with its 95 % confidence interval from batch means.
 *
 * @param mean mean over the batches
 * @param halfWidth the interval is {@code mean - halfWidth} to {@code mean + halfWidth}; null when
 *     there are fewer than two batches
 * @param batches number of batches
 * @param batchSeconds length of one batch in seconds
 */
public record Interval(double mean, Double halfWidth, int batches, int batchSeconds) {}
