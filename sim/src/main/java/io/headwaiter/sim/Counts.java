package io.headwaiter.sim;

/** Counts of events. Written only by the recorder. */
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

  /** Returns the customers that came for the first time. */
  public long arrived() {
    return arrived;
  }

  /** Returns the attempts after the first. */
  public long retried() {
    return retried;
  }

  /** Returns the visits admitted, including those that continued after they broke off. */
  public long admitted() {
    return admitted;
  }

  /** Returns the connections refused. */
  public long refused() {
    return refused;
  }

  /** Returns the customers that left while they waited at the door. */
  public long wentAway() {
    return wentAway;
  }

  /** Returns the turns rejected or dropped after the connection was admitted. */
  public long rejected() {
    return rejected;
  }

  /**
   * Returns the broken promises: admitted visits that were refused later, dropped or kept waiting
   * too long.
   */
  public long broken() {
    return broken;
  }

  /** Returns the visits completed. */
  public long completed() {
    return completed;
  }

  /** Returns the customers that will not try again; counted only in {@link Score#totals()}. */
  public long gaveUp() {
    return gaveUp;
  }

  /** Returns the clients that left after their hello; counted only in {@link Score#totals()}. */
  public long abandoned() {
    return abandoned;
  }

  /** Returns the new visits admitted while more than 105 % of the server was promised. */
  public long violations() {
    return violations;
  }
}
