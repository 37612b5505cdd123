package io.headwaiter.lab.tuning;

import io.headwaiter.core.pool.PoolSizes;
import io.headwaiter.core.pool.ProfilePoint;
import io.headwaiter.core.pool.ProfilingPlan;
import io.headwaiter.core.pool.ProfilingSettings;
import io.headwaiter.core.pool.ProfilingState;
import io.headwaiter.core.pool.ProfilingStep;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Goes through a {@link ProfilingPlan} run by run. After each one the state is on disk, so that who
 * is interrupted loses one run.
 *
 * <p>Load comes from a closed population without think time, {@value #CLIENTS_PER_THREAD} clients
 * for each thread and {@value #CLIENTS_MORE} more, so that the load may be late and threads still
 * have something to do: the server is full at any speed, and never flooded. If its threads were not
 * all busy after all, the next try has twice as many clients.
 */
public final class PoolTuning {
  /** Clients for each thread at the first try. */
  private static final int CLIENTS_PER_THREAD = 4;

  /** And so many more. */
  private static final int CLIENTS_MORE = 20;

  /** One run. */
  @FunctionalInterface
  public interface Runner {
    /**
     * Profiles a server.
     *
     * @param clients of the closed population
     * @param first whether it is the first run of a server, which has compiled nothing yet
     */
    TuningRun run(PoolSizes sizes, int clients, boolean first)
        throws IOException, InterruptedException;
  }

  private static final int CLIENTS_MAX = 20_000;
  private static final int DOUBLINGS_MAX = 10;

  private final Path file;
  private final Consumer<String> out;
  private TuningState state;

  /**
   * Goes on with what the file holds.
   *
   * @param start state before the first run
   * @param file of the state
   * @param out takes lines about the progress
   * @throws IOException with a sentence if the file is of another tuning
   */
  public PoolTuning(TuningState start, Path file, Consumer<String> out) throws IOException {
    this.file = file;
    this.out = out;
    state = start.resume(file);
    if (next().kind() == ProfilingStep.Kind.NO_OVERLOAD) {
      state = state.withoutIdleEnd(); // who comes again has mended what was missing
    }
    if (!state.runs().isEmpty()) {
      out.accept("going on after " + state.runs().size() + " runs");
    }
  }

  /** Up to now. */
  public TuningState state() {
    return state;
  }

  /**
   * The load does not make these requests of those that come, by type as a part of all.
   *
   * @throws IOException with a sentence if the runs so far were made of others
   */
  public void leaveOut(Map<String, Double> parts) throws IOException {
    if (!state.runs().isEmpty() && !state.leftOut().keySet().equals(parts.keySet())) {
      throw new IOException(
          "The server answers other requests now than in the runs so far: these were made without %s, and now %s would be left out. Make it answer as before to go on, or give another --out."
              .formatted(words(state.leftOut()), words(parts)));
    }
    state = state.leavingOut(parts);
  }

  private static String words(Map<String, Double> parts) {
    return parts.isEmpty() ? "nothing" : new TreeSet<>(parts.keySet()).toString();
  }

  /** Whether nothing is left to be done. */
  public boolean isDone() {
    return next().kind() == ProfilingStep.Kind.DONE;
  }

  /** The next step. */
  public ProfilingStep next() {
    return state.profiling().map(ProfilingPlan::next).orElseGet(this::first);
  }

  /** The plan begins with the most of both, whatever the mix. */
  private ProfilingStep first() {
    ProfilingSettings settings = state.settings();
    int threads = settings.threadsMax();
    PoolSizes sizes = new PoolSizes(threads, Math.min(threads, settings.connectionsMax()));
    return new ProfilingStep(
        ProfilingStep.Kind.PROFILE,
        sizes,
        settings.firstSessionsPerSecond(),
        Double.POSITIVE_INFINITY,
        "the most of both, to see what a crowd does");
  }

  /**
   * Makes all runs that the plan asks for.
   *
   * @return its last word
   * @throws IOException with a sentence if the server cannot be filled, or a run fails
   */
  public ProfilingStep run(Runner runner) throws IOException, InterruptedException {
    boolean first = true;
    ProfilingStep step = next();
    while (step.kind() == ProfilingStep.Kind.PROFILE) {
      out.accept("run %d: %s (%s)".formatted(state.runs().size() + 1, step.sizes(), step.reason()));
      TuningRun run = runner.run(step.sizes(), clients(step.sizes()), first);
      first = false;
      refuseStandstill(step.sizes(), run);
      keep(state.with(run));
      say(run);
      step = next();
    }
    if (step.kind() == ProfilingStep.Kind.NO_OVERLOAD) {
      throw new IOException(
          "The load does not keep "
              + step.sizes().threads()
              + " threads busy, so their times say nothing: give fewer threads with --threads, or more"
              + " processors to the load.");
    }
    return step;
  }

  /** All threads busy and nothing served: its times are not slow, there are none. */
  private static void refuseStandstill(PoolSizes sizes, TuningRun run) throws IOException {
    if (run.measured().overall().served() == 0) {
      throw new IOException(
          ("Nothing was served with %s, so nobody knows what they carry. Where a request needs two"
                  + " connections at once, all wait for their second one for ever; the server's log"
                  + " names such requests. Mend that, or give a longer --run if requests take that"
                  + " long.")
              .formatted(sizes));
    }
  }

  /** Only what can be gone on with is written. */
  private void keep(TuningState more) throws IOException {
    more.profiling();
    JsonFiles.write(more, file);
    state = more;
  }

  private void say(TuningRun run) {
    Optional<ProfilePoint> point =
        state.profiling().map(ProfilingState::runs).map(points -> points.get(points.size() - 1));
    out.accept(
        "  %.4g sessions/s, %.4g requests/s, %.1f of %d threads busy%s"
            .formatted(
                point.map(ProfilePoint::completedSessionsPerSecond).orElse(0.0),
                run.requestsPerSecondUnstolen(),
                run.threadsBusy(),
                run.threads(),
                point.map(ProfilePoint::wasOverloaded).orElse(true) ? "" : ": not full"));
  }

  /** Twice as many after each run with these sizes that was not full. */
  private int clients(PoolSizes sizes) {
    long idle =
        state.profiling().stream()
            .flatMap(s -> s.runs().stream())
            .filter(p -> p.sizes().equals(sizes) && !p.wasOverloaded())
            .count();
    long clients = (long) clientsAtFirst(sizes) << Math.min(idle, DOUBLINGS_MAX);
    return (int) Math.min(CLIENTS_MAX, clients);
  }

  /** How many clients a first try has. */
  public static int clientsAtFirst(PoolSizes sizes) {
    return sizes.threads() * CLIENTS_PER_THREAD + CLIENTS_MORE;
  }
}
