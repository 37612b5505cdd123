package io.headwaiter.sim;

/** How often things happened. Written by the recorder only. */
public final class Counts {
  long arrived;
  long retried;
  long admitted;
  long refused;
  long wentAway;
  long rejected;
  long broken;
  long completed;
  long gaveUp;
  long abandoned;
  long violations;

  Counts() {}

  /** Customers who came for the first time. */
  public long arrived() {
    return arrived;
  }

  /** Attempts after the first. */
  public long retried() {
    return retried;
  }

  /** Visits let in, those that went on after they broke among them. */
  public long admitted() {
    return admitted;
  }

  /** Connections refused. */
  public long refused() {
    return refused;
  }

  /** Customers who left the line at the door. */
  public long wentAway() {
    return wentAway;
  }

  /** Turns of work turned away or dropped after the connection had been let in. */
  public long rejected() {
    return rejected;
  }

  /**
   * Promises broken: visits that were let in and then refused, dropped or kept waiting too long.
   */
  public long broken() {
    return broken;
  }

  /** Visits that came to their end. */
  public long completed() {
    return completed;
  }

  /** Customers who will not try again. */
  public long gaveUp() {
    return gaveUp;
  }

  /** Clients who left after their hello. */
  public long abandoned() {
    return abandoned;
  }

  /** New visits let in while more than 105 % of the server was promised. */
  public long violations() {
    return violations;
  }
}
