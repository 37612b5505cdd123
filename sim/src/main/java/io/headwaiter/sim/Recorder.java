package io.headwaiter.sim;

import io.headwaiter.sim.law.Hello.Standing;
import java.util.Arrays;
import java.util.List;

/**
 * Collects the results of a run: totals from its start, and scores of its judged part. Attacks
 * count only in two places: their turns are in the delays of the worker queue, and refusing them
 * takes CPU from what can be committed.
 */
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
  private final KindTally[] kinds;
  private Commitment commitment;
  private long lastAdmittedNanos;
  private long longestShutNanos;

  /** The results of the visits of a kind in the judged part. */
  private static final class KindTally {
    private long arrived;
    private long completed;
    private long broken;
    private final Histogram pages = new Histogram();
  }

  Recorder(List<VisitKind> kinds, double fromSeconds, double settledSeconds, double toSeconds) {
    this.kinds = kinds.stream().map(kind -> new KindTally()).toArray(KindTally[]::new);
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

  void arrived(Visit visit, long now) {
    totals.arrived++;
    if (judges(now)) {
      judged.arrived++;
      kinds[visit.kindIndex].arrived++;
    }
  }

  /** Counts a retry. */
  void retried(long now) {
    totals.retried++;
    judged.retried += judges(now) ? 1 : 0;
  }

  /** Adds a connection that asks for admission to the offered load. */
  void knocked(Visit visit) {
    if (!visit.isAdmitted() && visit.attacker == null) {
      commitment.offered(visit.standing);
    }
  }

  /** Counts a visit that begins, or continues after it broke off. */
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

  /** Adds the wait of an admitted connection at the door. */
  void waited(Visit visit, long now, long nanos) {
    if (judges(now) && visit.attacker == null) {
      waits.add(nanos);
    }
  }

  void refused(Visit visit, long now) {
    commitment.refused();
    if (visit.attacker != null) {
      return;
    }
    totals.refused++;
    judged.refused += judges(now) ? 1 : 0;
  }

  /** Counts a customer that stopped waiting at the door. */
  void wentAway(Visit visit, long now) {
    if (visit.attacker != null) {
      return;
    }
    totals.wentAway++;
    judged.wentAway += judges(now) ? 1 : 0;
  }

  /** Counts a turn that was not done. */
  void rejected(Visit visit, long now) {
    commitment.refused();
    if (visit.attacker != null) {
      return;
    }
    totals.rejected++;
    judged.rejected += judges(now) ? 1 : 0;
  }

  /** Counts an admitted visit that breaks off. */
  void broken(Visit visit, long now) {
    totals.broken++;
    if (judges(now)) {
      judged.broken++;
      kinds[visit.kindIndex].broken++;
    }
  }

  /** Counts a customer that will not retry. */
  void gaveUp() {
    totals.gaveUp++;
  }

  void abandoned() {
    totals.abandoned++;
  }

  /** Adds the wait of a turn that a worker begins. */
  void queued(long now, long waitedNanos) {
    int second = (int) (now / 1_000_000_000L);
    delayOfSecond[second] += waitedNanos;
    turnsOfSecond[second]++;
    if (judges(now)) {
      delays.add(waitedNanos);
    }
  }

  void replied(Visit visit, long now, long nanos) {
    if (judges(now)) {
      pages.add(nanos);
      kinds[visit.kindIndex].pages.add(nanos);
    }
  }

  void completed(Visit visit, long now) {
    totals.completed++;
    if (judges(now)) {
      judged.completed++;
      kinds[visit.kindIndex].completed++;
    }
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
        kindScores(),
        judged,
        totals);
  }

  private List<KindScore> kindScores() {
    return Arrays.stream(kinds)
        .map(
            kind ->
                new KindScore(
                    kind.arrived,
                    kind.completed,
                    kind.broken,
                    kind.pages.quantile(0.99) / World.NANOS))
        .toList();
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

  /** Returns the largest mean over a whole second, once settled. */
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

  /** Over all admissions; those without a wait count as 0. */
  private double waitP99() {
    double waiters = (double) waits.total() / Math.max(1, judged.admitted);
    return waiters <= 0.01 ? 0 : waits.quantile(1 - 0.01 / waiters);
  }
}
