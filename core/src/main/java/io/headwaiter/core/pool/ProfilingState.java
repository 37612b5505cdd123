package io.headwaiter.core.pool;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * How far profiling has come; plain values, so that it can be stored and gone on with later.
 *
 * @param settings of the plan
 * @param mix with which requests come
 * @param runs all that were made, in their order, those without overload too
 */
public record ProfilingState(ProfilingSettings settings, RequestMix mix, List<ProfilePoint> runs) {
  /** Keeps a copy. */
  public ProfilingState {
    Checks.within("number of runs", runs.size(), 0, Profile.POINTS_MAX);
    runs = List.copyOf(runs);
  }

  /** Before the first run. */
  public static ProfilingState start(ProfilingSettings settings, RequestMix mix) {
    return new ProfilingState(settings, mix, List.of());
  }

  /** After one more run. */
  public ProfilingState with(ProfilePoint run) {
    List<ProfilePoint> more = new ArrayList<>(runs);
    more.add(run);
    return new ProfilingState(settings, mix, more);
  }

  /** What the runs under overload found; the last one where sizes were tried again. */
  public Optional<Profile> profile() {
    Map<PoolSizes, ProfilePoint> last = new LinkedHashMap<>();
    for (ProfilePoint run : runs) {
      if (run.wasOverloaded()) {
        last.put(run.sizes(), run);
      }
    }
    return last.isEmpty()
        ? Optional.empty()
        : Optional.of(new Profile(mix, List.copyOf(last.values())));
  }
}
