package io.headwaiter.core.capacity;

/**
 * The work that visits need after their first handshake, by their age: a life table. It is correct
 * even while the visits are under way, and at any rate at which they begin. A turn here is a
 * request or a later handshake, see {@link VisitWork}.
 *
 * <pre>
 *   q(a) = turns at age a / visits that began that long ago, times their time in that bin
 *   m(a) = CPU time of such a turn, relative to the level of all costs
 *   I    = level of all costs: measured CPU time of all turns / sum of their m(a), see
 *          {@link ChangingMean}
 *   J    = level of all habits: turns / those expected of the visits begun, see there, too
 *   g(a) = I* * m(a) * q(a)                      CPU seconds a second, of one visit of age a
 *   G(s) = J* * integral of g from 0 to s        CPU time that a visit uses by age s
 *   P(s) = J * sum over visits begun of g(age + s) + what is owed   processors they need s from now
 *   I*, J*   as I and J, but they fall only as work is done, see {@link PeakHold}; figures for a whole
 *            visit use their means
 * </pre>
 *
 * <p>Every visit that began counts, ended or not: its end makes q smaller. So the mean needs no
 * visit that was watched to its end. A mean over finished visits would be one over short visits. At
 * ages that no visit has reached yet, q is assumed to continue from the oldest known age and to
 * fade over one and a half times the mean age of all work so far. At first it is that of a short
 * visit of light pages.
 *
 * <p>Costs change at once, habits (turns by age) slowly. A new certificate or a slow database moves
 * I within a second. The curve learns q and m over {@value #HABIT_SECONDS} s and more, and only as
 * fast as visits begin: an hour without visits says nothing about them. J is the ratio between the
 * turns of present visits and those from which q was learned. It does not fall while turns wait for
 * long, because then the server delays them: they are owed, and when they come late J does not
 * rise. When all clients are gone at once, no habits are learned; P falls, and the next visits are
 * charged as before.
 *
 * <p>A few visits that ask without pause may be all that was watched, for example after a start at
 * night. Their mean would be right, and nobody else could pay it; so nothing would ever be learned
 * of others. So G is held within what one visit may count ({@link #bound}), and the work is
 * forgotten that does not fit.
 *
 * <p>Worked number: 60 visits a second; those that are 2 to 3 s old, 60 in all, have 6 turns of 1.5
 * ms within this second: q = 0.1 a second, g = 0.15 ms a second. If that holds for ages from 0 to
 * 60 s, a visit costs G = 9 ms beside its handshake, and the visits that begin in a minute, 3,600,
 * need P(0) = 0.54 processors.
 *
 * <p>Not thread-safe.
 */
final class VisitCurve {
  /** Time over which habits are learned, at least. */
  static final int HABIT_SECONDS = 20;

  private static final double NANOS_PER_SECOND = 1e9;
  private static final int BINS = VisitWork.BINS;
  private static final double TAU_IN_AGES = 3;
  // New visits per second and processor at which time counts half.
  private static final double HALF_WEIGHT_RATE = 2;
  private static final double RATE_TAU_NANOS = 2e9;
  // Before anything is measured: a short visit of light pages, with the weight of five visits.
  private static final double TURN_NANOS_PRIOR = 2e6;
  private static final double TURNS_PRIOR = 5;
  private static final double AGE_NANOS_PRIOR = 5e9;
  private static final double PRIOR_VISITS = 5;
  // The longest visit, of assumed ones, while the usual amounts are not known.
  private static final double UNSURE_VISITS = 10;
  // The rest of a visit fades over two mean ages if no visit has ended so far (the mean age is half
  // the time watched), and over one if visits end all the time. The value is between the two.
  private static final double TAIL_IN_AGES = 1.5;
  private static final double PRIOR_TURNS = 20;
  private static final double OLDEST_IN_AGES = 3;
  private static final double ACTIVITY_MIN = 0.5;
  private static final double ACTIVITY_MAX = 2;
  private static final double ACTIVITY_PRIOR_TURNS = 200;
  // Turns expected in an interval; the chance that none comes is then less than one in a hundred.
  private static final double GONE_TURNS = 5;
  private static final double LEVEL_PRIOR_NANOS = 20 * TURN_NANOS_PRIOR;

