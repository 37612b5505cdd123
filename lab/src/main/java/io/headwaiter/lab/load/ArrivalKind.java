package io.headwaiter.lab.load;

import java.util.Locale;

/** How sessions come to the site. */
public enum ArrivalKind {
  /** Partly open: exponential gaps between sessions. */
  POISSON,
  /** Partly open: gaps uniform from 0 to twice their mean. */
  UNIFORM,
  /** Partly open: equal gaps. */
  CONSTANT,
  /** Partly open: exponential gaps at a rate that changes between many and few. */
  BURSTY,
  /**
   * Closed: a fixed number of clients, each starting its next session when the last one is over.
   */
  CLOSED;

  /** Its name in reports, in small letters. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
