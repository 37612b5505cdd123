package io.headwaiter.tuning;

import io.headwaiter.core.pool.plan.ProfilingSettings;
import io.headwaiter.core.pool.plan.ProfilingState;
import io.headwaiter.core.pool.profile.ProfilePoint;
import io.headwaiter.core.pool.profile.RequestMix;
import io.headwaiter.core.profile.RequestProfile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The state of a tuning: its uncorrected measurements. All other values are computed from them
 * again, so that each run is evaluated with the mix of all.
 *
 * @param subject subject of the tuning, in words: server, load and length of a run. Runs of
 *     different subjects cannot be combined
 * @param settings settings of the plan
 * @param visitsPerSession V_i to tune for, by type; empty for those of the load itself
 * @param runs runs in their order
 * @param leftOut recorded requests that the load does not make, by type as a part of all; null in
 *     files of older versions
 */
public record TuningState(
    String subject,
    ProfilingSettings settings,
    Map<String, Double> visitsPerSession,
    List<TuningRun> runs,
    Map<String, Double> leftOut) {
  // The least part of a mix's requests that must be of known types.
  private static final double KNOWN_MIN = 0.98;

  /** Creates the state for a load that makes all requests. */
  public TuningState(
      String subject,
      ProfilingSettings settings,
      Map<String, Double> visitsPerSession,
      List<TuningRun> runs) {
    this(subject, settings, visitsPerSession, runs, Map.of());
  }

  /** Copies the collections. */
  public TuningState {
    leftOut = leftOut == null ? Map.of() : Collections.unmodifiableMap(new TreeMap<>(leftOut));
    visitsPerSession = Collections.unmodifiableMap(new TreeMap<>(visitsPerSession));
    runs = List.copyOf(runs);
  }

  /** Returns the state after one more run. */
  TuningState with(TuningRun run) {
    List<TuningRun> more = new ArrayList<>(runs);
    more.add(run);
    return new TuningState(subject, settings, visitsPerSession, more, leftOut);
  }

  /** Returns the state with a load that does not make these requests. */
  TuningState leavingOut(Map<String, Double> parts) {
    return new TuningState(subject, settings, visitsPerSession, runs, parts);
  }

  /** Returns the state without the runs at its end that were not full. */
  TuningState withoutIdleEnd() {
    int count = runs.size();
    while (count > 0 && !runs.get(count - 1).isFull()) {
      count--;
    }
    return new TuningState(subject, settings, visitsPerSession, runs.subList(0, count), leftOut);
  }

  /** Returns whether the runs of another state can be continued with this one. */
  boolean isOf(TuningState other) {
    return subject.equals(other.subject)
        && settings.equals(other.settings)
        && visitsPerSession.equals(other.visitsPerSession);
  }

  /**
   * Returns the input of the plan; empty before the first run, when the mix is unknown.
   *
   * @throws IllegalArgumentException if no session has begun in the runs, or the load has less than
   *     98 % of the wanted mix's requests
   */
  public Optional<ProfilingState> profiling() {
    if (runs.isEmpty()) {
      return Optional.empty();
    }
    RequestMix mix = mix();
    Set<String> types = types();
    List<ProfilePoint> points = runs.stream().map(run -> run.point(mix, types)).toList();
    return Optional.of(new ProfilingState(settings, mix, points));
  }

  private Set<String> types() {
    Set<String> types = new TreeSet<>();
    runs.forEach(run -> types.addAll(run.measured().types().keySet()));
    return types;
  }

  /** Returns the load's mix in the full runs, or the wanted mix without types that never came. */
  private RequestMix mix() {
    boolean anyFull = runs.stream().anyMatch(TuningRun::isFull);
    RequestProfile all =
        runs.stream()
            .filter(run -> run.isFull() || !anyFull)
            .map(TuningRun::measured)
            .reduce(RequestProfile.NONE, RequestProfile::then);
    if (all.sessions() == 0 || all.sessionLength() == 0) {
      throw new IllegalArgumentException(
          "no session has begun in " + runs.size() + " runs: give longer ones with --run");
    }
    if (visitsPerSession.isEmpty()) {
      return new RequestMix(all.mix());
    }
    Map<String, Double> known = new TreeMap<>(visitsPerSession);
    known.keySet().retainAll(all.types().keySet());
    double part = sum(known) / sum(visitsPerSession);
    if (!(part >= KNOWN_MIN)) {
      Set<String> unknown = new TreeSet<>(visitsPerSession.keySet());
      unknown.removeAll(known.keySet());
      throw new IllegalArgumentException(
          "the load does not ask for %s of the mix: only %.0f %% of its requests can be profiled"
              .formatted(unknown, 100 * part));
    }
    return new RequestMix(known);
  }

  private static double sum(Map<String, Double> visits) {
    return visits.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  /**
   * Returns the state to continue with: that of the file, or this one if there is no file.
   *
   * @throws IOException with a sentence when the file has other content
   */
  TuningState resume(Path file) throws IOException {
    if (!Files.exists(file)) {
      return this;
    }
    TuningState found = JsonFiles.read(TuningState.class, file, "the state of a tuning");
    if (!isOf(found)) {
      throw new IOException(
          file
              + " is of another tuning ("
              + found.subject
              + "). Give the same flags to go on with it, or another --out.");
    }
    return found;
  }
}
