package io.headwaiter.sim;

/**
 * What a run leaves behind when it ends.
 *
 * @param underWay visits let in that are not over
 * @param waiting connections before the door
 * @param away customers who would have come back
 * @param cpuNanos CPU spent by front and workers
 * @param backlogNanos CPU that what waits or runs has still to spend
 */
public record Leftover(int underWay, int waiting, int away, double cpuNanos, double backlogNanos) {}