  private final Cohorts cohorts = new Cohorts();
  private final ChangingMean level = new ChangingMean(1, LEVEL_PRIOR_NANOS);
  private final ChangingMean activity = new ChangingMean(1, ACTIVITY_PRIOR_TURNS);
  private final PeakHold costs = new PeakHold();
  private final PeakHold habits = new PeakHold();
  private final double[] turns = new double[BINS];
  private final double[] exposureNanos = new double[BINS];
  private final double[] levelledNanos = new double[BINS];
  private final double[] counted = new double[BINS];
  // Visits that began that long ago, ended or not.
  private final double[] visits = new double[BINS];
  // q, and g at J = 1, by bin, computed in every interval.
  private final double[] perNano = new double[BINS];
  private final double[] demand = new double[BINS];
  private double allTurns;
  private double allLevelledNanos;
  private double begunPerSecond;
  private double watchedNanos;
  private double owedTurns;
  private double firstTurnsToCome;

  VisitCurve() {
    refresh();
  }

  /**
   * Adds one interval.
   *
   * @param begun visits that began in it
   * @param scale factor on the CPU time of turns, which adds their share of the CPU time that no
   *     turn accounts for
   * @param hindered whether turns wait for long, so that visits do less than they would
   */
  void add(
      double elapsedNanos,
      double processors,
      double begun,
      VisitWork work,
      double scale,
      boolean hindered) {
    cohorts.add(elapsedNanos, begun);
    for (int bin = 0; bin < BINS; bin++) {
      visits[bin] = cohorts.begunBetween(VisitWork.beginNanos(bin), VisitWork.endNanos(bin));
    }
    if (begun > 0 || watchedNanos > 0) {
      watchedNanos += elapsedNanos;
    }
    double rate = begun * NANOS_PER_SECOND / elapsedNanos;
    begunPerSecond += (rate - begunPerSecond) * (1 - Math.exp(-elapsedNanos / RATE_TAU_NANOS));
    fade(elapsedNanos * begunPerSecond / (begunPerSecond + HALF_WEIGHT_RATE * processors));
    learnLevel(elapsedNanos, work, scale);
    learnActivity(elapsedNanos, begun, work, hindered);
    learnHabits(elapsedNanos, work, scale);
    double workNanos = work.cpuNanos() * scale / processors;
    costs.add(level.mean(), workNanos);
    habits.add(activity(), workNanos);
    refresh();
  }

  /**
   * Forgets work, so that a whole visit needs at most so much after its first handshake.
   *
   * @param nanosMax CPU time; 0 while it is not known, for ten times what was assumed at first
   */
  void bound(double nanosMax) {
    double most = nanosMax > 0 ? nanosMax : UNSURE_VISITS * TURNS_PRIOR * TURN_NANOS_PRIOR;
    double part = most / visitNanos();
    if (part < 1) {
      for (int bin = 0; bin < BINS; bin++) {
        turns[bin] *= part;
      }
      refresh();
    }
  }

  private void fade(double nanos) {
    double tau = Math.max(HABIT_SECONDS * NANOS_PER_SECOND, TAU_IN_AGES * ageNanos());
    double keep = Math.exp(-nanos / tau);
    for (int bin = 0; bin < BINS; bin++) {
      turns[bin] *= keep;
      counted[bin] *= keep;
      exposureNanos[bin] *= keep;
      levelledNanos[bin] *= keep;
    }
    allTurns *= keep;
    allLevelledNanos *= keep;
  }

  private void learnLevel(double elapsedNanos, VisitWork work, double scale) {
    double measured = 0;
    double expected = 0;
    double events = 0;
    for (int bin = 0; bin < BINS; bin++) {
      measured += work.cpuNanos(bin) * scale;
      expected += work.turns(bin) * relativeNanos(bin);
      events += work.turns(bin);
    }
    level.add(elapsedNanos, measured, expected, events);
  }

