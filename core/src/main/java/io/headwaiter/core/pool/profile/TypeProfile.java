package io.headwaiter.core.pool.profile;

import io.headwaiter.core.pool.Checks;

/**
 * The times of the requests of one type at one profile point.
 *
 * @param type its name, as in the {@link RequestMix}
 * @param withoutConnection p: time with a thread and without a connection, of every request,
 *     without waits
 * @param withConnection q: time with a connection, of those requests that had one
 * @param processorNanos processor time of every request, on average, at least 0; 0 if unknown
 */
public record TypeProfile(
    String type, Moments withoutConnection, Moments withConnection, double processorNanos) {
  /** Creates a type with unknown processor time. */
  public TypeProfile(String type, Moments withoutConnection, Moments withConnection) {
    this(type, withoutConnection, withConnection, 0);
  }

  /** Checks the ranges, the name, and that no more requests had a connection than there were. */
  public TypeProfile {
    Checks.atLeast0("processorNanos", processorNanos);
    if (type.isEmpty()) {
      throw new IllegalArgumentException("type must have a name, got an empty one");
    }
    if (withConnection.count() > withoutConnection.count()) {
      throw new IllegalArgumentException(
          "no more requests of type %s can have a connection than there were, got %s of %s"
              .formatted(type, withConnection.count(), withoutConnection.count()));
    }
  }

  /** Returns the times with larger variances if they are few, see {@link Moments#cautious}. */
  public TypeProfile cautious(double withoutNanos, double withNanos) {
    return new TypeProfile(
        type,
        withoutConnection.cautious(withoutNanos),
        withConnection.cautious(withNanos),
        processorNanos);
  }

  /** f: the fraction of its requests that takes a connection, 0 to 1. */
  public double connectionPart() {
    return withoutConnection.count() > 0 ? withConnection.count() / withoutConnection.count() : 0;
  }

  /** q of all requests, those without a connection counted as 0, in nanoseconds. */
  public double connectionNanos() {
    return connectionPart() * withConnection.meanNanos();
  }

  /**
   * Variance of {@link #connectionNanos}: of the times, and of the number that took a connection.
   */
  public double connectionVarianceOfMean() {
    double f = connectionPart();
    double q = withConnection.meanNanos();
    double all = withoutConnection.count();
    double ofPart = all > 0 ? q * q * f * (1 - f) / all : 0;
    return f * f * withConnection.varianceOfMean() + ofPart;
  }
}
