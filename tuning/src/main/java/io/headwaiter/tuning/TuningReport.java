package io.headwaiter.tuning;

import io.headwaiter.core.pool.model.PoolModel;
import io.headwaiter.core.pool.model.PoolOptimizer;
import io.headwaiter.core.pool.model.ProfileSurface;
import io.headwaiter.core.pool.model.SustainableRate;
import io.headwaiter.core.pool.plan.ProfilingPlan;
import io.headwaiter.core.pool.plan.ProfilingState;
import io.headwaiter.core.pool.profile.ProcessorUse;
import io.headwaiter.core.pool.profile.Profile;
import io.headwaiter.core.pool.profile.ProfilePoint;
import io.headwaiter.load.text.Numbers;
import io.headwaiter.load.text.TextTable;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The result of a tuning. */
public final class TuningReport {
  private static final double NANOS_PER_MILLI = 1e6;

  private final TuningState state;
  private final ProfilingState profiling;
  private final Profile profile;
  private final PoolModel model;
  private final SustainableRate chosen;

  /**
   * Computes the result.
   *
   * @throws IOException with a sentence if there was no run, or no run was full
   */
  public TuningReport(TuningState state) throws IOException {
    this.state = state;
    profiling =
        state.profiling().orElseThrow(() -> new IOException("there was no profiling run yet"));
    profile =
        profiling
            .profile()
            .orElseThrow(() -> new IOException("the server was never full"))
            .leavingOut(state.leftOut());
    model = new PoolModel(new ProfileSurface(profile), profile.mix());
    chosen =
        new PoolOptimizer(model).best().orElseThrow(() -> new IOException("nothing was profiled"));
  }

  /** Returns the best sizes and their predicted rate. */
  public SustainableRate chosen() {
    return chosen;
  }

  /** Returns the model for the profile's own mix. */
  public PoolModel model() {
    return model;
  }

  /** Returns the number of profiling runs, including those that were not full. */
  public int runs() {
    return state.runs().size();
  }

  /** Returns the first run, with the most of both. */
  public TuningRun first() {
    return state.runs().get(0);
  }

  /** Returns why no more sizes were profiled, as the plan says it. */
  public String stopped() {
    return ProfilingPlan.next(profiling).reason();
  }

  /** Returns the file for {@code serve --pools}. */
  public TunedPools tunedPools(String command) {
    return new TunedPools(command, stopped(), chosen, profile);
  }

  /** Returns how many servers with the best sizes a load needs, with the band. */
  public String servers(double sessionsPerSecond) {
    return new OtherSizes(model, state.settings(), chosen).servers(sessionsPerSecond);
  }

  /** Returns all runs, the chosen sizes, and the rates of others. */
  public String text() {
    TextTable table =
        new TextTable(
            "run",
            "threads",
            "connections",
            "busy",
            "sessions/s",
            "model",
            "p ms",
            "q ms",
            "failed",
            "stolen");
    List<ProfilePoint> points = profiling.runs();
    for (int i = 0; i < points.size(); i++) {
      row(table, i, points.get(i));
    }
    return table.render()
        + String.format(
            Locale.ROOT,
            "%nstopped: %s%nchosen: %s%n"
                + "predicted: %s sessions/s, 95 %% between %s and %s; bottleneck: %s%n",
            stopped(),
            chosen.sizes(),
            Numbers.plain(chosen.sessionsPerSecond()),
            Numbers.plain(chosen.lowSessionsPerSecond()),
            Numbers.plain(chosen.highSessionsPerSecond()),
            chosen.bottleneck().name().toLowerCase(Locale.ROOT))
        + leftOut()
        + new OtherSizes(model, state.settings(), chosen).text();
  }

  private String leftOut() {
    if (profile.leftOut().isEmpty()) {
      return "";
    }
    double part = profile.leftOut().values().stream().mapToDouble(Double::doubleValue).sum();
    return "%s of the recorded requests are not in this profile, and the rate is of visits without them: %s%n"
        .formatted(
            Numbers.percent(part),
            profile.leftOut().entrySet().stream()
                .map(left -> left.getKey() + ' ' + Numbers.percent(left.getValue()))
                .collect(Collectors.joining(", ")));
  }

  private static String stolen(ProcessorUse use) {
    return use.isKnown() ? Numbers.percent(use.stolenPart()) : Numbers.NOTHING;
  }

  private void row(TextTable table, int run, ProfilePoint point) {
    TuningRun measured = state.runs().get(run);
    double sessions = point.completedSessionsPerSecond();
    // As in the profile, corrected for stolen processors.
    double requests = measured.gainUnstolen() * Math.max(1, measured.measured().overall().count());
    boolean inside = model.surface().contains(point.threads(), point.connections());
    table.row(
        Integer.toString(run + 1),
        Integer.toString(point.threads()),
        Integer.toString(point.connections()),
        Numbers.plain(measured.threadsBusy()) + (point.wasOverloaded() ? "" : " (not full)"),
        Numbers.plain(sessions),
        inside
            ? Numbers.plain(model.sessionsPerSecond(point.threads(), point.connections()))
            : Numbers.NOTHING,
        Numbers.plain(measured.measured().overall().processingNanos() / requests / NANOS_PER_MILLI),
        Numbers.plain(measured.measured().overall().holdNanos() / requests / NANOS_PER_MILLI),
        Numbers.percent(measured.failedPart()),
        stolen(measured.processors()));
  }
}
