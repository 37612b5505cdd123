package io.headwaiter.core.pool;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which sizes to profile next, and when enough is known.
 *
 * <pre>
 *   run 1   (Mmax, Nmax): what a crowd does to this application, and N/M at which both pools are full
 *   run 2   (sqrt(Mmin Mmax), balanced N of it)
 *   run 3   (Mmin^(3/4) Mmax^(1/4), as many connections)
 *   then    (M, N) with the greatest  u = log lambda(M, N) + 1.645 s(M, N)
 *   stop    when  max u - log lambda(best) &lt;= log(1 + regretMax),  or after runsMax runs
 *   s       what interpolation may miss there, see {@link PoolModel}
 * </pre>
 *
 * <p>The greatest upper bound is either near the predicted ridge or where nothing is known: so
 * points are spent where they may change the answer (Cox and John 1992, sequential design by upper
 * bounds). The bound of the regret is one-sided at 95 %.
 *
 * <p>It asks for more load than the server is thought to carry, by {@link
 * ProfilingSettings#overload}: times of an idle server would halve the connections of the paper's
 * shop (13 instead of 26). A run that was not overloaded after all is repeated with twice the load,
 * {@value #RETRIES_MAX} times, and its times are not used.
 *
 * <p>Stateless: what was found so far is told, so that profiling can be gone on with at any time.
 */
public final class ProfilingPlan {
  private static final double ONE_SIDED_DEVIATIONS = 1.645;
  private static final double BAND_DEVIATIONS = 1.96;
  private static final double USEFUL = 0.9;
  private static final int RUNS_MIN = 6;
  private static final int RETRIES_MAX = 6;
  private static final double MORE_LOAD = 2;

  private final ProfilingState state;
  private final ProfilingSettings settings;

  private ProfilingPlan(ProfilingState state) {
    this.state = state;
    settings = state.settings();
  }

  /** The next step after the runs that were made. */
  public static ProfilingStep next(ProfilingState state) {
    return new ProfilingPlan(state).next();
  }

  private ProfilingStep next() {
    List<ProfilePoint> runs = state.runs();
    if (!runs.isEmpty() && !runs.get(runs.size() - 1).isOverloaded()) {
      return again(runs.get(runs.size() - 1));
    }
    Optional<Profile> profile = state.profile();
    if (profile.isEmpty()) {
      PoolSizes largest = sizes(settings.threadsMax(), settings.connectionsMax());
      return profile(
          largest,
          settings.firstSessionsPerSecond(),
          Double.POSITIVE_INFINITY,
          "the most of both, to see what a crowd does");
    }
    return after(profile.get());
  }

  private ProfilingStep again(ProfilePoint idle) {
    PoolSizes sizes = new PoolSizes(idle.threads(), idle.connections());
    long tries =
        state.runs().stream()
            .filter(r -> !r.isOverloaded())
            .filter(r -> r.threads() == sizes.threads() && r.connections() == sizes.connections())
            .count();
    double offered = idle.offeredSessionsPerSecond();
    if (tries > RETRIES_MAX || state.runs().size() >= Profile.POINTS_MAX) {
      return new ProfilingStep(
          ProfilingStep.Kind.NO_OVERLOAD,
          sizes,
          offered,
          Double.POSITIVE_INFINITY,
          "at %.3g sessions/s %s were still not full: raise the load generator's limits"
              .formatted(offered, sizes));
    }
    return profile(
        sizes,
        offered * MORE_LOAD,
        Double.POSITIVE_INFINITY,
        "again: at %.3g sessions/s the server was not full, and idle times mislead"
            .formatted(offered));
  }

  private ProfilingStep after(Profile profile) {
    PoolModel model = new PoolModel(ProfileSurface.unbounded(profile), state.mix());
    int known = profile.points().size();
    double low = settings.threadsMin();
    double high = settings.threadsMax();
    if (known == 1) {
      ProfilePoint first = profile.points().get(0);
      double ratio = model.demand(first.threads(), first.connections()).balancedRatio();
      int middle = (int) Math.round(Math.sqrt(low * high));
      PoolSizes sizes = sizes(middle, (int) Math.round(middle * ratio));
      return profile(sizes, model, Double.POSITIVE_INFINITY, "near where both pools are full");
    }
    if (known == 2) {
      int few = (int) Math.round(Math.pow(low, 0.75) * Math.pow(high, 0.25));
      return profile(sizes(few, few), model, Double.POSITIVE_INFINITY, "few of both");
    }
    return search(profile, model);
  }

  private ProfilingStep search(Profile profile, PoolModel model) {
    Outlook outlook = outlook(profile, model);
    double regret = outlook.regret();
    double error = BAND_DEVIATIONS * outlook.doubt;
    boolean regretLow = regret <= settings.regretMax();
    boolean bandNarrow = error <= settings.errorMax();
    boolean enough = profile.points().size() >= RUNS_MIN && regretLow && bandNarrow;
    boolean noMore = outlook.hope == null || state.runs().size() >= settings.runsMax();
    if (enough || noMore) {
      String why =
          "%s: others may carry %.1f %% more, the rate may be %.1f %% off"
              .formatted(
                  enough ? "enough is known" : "as many runs as allowed",
                  100 * regret,
                  100 * error);
      return new ProfilingStep(
          ProfilingStep.Kind.DONE, outlook.best, Math.exp(outlook.bestLog), regret, why);
    }
    return regretLow
        ? profile(
            outlook.doubtful, model, regret, "may be %.1f %% off there".formatted(100 * error))
        : profile(
            outlook.hope,
            model,
            regret,
            "may carry %.1f %% more than %s".formatted(100 * regret, outlook.best));
  }

  /** The best of all sizes, the unknown ones that may be better, and the least known good ones. */
  private static final class Outlook {
    private PoolSizes best;
    private double bestLog = Double.NEGATIVE_INFINITY;
    private PoolSizes hope;
    private double hopeLog = Double.NEGATIVE_INFINITY;
    private PoolSizes doubtful;
    private double doubt;

    double regret() {
      return hope == null ? 0 : Math.max(0, Math.expm1(hopeLog - bestLog));
    }
  }

  private Outlook outlook(Profile profile, PoolModel model) {
    Outlook o = new Outlook();
    Map<PoolSizes, PoolModel.Guess> guesses = new LinkedHashMap<>();
    for (int m = settings.threadsMin(); m <= settings.threadsMax(); m++) {
      for (int n = 1; n <= Math.min(m, settings.connectionsMax()); n++) {
        PoolSizes sizes = new PoolSizes(m, n);
        PoolModel.Guess guess = model.guess(m, n);
        double log = Math.log(guess.sessionsPerSecond());
        guesses.put(sizes, guess);
        if (log > o.bestLog) {
          o.best = sizes;
          o.bestLog = log;
        }
      }
    }
    guesses.forEach((sizes, guess) -> lookAt(o, sizes, guess, profile));
    return o;
  }

  private static void lookAt(Outlook o, PoolSizes sizes, PoolModel.Guess guess, Profile profile) {
    if (isKnown(profile, sizes.threads(), sizes.connections())) {
      return;
    }
    double log = Math.log(guess.sessionsPerSecond());
    double missing = guess.missing();
    double upper = log + ONE_SIDED_DEVIATIONS * missing;
    if (upper > o.hopeLog) {
      o.hope = sizes;
      o.hopeLog = upper;
    }
    if (log >= o.bestLog + Math.log(USEFUL) && missing > o.doubt) {
      o.doubtful = sizes;
      o.doubt = missing;
    }
  }

  private static boolean isKnown(Profile profile, int m, int n) {
    return profile.points().stream().anyMatch(p -> p.threads() == m && p.connections() == n);
  }

  private PoolSizes sizes(int threads, int connections) {
    int m = Math.max(settings.threadsMin(), Math.min(settings.threadsMax(), threads));
    return new PoolSizes(
        m, Math.max(1, Math.min(Math.min(m, settings.connectionsMax()), connections)));
  }

  private ProfilingStep profile(PoolSizes sizes, PoolModel model, double regret, String why) {
    PoolModel.Guess guess = model.guess(sizes.threads(), sizes.connections());
    double upper = guess.sessionsPerSecond() * Math.exp(guess.missing());
    return profile(sizes, upper * settings.overload(), regret, why);
  }

  private static ProfilingStep profile(
      PoolSizes sizes, double sessionsPerSecond, double regret, String why) {
    return new ProfilingStep(ProfilingStep.Kind.PROFILE, sizes, sessionsPerSecond, regret, why);
  }
}
