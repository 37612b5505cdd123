package io.headwaiter.sim.law;

/**
 * Static concurrency with a memory: so many visits may be under way. Connections of visits under
 * way always come in, as they do at our door; whoever else comes is refused at the limit.
 *
 * <pre>
 *   a new visit comes in if v &lt; visitsMax      v  visits that were let in and are not over
 * </pre>
 *
 * <p>No product has this; it is the best that a static limit of concurrency could be, given what
 * our door knows.
 */
public final class VisitLimit implements Law {
  /** Its name. */
  public static final String NAME = "static-visits";

  private final ServerView view;
  private final double visitsMax;

  /**
   * A limit.
   *
   * @param visitsMax above 0
   */
  public VisitLimit(ServerView view, double visitsMax) {
    if (!(visitsMax > 0)) {
      throw new IllegalArgumentException("visitsMax must be above 0, got " + visitsMax);
    }
    this.view = view;
    this.visitsMax = visitsMax;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Entrance connection(Hello hello, long nowNanos) {
    boolean promised = hello.standing() == Hello.Standing.CONTINUING;
    return promised || view.visitsUnderWay() < visitsMax ? Entrance.ADMIT : Entrance.REFUSE;
  }
}
