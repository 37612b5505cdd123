package io.headwaiter.core.pool.plan;

import static java.lang.Double.POSITIVE_INFINITY;

import io.headwaiter.core.pool.model.PoolModel;
import io.headwaiter.core.pool.model.ProfileSurface;
import io.headwaiter.core.pool.profile.PoolDemand;
import io.headwaiter.core.pool.profile.PoolSizes;
import io.headwaiter.core.pool.profile.Profile;
import io.headwaiter.core.pool.profile.ProfilePoint;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Decides which sizes to profile next, and when the profile is sufficient.
 *
 * <pre>
 *   first   (Mmax, Nmax): the effect of concurrency, and N/M at which both pools are full
 *           (sqrt(Mmin Mmax), balanced N of it)
 *           (Mmin^(3/4) Mmax^(1/4), as many connections)
 *   then    (M, N) with the greatest  u = log lambda(M, N) + 1.645 s(M, N);  if that is below
 *           log lambda(best) + log(1 + regretMax), (M, N) with the greatest s where lambda is half
 *           of the best and more; in the last third of the runs also if the greatest 1.96 s there
 *           exceeds errorMax by more than the regret exceeds regretMax, both as a factor
 *   stop    when neither the regret may exceed regretMax nor 1.96 s errorMax, but not before
 *           {@value #RUNS_MIN} sizes are profiled;  or after runsMax runs
 *   s       error of interpolation there, see {@link PoolModel}
 * </pre>
 *
 * <p>The greatest upper bound is either near the predicted ridge or where nothing is known. So the
 * runs are made where they may change the answer (Cox and John 1992, sequential design by upper
 * bounds). The bound of the regret is one-sided at 95 %.
 *
 * <p>On an unsteady machine the regret may never become small, because runs differ by more than
 * regretMax. All runs would then go to the ridge, and almost nothing would be known about few
 * connections. Worked: after eight of twelve runs other sizes may complete 3.2 % more (1.6 times
 * regretMax), and the rate with one connection may be 51 % off (10 times errorMax): the ninth run
 * goes there.
 *
 * <p>The plan requests more load than the predicted rate, by {@link ProfilingSettings#overload}:
 * times of an idle server would halve the connections of the paper's shop (13 instead of 26). Where
 * little is known it requests less, by exp(s) but at most by {@value #DOUBT_MAX}. A run begins with
 * that load and raises it until the server is full, because a flood is expensive and too low a
 * beginning costs seconds. A run that was not overloaded is repeated with twice the load, {@value
 * #RETRIES_MAX} times. Its times are not used; it counts as a run.
 *
 * <p>Stateless: the caller passes all earlier runs, so profiling can continue at any time.
 */
public final class ProfilingPlan {
  private static final int RUNS_MIN = 6;
  private static final int RETRIES_MAX = 6;
  private static final int DOUBT_MAX = 30;
  private static final double MORE_LOAD = 2;
  private static final double IN_WORDS = 1;
  private static final int LATE = 3;

  private final ProfilingState state;
  private final ProfilingSettings settings;

  private ProfilingPlan(ProfilingState state) {
    this.state = state;
    settings = state.settings();
  }

  /** Returns the next step after the runs so far. */
  public static ProfilingStep next(ProfilingState state) {
    return new ProfilingPlan(state).next();
  }

  private ProfilingStep next() {
    List<ProfilePoint> runs = state.runs();
    Optional<Profile> profile = state.profile();
    boolean wasIdle = !runs.isEmpty() && !runs.get(runs.size() - 1).wasOverloaded();
    if (wasIdle && (profile.isEmpty() || runs.size() < settings.runsMax())) {
      return again(runs.get(runs.size() - 1));
    }
    return profile.isPresent()
        ? after(profile.get())
        : run(
            sizes(settings.threadsMax(), settings.connectionsMax()),
            settings.firstSessionsPerSecond(),
            POSITIVE_INFINITY,
            "the most of both, to see what a crowd does");
  }

  private ProfilingStep again(ProfilePoint idle) {
    PoolSizes sizes = idle.sizes();
    long tries =
        state.runs().stream().filter(r -> !r.wasOverloaded() && r.sizes().equals(sizes)).count();
    double offered = idle.offeredSessionsPerSecond();
    if (tries > RETRIES_MAX || state.runs().size() >= Profile.POINTS_MAX) {
      String why =
          String.format(
              Locale.ROOT,
              "at %.3g sessions/s %s were still not full: raise the load generator's limits",
              offered,
              sizes);
      return new ProfilingStep(
          ProfilingStep.Kind.NO_OVERLOAD, sizes, offered, POSITIVE_INFINITY, why);
    }
    String why =
        String.format(
            Locale.ROOT,
            "again: at %.3g sessions/s the server was not full, and idle times mislead",
            offered);
    return run(sizes, offered * MORE_LOAD, POSITIVE_INFINITY, why);
  }

  private ProfilingStep after(Profile profile) {
    PoolModel model = new PoolModel(ProfileSurface.unbounded(profile), state.mix());
    Set<PoolSizes> known =
        profile.points().stream().map(ProfilePoint::sizes).collect(Collectors.toSet());
    boolean mayRun = state.runs().size() < settings.runsMax();
    PoolSizes balanced = balanced(profile.points().get(0));
    PoolSizes few = few();
    if (mayRun && !known.contains(balanced)) {
      return run(balanced, model, POSITIVE_INFINITY, "near where both pools are full");
    }
    if (mayRun && !known.contains(few)) {
      return run(few, model, POSITIVE_INFINITY, "few of both");
    }
    return search(model, new ProfileForecast(model, settings), known.size());
  }

  private PoolSizes balanced(ProfilePoint first) {
    double ratio = PoolDemand.of(first, state.mix()).balancedRatio();
    double middle = Math.sqrt((double) settings.threadsMin() * settings.threadsMax());
    return sizes((int) Math.round(middle), (int) Math.round(middle * ratio));
  }

  private PoolSizes few() {
    double few = Math.pow(settings.threadsMin(), 0.75) * Math.pow(settings.threadsMax(), 0.25);
    return sizes((int) Math.round(few), (int) Math.round(few));
  }

  private PoolSizes sizes(int threads, int connections) {
    int m = Math.max(settings.threadsMin(), Math.min(settings.threadsMax(), threads));
    int most = Math.min(m, settings.connectionsMax());
    return new PoolSizes(m, Math.max(1, Math.min(most, connections)));
  }

  private ProfilingStep search(PoolModel model, ProfileForecast forecast, int known) {
    boolean content =
        forecast.regret() <= settings.regretMax() && forecast.error() <= settings.errorMax();
    boolean enough = content && known >= RUNS_MIN;
    if (enough || forecast.hope().isEmpty() || state.runs().size() >= settings.runsMax()) {
      return done(forecast, enough);
    }
    PoolSizes hope = forecast.hope().get();
    if (looksForTheBest(forecast)) {
      String why = "may carry " + more(forecast.regret(), forecast.best().toString());
      return run(hope, model, forecast.regret(), why);
    }
    String why = "good, and may be " + off(forecast.error());
    return run(forecast.doubtful().orElse(hope), model, forecast.regret(), why);
  }

  private boolean looksForTheBest(ProfileForecast forecast) {
    boolean isLate = LATE * state.runs().size() >= (LATE - 1) * settings.runsMax();
    boolean isErrorWorse =
        forecast.error() * settings.regretMax() > forecast.regret() * settings.errorMax();
    return forecast.regret() > settings.regretMax() && !(isLate && isErrorWorse);
  }

  private static ProfilingStep done(ProfileForecast forecast, boolean enough) {
    String why =
        "%s: others may carry %s, and the rate of good ones may be %s"
            .formatted(
                enough ? "enough is known" : "no more runs",
                more(forecast.regret(), "these"),
                off(forecast.error()));
    return new ProfilingStep(
        ProfilingStep.Kind.DONE,
        forecast.best(),
        forecast.bestSessionsPerSecond(),
        forecast.regret(),
        why);
  }

  /** Uses words above 100 %, where the base is too small for a percentage. */
  private static String more(double part, String than) {
    return part > IN_WORDS ? "over twice as much as " + than : percent(part) + " more than " + than;
  }

  private static String off(double part) {
    return part > IN_WORDS ? "off by a factor of two and more" : percent(part) + " off";
  }

  private static String percent(double part) {
    return String.format(Locale.ROOT, "%.1f %%", 100 * part);
  }

  private ProfilingStep run(PoolSizes sizes, PoolModel model, double regret, String why) {
    PoolModel.Guess guess = model.guess(sizes.threads(), sizes.connections());
    double doubt = Math.min(DOUBT_MAX, Math.exp(guess.missing()));
    double offered = guess.sessionsPerSecond() / doubt * settings.overload();
    return run(sizes, offered, regret, why);
  }

  private static ProfilingStep run(
      PoolSizes sizes, double sessionsPerSecond, double regret, String why) {
    return new ProfilingStep(ProfilingStep.Kind.PROFILE, sizes, sessionsPerSecond, regret, why);
  }
}
