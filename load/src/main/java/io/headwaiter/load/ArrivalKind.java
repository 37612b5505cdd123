package io.headwaiter.load;

import java.util.Locale;

/** The arrival process of visits. */
public enum ArrivalKind {
  /** Partly open: exponential gaps between visits. */
  POISSON,
  /** Partly open: gaps uniform from 0 to twice their mean. */
  UNIFORM,
  /** Partly open: equal gaps. */
  CONSTANT,
  /** Partly open: exponential gaps at a rate that alternates between high and low. */
  BURSTY,
  /** Closed: a fixed number of clients, each starting its next visit when the last has ended. */
  CLOSED;

  /** Returns the name for reports, in lower case. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
