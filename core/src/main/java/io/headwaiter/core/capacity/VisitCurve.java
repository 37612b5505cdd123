package io.headwaiter.core.capacity;

/**
 * What visits ask for after their first handshake, by their age: a life table. Right also while the
 * visits are still under way, and whatever the rate at which they begin.
 *
 * <pre>
 *   q(a) = turns of work at age a / visits that began so long ago, times their time in that bin
 *   m(a) = CPU time of such a turn, relative to the level of all costs
 *   I    = level of all costs: measured CPU time of all turns / sum of their m(a), see {@link ChangingMean}
 *   J    = level of all habits: turns / those expected of the visits begun, see there, too
 *   g(a) = I* * m(a) * q(a)                      CPU seconds a second, of one visit of age a
 *   G(s) = J* * integral of g from 0 to s        what a visit has cost by age s
 *   P(s) = J * sum over visits begun of g(age + s) + what is owed   processors they need s from now
 *   I*, J*   as I and J, but they fall only as work is done, see {@link Price}; what is told of a
 *            visit as a whole takes their means
 * </pre>
 *
 * <p>Every visit that began counts, ended or not: its end is what makes q smaller. So the mean over
 * all visits needs no visit to be watched to its end, as a mean over finished ones does, which are
 * the short ones. Ages that no visit has reached yet are assumed to go on as the oldest one known,
 * fading over one and a half times the mean age of all work so far; and at first as a short visit
 * of light pages.
 *
 * <p>Costs change at once, habits slowly: a new certificate or a slow database moves I within a
 * second, while q and m are learned over {@value #HABIT_SECONDS} s and more, and only as fast as
 * visits begin: an hour without any says nothing about them. J takes out what the visits of today
 * do more or less than those from whom q was learned; it does not fall while turns wait for long,
 * because then it is the server that makes them fewer: those are owed, and when they come late it
 * does not rise. Where everybody is gone at once nothing is learned of habits; the promises fall,
 * and the next visits are still charged as those before.
 *
 * <p>Worked number: 60 visits a second; of those that are 2 to 3 s old, 60 in all, come 6 turns of
 * 1.5 ms within this second: q = 0.1 a second, g = 0.15 ms a second. If that holds for ages from 0
 * to 60 s a visit costs G = 9 ms beside its handshake, and the visits that begin in a minute,
 * 3,600, ask for P(0) = 0.54 processors.
 *
 * <p>Not thread-safe.
 */
final class VisitCurve {
  /** Time over which habits are learned, at least. */
  static final int HABIT_SECONDS = 20;

  private static final double NANOS_PER_SECOND = 1e9;
  private static final int BINS = VisitWork.BINS;
  private static final double TAU_IN_AGES = 3;
  // Visits a second and processor at which time counts half.
  private static final double HALF_WEIGHT_RATE = 2;
  private static final double RATE_TAU_NANOS = 2e9;
  // Before anything is measured: a short visit of light pages, five visits' worth of evidence.
  private static final double TURN_NANOS_PRIOR = 2e6;
  private static final double TURNS_PRIOR = 5;
  private static final double AGE_NANOS_PRIOR = 5e9;
  private static final double PRIOR_VISITS = 5;
  // Visits that never ended so far have a mean age of half the time, those that end all the time
  // of one: in between lies what can be said of their rest.
  private static final double TAIL_IN_AGES = 1.5;
  private static final double PRIOR_TURNS = 20;
  private static final double OLDEST_IN_AGES = 3;
  private static final double ACTIVITY_MIN = 0.5;
  private static final double ACTIVITY_MAX = 2;
  private static final double ACTIVITY_PRIOR_TURNS = 200;
  // Expected in an interval; that none comes by chance is then less than one in a hundred.
  private static final double GONE_TURNS = 5;
  private static final double LEVEL_PRIOR_NANOS = 20 * TURN_NANOS_PRIOR;

  private final Cohorts cohorts = new Cohorts();
  private final ChangingMean level = new ChangingMean(1, LEVEL_PRIOR_NANOS);
  private final ChangingMean activity = new ChangingMean(1, ACTIVITY_PRIOR_TURNS);
  private final Price costs = new Price(1);
  private final Price habits = new Price(1);
  private final double[] turns = new double[BINS];
  private final double[] exposureNanos = new double[BINS];
  private final double[] levelledNanos = new double[BINS];
  private final double[] counted = new double[BINS];
  // Visits that began so long ago, ended or not.
  private final double[] visits = new double[BINS];
  // q, and g at J = 1, by bin, made anew with every interval.
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
   * Takes in one interval.
   *
   * @param begun visits that began in it
   * @param scale by which the CPU time of turns is to be multiplied, so that what no turn accounts
   *     for is shared out among them
   * @param hindered whether turns wait for long, so that visits do less than they want to
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
    // Beyond it little is expected, and that little is hardly known.
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
    // What comes late is not what visits do more.
    double late = Math.min(owedTurns, Math.max(0, came - usual));
    owedTurns -= late;
    activity.add(elapsedNanos, came - late, expected, expected);
  }

  /**
   * First turns that were to come in this interval. They follow the handshake at once or in the
   * next interval, and not at any time within the bin: a crowd that comes at one moment does not
   * want more than others. Those that do not come are missed after a quarter of a second.
   */
  private double expectedFirst(double elapsedNanos, double begun, double came) {
    firstTurnsToCome += begun * perNano[VisitWork.FIRST_TURN_BIN] * width(VisitWork.FIRST_TURN_BIN);
    double matched = Math.min(came, firstTurnsToCome);
    double missed =
        (firstTurnsToCome - matched) * -Math.expm1(-elapsedNanos / VisitWork.YOUNG_NANOS);
    firstTurnsToCome -= matched + missed;
    return matched + missed;
  }

  /** J. A crowd that vanishes at once is no habit, and nobody doubles what is hardly known. */
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

  /** Nobody of many asks for anything: that is an outage of theirs, and no habit. */
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

  /** m of a bin, in nanoseconds at level 1. */
  private double relativeNanos(int bin) {
    return (levelledNanos[bin] + relativeNanosOfAll() * PRIOR_TURNS) / (counted[bin] + PRIOR_TURNS);
  }

  /** m of all bins together. */
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

  /** Assumed turns a nanosecond of a visit in a bin: the first one, and then fewer and fewer. */
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

  /** CPU nanoseconds of a whole visit after its first handshake: G of all ages, in the mean. */
  double visitNanos() {
    double ofPrice = costs.mean() / costs.value() * habits.mean() / habits.value();
    return costByNanos(Double.MAX_VALUE) * ofPrice;
  }

  /** G(s), CPU nanoseconds. */
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

  /** P(s), processors. */
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

  /** For turns that were held up: they come within about the mean age of all work. */
  private double owedProcessors(double inNanos) {
    double age = Math.max(1, ageNanos());
    return owedTurns * costs.value() * relativeNanosOfAll() / age * Math.exp(-inNanos / age);
  }

  /** Turns of work of a visit, after its first handshake, in the mean. */
  double turnsPerVisit() {
    double sum = 0;
    for (int bin = 0; bin < BINS; bin++) {
      sum += perNano[bin] * width(bin);
    }
    return habits.mean() * sum;
  }

  /** Mean age of a visit at its work, weighted by that, in nanoseconds. */
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

  /** Mean square of the age of a visit at its work, over the square of the mean; 1 and more. */
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

  /** Whether visits have been watched for long enough to know how long they get. */
  boolean isTrusted() {
    return watchedNanos >= TAU_IN_AGES * ageNanos();
  }

  /** Part of a visit's cost that was seen and not assumed, 0 to 1. */
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
