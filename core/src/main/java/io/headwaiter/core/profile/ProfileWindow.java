package io.headwaiter.core.profile;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * The recent part of a profile that grows since the start. Keeps a reading of the profile once a
 * step, and subtracts the oldest one. Holds steps + 1 readings at most. Thread-safe.
 */
public final class ProfileWindow {
  private final long stepNanos;
  private final int steps;
  private final Deque<RequestProfile> readings = new ArrayDeque<>();

  /**
   * Creates a window.
   *
   * @param stepNanos between kept readings, above 0
   * @param steps 1 to 1000
   * @param first counts from before the window, which no window includes
   */
  public ProfileWindow(long stepNanos, int steps, RequestProfile first) {
    if (stepNanos <= 0 || steps < 1 || steps > 1000) {
      throw new IllegalArgumentException(
          "stepNanos must be above 0 and steps from 1 to 1000, got " + stepNanos + ", " + steps);
    }
    this.stepNanos = stepNanos;
    this.steps = steps;
    readings.add(first);
  }

  /** Whether a step has passed since the last kept reading. */
  public synchronized boolean isDue(long spanNanos) {
    return spanNanos - readings.getLast().spanNanos() >= stepNanos;
  }

  /** Keeps a reading of everything since the start. */
  public synchronized void keep(RequestProfile sinceStart) {
    readings.addLast(sinceStart);
    while (readings.size() > steps + 1) {
      readings.removeFirst();
    }
  }

  /**
   * Returns the requests of the window, which is up to a step longer than its steps.
   *
   * @param sinceStart everything since the start, as it is now
   */
  public RequestProfile recent(RequestProfile sinceStart) {
    RequestProfile oldest;
    synchronized (this) {
      oldest = readings.getFirst();
    }
    return sinceStart.since(oldest);
  }
}