  private void learnActivity(double elapsedNanos, double begun, VisitWork work, boolean hindered) {
    double came = work.turns(VisitWork.FIRST_TURN_BIN);
    double expected = expectedFirst(elapsedNanos, begun, came);
    // Beyond this age few turns are expected, and their number is hardly known.
    double oldest = OLDEST_IN_AGES * ageNanos();
    for (int bin = 1; bin < BINS && VisitWork.beginNanos(bin) < oldest; bin++) {
      came += work.turns(bin);
      expected += expectedTurns(bin, elapsedNanos);
    }
    double usual = expected * activity();
    owedTurns *= Math.exp(-elapsedNanos / Math.max(1, ageNanos()));
    if (hindered && came < usual) {
      owedTurns += usual - came;
      return;
    }
    // Owed turns that come late do not show more activity.
    double late = Math.min(owedTurns, Math.max(0, came - usual));
    owedTurns -= late;
    activity.add(elapsedNanos, came - late, expected, expected);
  }

  /**
   * Returns the first turns expected in this interval. They follow the handshake at once or in the
   * next interval, not at any time within the bin, so a group that arrives at one moment does not
   * count as more active than others. Turns that do not come are counted as missing, with a time
   * constant of a quarter of a second.
   */
  private double expectedFirst(double elapsedNanos, double begun, double came) {
    firstTurnsToCome += begun * perNano[VisitWork.FIRST_TURN_BIN] * width(VisitWork.FIRST_TURN_BIN);
    double matched = Math.min(came, firstTurnsToCome);
    double missed =
        (firstTurnsToCome - matched) * -Math.expm1(-elapsedNanos / VisitWork.YOUNG_NANOS);
    firstTurnsToCome -= matched + missed;
    return matched + missed;
  }

  /**
   * Returns J, within bounds: a group that leaves at once shows no habit, and J doubles no cost
   * that is hardly known.
   */
  private double activity() {
    double most = 1 + (ACTIVITY_MAX - 1) * confidence();
    return Math.max(ACTIVITY_MIN, Math.min(most, activity.mean()));
  }

  private void learnHabits(double elapsedNanos, VisitWork work, double scale) {
    if (allAreGone(elapsedNanos, work)) {
      return;
    }
    double now = Math.max(1e-6, level.mean());
    double active = activity();
    for (int bin = 0; bin < BINS; bin++) {
      double levelled = work.cpuNanos(bin) * scale / now;
      turns[bin] += work.turns(bin) / active;
      levelledNanos[bin] += levelled;
      counted[bin] += work.turns(bin);
      allTurns += work.turns(bin);
      allLevelledNanos += levelled;
      exposureNanos[bin] += visits[bin] * elapsedNanos;
    }
  }

  /** Returns whether none of many visits had a turn: an outage of the clients, and no habit. */
  private boolean allAreGone(double elapsedNanos, VisitWork work) {
    double expected = 0;
    for (int bin = 0; bin < BINS; bin++) {
      expected += expectedTurns(bin, elapsedNanos);
    }
    return work.turns() == 0 && expected > GONE_TURNS;
  }

  private double expectedTurns(int bin, double elapsedNanos) {
    return visits[bin] * perNano[bin] * elapsedNanos;
  }

  /** Returns m of a bin, in nanoseconds at level 1. */
  private double relativeNanos(int bin) {
    return (levelledNanos[bin] + relativeNanosOfAll() * PRIOR_TURNS) / (counted[bin] + PRIOR_TURNS);
  }

  /** Returns m of all bins together. */
  private double relativeNanosOfAll() {
    return (allLevelledNanos + TURN_NANOS_PRIOR * PRIOR_TURNS) / (allTurns + PRIOR_TURNS);
  }

  private void refresh() {
    double seen = 0;
    double seenTimesAge = 0;
    double oldest = 0;
    double oldestAge = 0;
    for (int bin = 0; bin < BINS; bin++) {
      double width = width(bin);
      double middle = VisitWork.beginNanos(bin) + width / 2;
      double priorWeight = PRIOR_VISITS * width;
      double q = (turns[bin] + prior(bin) * priorWeight) / (exposureNanos[bin] + priorWeight);
      if (middle < watchedNanos) {
        oldest = q;
        oldestAge = middle;
        seen += q * width;
        seenTimesAge += q * width * middle;
      } else if (oldestAge > 0) {
        double fading = TAIL_IN_AGES * seenTimesAge / seen;
        q = Math.max(prior(bin), oldest * Math.exp(-(middle - oldestAge) / fading));
      }
      perNano[bin] = q;
      demand[bin] = costs.value() * relativeNanos(bin) * q;
    }
  }

