package io.headwaiter.sim;

/**
 * The state at the end of a run.
 *
 * @param underWay admitted visits that have not ended
 * @param waiting connections that wait at the door
 * @param away customers that would have retried
 * @param cpuNanos CPU spent by front and workers
 * @param backlogNanos CPU that waiting and running work still needs
 */
public record Leftover(int underWay, int waiting, int away, double cpuNanos, double backlogNanos) {}
