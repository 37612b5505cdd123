package io.headwaiter.baseline;

import java.util.function.LongSupplier;

/**
 * A token bucket for connections: it fills by {@code rate} tokens a second up to {@code burst}, and
 * a connection takes one. Full at first. Thread-safe.
 *
 * <p>Worked: at 50 a second and a burst of 5, of 20 connections that come at once 5 are accepted,
 * and of those that come in the next second 50.
 */
public final class AcceptBucket {
  private static final double PER_SECOND_MAX = 1e6;
  private static final double NANOS_PER_SECOND = 1e9;

  private final LongSupplier nanoTime;
  private double perSecond = PER_SECOND_MAX;
  private double burst = PER_SECOND_MAX;
  private double tokens = PER_SECOND_MAX;
  private long lastNanos;

  /**
   * Creates a bucket that hardly bounds anything.
   *
   * @param nanoTime a clock as {@link System#nanoTime}
   */
  AcceptBucket(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.lastNanos = nanoTime.getAsLong();
  }

  /**
   * Sets the rate.
   *
   * @param connectionsPerSecond above 0, at most a million
   * @throws IllegalArgumentException if it is out of range
   */
  public synchronized void rate(double connectionsPerSecond) {
    if (!(connectionsPerSecond > 0 && connectionsPerSecond <= PER_SECOND_MAX)) {
      throw new IllegalArgumentException(
          "the accept rate must be above 0 and at most 1000000 connections a second, got "
              + connectionsPerSecond
              + ".");
    }
    fill();
    perSecond = connectionsPerSecond;
  }

  /**
   * Sets how many may come at once.
   *
   * @param connections from 1 to a million
   * @throws IllegalArgumentException if it is out of range
   */
  public synchronized void burst(double connections) {
    if (!(connections >= 1 && connections <= PER_SECOND_MAX)) {
      throw new IllegalArgumentException(
          "the burst must be from 1 to 1000000 connections, got " + connections + ".");
    }
    burst = connections;
    tokens = Math.min(tokens, burst);
  }

  /** Takes a token. Returns false if there is none. */
  synchronized boolean take() {
    fill();
    if (tokens < 1) {
      return false;
    }
    tokens--;
    return true;
  }

  private void fill() {
    long now = nanoTime.getAsLong();
    tokens = Math.min(burst, tokens + perSecond * (now - lastNanos) / NANOS_PER_SECOND);
    lastNanos = now;
  }
}
