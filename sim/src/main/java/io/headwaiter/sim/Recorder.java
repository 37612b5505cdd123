package io.headwaiter.sim;

import io.headwaiter.sim.law.Hello.Standing;

/** Collects what comes of a run: totals from its start, and scores of a judged part of it. */
final class Recorder {
  private final long fromNanos;
  private final long settledNanos;
  private final long toNanos;
  private final Counts totals = new Counts();
  private final Counts judged = new Counts();
  private final Histogram pages = new Histogram();
  private final Histogram delays = new Histogram();
  private final Histogram waits = new Histogram();
  private final double[] delayOfSecond;
  private final long[] turnsOfSecond;
  private final long[] completedOfSecond;
  private Commitment commitment;
  private long lastAdmittedNanos;
  private long longestShutNanos;

  Recorder(double fromSeconds, double settledSeconds, double toSeconds) {
    this.fromNanos = (long) (fromSeconds * World.NANOS);
    this.settledNanos = (long) (settledSeconds * World.NANOS);
    this.toNanos = (long) (toSeconds * World.NANOS);
    this.lastAdmittedNanos = fromNanos;
    int seconds = (int) Math.ceil(toSeconds) + 1;
    this.delayOfSecond = new double[seconds];
    this.turnsOfSecond = new long[seconds];
    this.completedOfSecond = new long[seconds];
  }

  void commitment(Commitment value) {
    commitment = value;
  }

  private boolean judges(long now) {
    return now >= fromNanos;
  }

  void arrived(long now) {
    totals.arrived++;
    judged.arrived += judges(now) ? 1 : 0;
  }

  /** Somebody comes again. */
  void retried(long now) {
    totals.retried++;
    judged.retried += judges(now) ? 1 : 0;
  }

  /** A connection asks to come in. */
  void knocked(Visit visit) {
    if (!visit.letIn()) {
      commitment.offered(visit.standing);
    }
  }

  /** A visit begins, or goes on after it broke. */
  void admitted(Visit visit, long now) {
    commitment.admitted(visit.standing);
    totals.admitted++;
    if (visit.standing != Standing.CONTINUING && commitment.overPromised()) {
      totals.violations++;
      judged.violations += judges(now) ? 1 : 0;
    }
    if (judges(now)) {
      judged.admitted++;
      longestShutNanos = Math.max(longestShutNanos, now - lastAdmittedNanos);
      lastAdmittedNanos = now;
    }
  }

  /** Somebody who is let in has waited at the door for it. */
  void waited(long now, long nanos) {
    if (judges(now)) {
      waits.add(nanos);
    }
  }

  void refused(long now) {
    commitment.refused();
    totals.refused++;
    judged.refused += judges(now) ? 1 : 0;
  }

  /** Somebody left the line at the door. */
  void wentAway(long now) {
    totals.wentAway++;
    judged.wentAway += judges(now) ? 1 : 0;
  }

  /** A turn of work was not done. */
  void rejected(long now) {
    commitment.refused();
    totals.rejected++;
    judged.rejected += judges(now) ? 1 : 0;
  }

  /** A visit that was let in breaks off. */
  void broken(Visit visit, long now) {
    visit.promiseBroken = true;
    totals.broken++;
    judged.broken += judges(now) ? 1 : 0;
  }

  /** Somebody will not come again. */
  void gaveUp() {
    totals.gaveUp++;
  }

  void abandoned() {
    totals.abandoned++;
  }

  /** A worker begins a turn. */
  void queued(long now, long waitedNanos) {
    int second = (int) (now / 1_000_000_000L);
    delayOfSecond[second] += waitedNanos;
    turnsOfSecond[second]++;
    if (judges(now)) {
      delays.add(waitedNanos);
    }
  }

  void replied(long now, long nanos) {
    if (judges(now)) {
      pages.add(nanos);
    }
  }

  void completed(long now) {
    totals.completed++;
    judged.completed += judges(now) ? 1 : 0;
    completedOfSecond[(int) (now / 1_000_000_000L)]++;
  }

  Counts totals() {
    return totals;
  }

  Score score() {
    long shut = Math.max(longestShutNanos, toNanos - lastAdmittedNanos);
    double seconds = (toNanos - fromNanos) / World.NANOS;
    return new Score(
        judged.completed / seconds,
        worstTenSeconds(judged.completed / seconds),
        pages.total() / seconds,
        pages.mean() / World.NANOS,
        pages.quantile(0.5) / World.NANOS,
        pages.quantile(0.99) / World.NANOS,
        delays.mean() / World.NANOS,
        delays.quantile(0.99) / World.NANOS,
        worstSecondsDelay() / World.NANOS,
        shut / World.NANOS,
        waitP99() / World.NANOS,
        judged,
        totals);
  }

  private double worstTenSeconds(double mean) {
    double worst = mean;
    int last = (int) (toNanos / 1_000_000_000L);
    for (int begin = (int) Math.ceil(fromNanos / World.NANOS); begin + 10 <= last; begin++) {
      long sum = 0;
      for (int second = begin; second < begin + 10; second++) {
        sum += completedOfSecond[second];
      }
      worst = Math.min(worst, sum / 10.0);
    }
    return worst;
  }

  /** The largest mean over a whole second, once settled. */
  private double worstSecondsDelay() {
    double worst = 0;
    int last = (int) (toNanos / 1_000_000_000L);
    for (int second = (int) Math.ceil(settledNanos / World.NANOS); second < last; second++) {
      if (turnsOfSecond[second] > 0) {
        worst = Math.max(worst, delayOfSecond[second] / turnsOfSecond[second]);
      }
    }
    return worst;
  }

  /** Over all who were let in; who did not wait has waited for no time. */
  private double waitP99() {
    double waiters = (double) waits.total() / Math.max(1, judged.admitted);
    return waiters <= 0.01 ? 0 : waits.quantile(1 - 0.01 / waiters);
  }
}