  /**
   * Returns the assumed turns a nanosecond of a visit in a bin: first one, then fewer and fewer.
   */
  private static double prior(int bin) {
    if (bin == VisitWork.FIRST_TURN_BIN) {
      return 1 / width(bin);
    }
    double start = VisitWork.FIRST_TURN_NANOS;
    double from = Math.exp((start - VisitWork.beginNanos(bin)) / AGE_NANOS_PRIOR);
    double to = Math.exp((start - VisitWork.endNanos(bin)) / AGE_NANOS_PRIOR);
    return (TURNS_PRIOR - 1) * (from - to) / width(bin);
  }

  private static double width(int bin) {
    return VisitWork.endNanos(bin) - VisitWork.beginNanos(bin);
  }

  /** Returns the mean CPU nanoseconds of a whole visit after its first handshake: G of all ages. */
  double visitNanos() {
    double ofPrice = costs.mean() / costs.value() * habits.mean() / habits.value();
    return costByNanos(Double.MAX_VALUE) * ofPrice;
  }

  /** Returns G(s), CPU nanoseconds. */
  double costByNanos(double ageNanos) {
    double sum = 0;
    for (int bin = 0; bin < BINS; bin++) {
      double inBin = Math.min(width(bin), ageNanos - VisitWork.beginNanos(bin));
      if (inBin <= 0) {
        break;
      }
      sum += demand[bin] * inBin;
    }
    return habits.value() * sum;
  }

  /** Returns P(s), processors. */
  double promisedProcessors(double inNanos) {
    double sum = 0;
    for (int bin = 0; bin < BINS; bin++) {
      double older = VisitWork.endNanos(bin) - inNanos;
      if (older > 0) {
        sum += demand[bin] * cohorts.begunBetween(VisitWork.beginNanos(bin) - inNanos, older);
      }
    }
    return activity() * sum + owedProcessors(inNanos);
  }

  /** Returns the processors for owed turns, which come within about the mean age of all work. */
  private double owedProcessors(double inNanos) {
    double age = Math.max(1, ageNanos());
    return owedTurns * costs.value() * relativeNanosOfAll() / age * Math.exp(-inNanos / age);
  }

  /** Returns the mean number of turns of a visit after its first handshake. */
  double turnsPerVisit() {
    double sum = 0;
    for (int bin = 0; bin < BINS; bin++) {
      sum += perNano[bin] * width(bin);
    }
    return habits.mean() * sum;
  }

  /** Returns the mean age of a visit at its work, weighted by CPU time, in nanoseconds. */
  double ageNanos() {
    double sum = 0;
    double work = 0;
    for (int bin = 0; bin < BINS; bin++) {
      double nanos = demand[bin] * width(bin);
      work += nanos;
      sum += nanos * (VisitWork.beginNanos(bin) + width(bin) / 2);
    }
    return work > 0 ? sum / work : 0;
  }

  /**
   * Returns the mean square of the age of a visit at its work, over the square of the mean; at
   * least 1.
   */
  double ageSpread() {
    double mean = ageNanos();
    double squares = 0;
    double work = 0;
    for (int bin = 0; bin < BINS; bin++) {
      double nanos = demand[bin] * width(bin);
      double begin = VisitWork.beginNanos(bin);
      double end = VisitWork.endNanos(bin);
      work += nanos;
      squares += nanos * (begin * begin + begin * end + end * end) / 3;
    }
    return work > 0 && mean > 0 ? Math.max(1, squares / work / (mean * mean)) : 1;
  }

  /**
   * Returns whether visits have been watched for long enough (three mean ages) to know their
   * length.
   */
  boolean isTrusted() {
    return watchedNanos >= TAU_IN_AGES * ageNanos();
  }

  /** Returns the part of the visit cost that was measured and not assumed, 0 to 1. */
  double confidence() {
    double seen = 0;
    double all = 0;
    for (int bin = 0; bin < BINS; bin++) {
      double nanos = demand[bin] * width(bin);
      all += nanos;
      seen += nanos * exposureNanos[bin] / (exposureNanos[bin] + PRIOR_VISITS * width(bin));
    }
    return all > 0 ? Math.min(1, seen / all) : 0;
  }
}
