package io.headwaiter.core.pool.control;

import io.headwaiter.core.pool.Checks;

/**
 * One sample of the worker threads of a server, and the use of its processors since the last
 * sample.
 *
 * @param elapsedNanos since the last sample, above 0
 * @param threads present limit of worker threads, at least 1
 * @param busy threads at work now, at least 0
 * @param heldByClients of these, threads that wait for slow clients, at least 0
 * @param waiting turns of work that wait for a thread now, at least 0
 * @param processorNanos processor time that the server used since the last sample; a value below 0
 *     counts as 0 for growth
 * @param doorNanos of this, what accepting and refusing connections used
 * @param processors that the server had in that time, above 0, may be a fraction
 */
public record WorkerSample(
    long elapsedNanos,
    int threads,
    int busy,
    int heldByClients,
    int waiting,
    double processorNanos,
    double doorNanos,
    double processors) {
  /** Returns whether slow clients hold at least half of the threads. */
  public boolean isHeldByClients() {
    return 2 * heldByClients >= threads;
  }

  /** Checks the ranges. */
  public WorkerSample {
    Checks.above0("elapsedNanos", elapsedNanos);
    Checks.above0("threads", threads);
    Checks.atLeast0("busy", busy);
    Checks.atLeast0("heldByClients", heldByClients);
    Checks.atLeast0("waiting", waiting);
    Checks.above0("processors", processors);
  }
}
