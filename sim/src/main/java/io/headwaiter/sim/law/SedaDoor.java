package io.headwaiter.sim.law;

import io.headwaiter.core.capacity.MeterSnapshot;

/**
 * SEDA's controller with two classes, at the door. Connections of visits under way are always
 * admitted. New visits get as many tokens a second as keep the 90th percentile of all response
 * times at its target. See {@link StageRate} for the rate.
 *
 * <p>The paper's extension for classes cuts the lower class when the higher one misses its target.
 * Its classes are by customer, and these are by visit. So this is no published law, but the best
 * that can be made of one with the information at Headwaiter's door.
 *
 * <p>Source: M. Welsh, D. Culler: Adaptive Overload Control for Busy Internet Servers, USITS 2003,
 * section 3.3.
 */
public final class SedaDoor implements Law {
  /** The name of this law. */
  public static final String NAME = "seda-door";

  /** New visits a second at the start: the initial rate in the authors' program. */
  public static final double INITIAL_PER_SECOND = 10;

  private final StageRate newVisits;

  /**
   * Creates the law with a target.
   *
   * @param initialPerSecond new visits a second at the start, 0.05 to 5000
   * @param targetSeconds of the 90th percentile, above 0
   * @param adjI factor by which the rate is increased, above 0
   */
  public SedaDoor(double initialPerSecond, double targetSeconds, double adjI) {
    newVisits = new StageRate(initialPerSecond, targetSeconds * 1e9, adjI);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Entrance connection(Hello hello, long nowNanos) {
    boolean promised = hello.standing() == Hello.Standing.CONTINUING;
    return promised || newVisits.tryTake(nowNanos) ? Entrance.ADMIT : Entrance.REFUSE;
  }

  @Override
  public void done(Turn turn, long residenceNanos, long nowNanos) {
    if (turn.kind() == Turn.Kind.REQUEST) {
      newVisits.responded(nowNanos - turn.askedNanos(), nowNanos);
    }
  }

  @Override
  public void left(Turn turn, long nowNanos) {
    // The server sends its reply and does not know that the client has left.
    done(turn, nowNanos - turn.queuedNanos(), nowNanos);
  }

  @Override
  public void tick(MeterSnapshot snapshot) {
    newVisits.timePasses(snapshot.nowNanos());
  }

  double perSecond() {
    return newVisits.perSecond();
  }
}
