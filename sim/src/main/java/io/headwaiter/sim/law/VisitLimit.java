package io.headwaiter.sim.law;

/**
 * Static concurrency with a memory: a limit on visits under way. Their connections are always
 * admitted, as at Headwaiter's door; all others are refused at the limit.
 *
 * <pre>
 *   a new visit is admitted if v &lt; visitsMax      v  visits admitted that have not ended
 * </pre>
 *
 * <p>No product has this; it is the best that a static limit of concurrency could be, with the
 * information at Headwaiter's door.
 */
public final class VisitLimit implements Law {
  /** The name of this law. */
  public static final String NAME = "static-visits";

  private final ServerView view;
  private final double visitsMax;

  /**
   * Creates a limit.
   *
   * @param visitsMax above 0
   * @throws IllegalArgumentException if {@code visitsMax} is not above 0
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
