package io.headwaiter.tuning;

import io.headwaiter.core.pool.plan.ProfilingPlan;
import io.headwaiter.core.pool.plan.ProfilingSettings;
import io.headwaiter.core.pool.plan.ProfilingState;
import io.headwaiter.core.pool.plan.ProfilingStep;
import io.headwaiter.core.pool.profile.PoolSizes;
import io.headwaiter.core.pool.profile.ProfilePoint;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Makes the runs of a {@link ProfilingPlan}. After each run the state is on disk, so that an
 * interruption loses one run at most.
 *
 * <p>Load comes from a closed population without think time, {@value #CLIENTS_PER_THREAD} clients
 * for each thread and {@value #CLIENTS_MORE} more. So threads have work even if the load is late:
 * the server is full at any speed, and never flooded. If its threads were not all busy, the next
 * try has twice as many clients.
 */
public final class PoolTuning {
  /** Clients for each thread at the first try. */
  private static final int CLIENTS_PER_THREAD = 4;

  /** Additional clients at the first try. */
  private static final int CLIENTS_MORE = 20;

  /** One run. */
  @FunctionalInterface
  public interface Runner {
    /**
     * Profiles a server.
     *
     * @param clients size of the closed population
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
   * Continues with the state in the file, if it exists.
   *
   * @param start state before the first run
   * @param file file of the state
   * @param out receives lines about the progress
   * @throws IOException with a sentence if the file is of another tuning
   */
  public PoolTuning(TuningState start, Path file, Consumer<String> out) throws IOException {
    this.file = file;
    this.out = out;
    state = start.resume(file);
    if (next().kind() == ProfilingStep.Kind.NO_OVERLOAD) {
      state = state.withoutIdleEnd(); // the user has removed the cause since
    }
    if (!state.runs().isEmpty()) {
      out.accept("going on after " + state.runs().size() + " runs");
    }
  }

  /** Returns the state so far. */
  public TuningState state() {
    return state;
  }

  /**
   * Sets the recorded requests that the load does not make, by type as a part of all.
   *
   * @throws IOException with a sentence if the runs so far left out other types
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

  /** Returns whether the plan is done. */
  public boolean isDone() {
    return next().kind() == ProfilingStep.Kind.DONE;
  }

  /** Returns the next step. */
  public ProfilingStep next() {
    return state.profiling().map(ProfilingPlan::next).orElseGet(this::first);
  }

  /** Returns the first step of any plan: the most of both, for every mix. */
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
   * Makes all runs of the plan.
   *
   * @return its last step
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

  /** Throws if no request was served: there are no times then. */
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

  /** Writes the state, if the plan can continue with it. */
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

  /** Returns the clients: twice as many after each run with these sizes that was not full. */
  private int clients(PoolSizes sizes) {
    long idle =
        state.profiling().stream()
            .flatMap(s -> s.runs().stream())
            .filter(p -> p.sizes().equals(sizes) && !p.wasOverloaded())
            .count();
    long clients = (long) clientsAtFirst(sizes) << Math.min(idle, DOUBLINGS_MAX);
    return (int) Math.min(CLIENTS_MAX, clients);
  }

  /** Returns the number of clients of a first try. */
  public static int clientsAtFirst(PoolSizes sizes) {
    return sizes.threads() * CLIENTS_PER_THREAD + CLIENTS_MORE;
  }
}
