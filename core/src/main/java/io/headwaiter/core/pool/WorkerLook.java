package io.headwaiter.core.pool;

/**
 * What one look at the worker threads of a server saw, and what its processors did since the look
 * before.
 *
 * @param elapsedNanos since the look before, above 0
 * @param threads worker threads there can be now, at least 1
 * @param busy threads that are at work now, at least 0
 * @param waiting turns of work that wait for a thread now, at least 0
 * @param processorNanos processor time that the server used since the look before; below 0 counts
 *     as 0
 * @param processors that the server had in that time, above 0, may be a fraction
 */
public record WorkerLook(
    long elapsedNanos,
    int threads,
    int busy,
    int waiting,
    double processorNanos,
    double processors) {
  /** Checks the ranges. */
  public WorkerLook {
    Checks.above0("elapsedNanos", elapsedNanos);
    Checks.above0("threads", threads);
    Checks.atLeast0("busy", busy);
    Checks.atLeast0("waiting", waiting);
    Checks.above0("processors", processors);
  }
}
