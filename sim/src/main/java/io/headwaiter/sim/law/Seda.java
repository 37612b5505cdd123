package io.headwaiter.sim.law;

import io.headwaiter.core.capacity.MeterSnapshot;
import java.util.EnumMap;
import java.util.Map;

/**
 * SEDA's adaptive overload control: each stage admits as many requests a second as keep the 90th
 * percentile of their response time at its target. Stages are full handshakes, resumed ones and
 * pages; {@link StageRate} has the algorithm of one stage. Response time counts from when the
 * customer began to wait, through all stages before.
 *
 * <p>It does not distinguish new customers from those with a visit under way. The paper's classes
 * are by customer and not by visit.
 *
 * <p>Source: M. Welsh, D. Culler: Adaptive Overload Control for Busy Internet Servers, USITS 2003.
 */
public final class Seda implements Law {
  /** The name of this law. */
  public static final String NAME = "seda";

  /**
   * Target of the 90th percentile, which the paper leaves to the administrator: a tenth of the ten
   * seconds after which a customer leaves.
   */
  public static final double TARGET_SECONDS = 1;

  private final Map<Turn.Kind, StageRate> stages = new EnumMap<>(Turn.Kind.class);

  /** Creates the law with the published parameters; its stages are open at the start. */
  public Seda() {
    this(StageRate.RATE_MAX, TARGET_SECONDS, StageRate.ADJ_I);
  }

  /**
   * Creates the law with other parameters.
   *
   * @param initialPerSecond rate of each stage at the start, 0.05 to 5000
   * @param targetSeconds of the 90th percentile, above 0
   * @param adjI factor by which rates are increased, above 0
   */
  public Seda(double initialPerSecond, double targetSeconds, double adjI) {
    for (Turn.Kind kind : Turn.Kind.values()) {
      stages.put(kind, new StageRate(initialPerSecond, targetSeconds * 1e9, adjI));
    }
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public boolean enqueue(Turn turn, long nowNanos) {
    return stages.get(turn.kind()).tryTake(nowNanos);
  }

  @Override
  public void done(Turn turn, long residenceNanos, long nowNanos) {
    stages.get(turn.kind()).responded(nowNanos - turn.askedNanos(), nowNanos);
  }

  @Override
  public void left(Turn turn, long nowNanos) {
    // The server sends its reply and does not know that the client has left.
    done(turn, nowNanos - turn.queuedNanos(), nowNanos);
  }

  @Override
  public void tick(MeterSnapshot snapshot) {
    stages.values().forEach(stage -> stage.timePasses(snapshot.nowNanos()));
  }

  double perSecond(Turn.Kind kind) {
    return stages.get(kind).perSecond();
  }
}
