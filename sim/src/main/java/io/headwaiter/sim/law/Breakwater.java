package io.headwaiter.sim.law;

import io.headwaiter.core.capacity.MeterSnapshot;

/**
 * Breakwater's credits at the level of visits: a visit holds one credit from its admission to its
 * end, and the pool of credits follows the queueing delay.
 *
 * <pre>
 *   every interval:
 *   d &lt; dt    C := C + max(0.001 n, 1)
 *   else      C := C max(1 - 0.02 (d - dt) / dt, 0.5)
 *   a new visit gets a credit if fewer than C are out, and d &lt; 2 dt
 *   d   how long the turn at the head of the worker queue has waited,  dt = 10 ms
 *   C   credits, from the workers at the start,  n  customers: visits under way and those refused
 *       in the interval
 * </pre>
 *
 * <p>Worked number: C = 300, d = 15 ms: C = 300 (1 - 0.02 * 0.5) = 297. With d = 5 ms: 301.
 *
 * <p>Breakwater's requests correspond to visits here. The drop threshold, too, refuses visits that
 * begin, and not the pages of visits under way, which hold their credit.
 *
 * <p>Left out, because the clients are unchanged browsers: clients that hold credits before they
 * send and say how many they want (a customer without one is refused at the door instead), credits
 * taken back from clients (a visit keeps its own), and overcommitment to clients that may not use
 * theirs (a visit that thinks uses none, and the pool grows by that itself). The interval is a
 * control interval of 50 ms. Breakwater's is the network's round trip: the time until a credit
 * shows its effect, which for visits would be their length. dt is in the authors' proportion to the
 * time of service, 5 to 8 times it at 10 to 100 us.
 *
 * <p>Source: I. Cho et al.: Overload Control for us-scale RPCs with Breakwater, OSDI 2020, sections
 * 4.1 to 4.3; parameters 0.1 %, 2 % and the drop threshold as in its artefact.
 */
public final class Breakwater implements Law {
  /** The name of this law. */
  public static final String NAME = "breakwater";

  /** The target dt. */
  public static final long TARGET_NANOS = 10_000_000L;

  /** Time to gain, at one credit an interval, the thousands that a few processors carry. */
  public static final double SETTLE_SECONDS = 200;

  private static final double ADDITIVE = 0.001;
  private static final double MULTIPLICATIVE = 0.02;
  private static final double CUT_MOST = 0.5;
  private static final double CREDITS_MAX = 1e7;

  private final ServerView view;
  private final long targetNanos;
  private double credits;
  private long refused;

  /** Creates the law with dt as given above. */
  public Breakwater(ServerView view) {
    this(view, TARGET_NANOS);
  }

  /**
   * Creates the law with another target.
   *
   * @param targetNanos dt, above 0
   * @throws IllegalArgumentException if {@code targetNanos} is not above 0
   */
  public Breakwater(ServerView view, long targetNanos) {
    if (targetNanos <= 0) {
      throw new IllegalArgumentException("targetNanos must be above 0, got " + targetNanos);
    }
    this.view = view;
    this.targetNanos = targetNanos;
    this.credits = view.workers();
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Entrance connection(Hello hello, long nowNanos) {
    boolean holdsOne = hello.standing() == Hello.Standing.CONTINUING;
    boolean congested = view.headDelayNanos() >= 2 * targetNanos;
    if (holdsOne || (view.visitsUnderWay() < credits && !congested)) {
      return Entrance.ADMIT;
    }
    refused++;
    return Entrance.REFUSE;
  }

  @Override
  public void tick(MeterSnapshot snapshot) {
    double over = (double) (view.headDelayNanos() - targetNanos) / targetNanos;
    if (over < 0) {
      credits += Math.max(ADDITIVE * (view.visitsUnderWay() + refused), 1);
      credits = Math.min(credits, CREDITS_MAX);
    } else {
      credits = Math.max(1, credits * Math.max(1 - MULTIPLICATIVE * over, CUT_MOST));
    }
    refused = 0;
  }

  double credits() {
    return credits;
  }
}
