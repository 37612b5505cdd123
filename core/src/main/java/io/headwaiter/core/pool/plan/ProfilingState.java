package io.headwaiter.core.pool.plan;

import io.headwaiter.core.pool.Checks;
import io.headwaiter.core.pool.profile.PoolSizes;
import io.headwaiter.core.pool.profile.Profile;
import io.headwaiter.core.pool.profile.ProfilePoint;
import io.headwaiter.core.pool.profile.RequestMix;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The progress of profiling, as plain values that can be stored to continue later.
 *
 * @param settings of the plan
 * @param mix of the requests
 * @param runs all runs in their order, including those without overload
 */
public record ProfilingState(ProfilingSettings settings, RequestMix mix, List<ProfilePoint> runs) {
  /** Copies the runs and checks their number. */
  public ProfilingState {
    Checks.within("number of runs", runs.size(), 0, Profile.POINTS_MAX);
    runs = List.copyOf(runs);
  }

  /** Returns the state before the first run. */
  public static ProfilingState start(ProfilingSettings settings, RequestMix mix) {
    return new ProfilingState(settings, mix, List.of());
  }

  /** Returns the state after one more run. */
  public ProfilingState with(ProfilePoint run) {
    List<ProfilePoint> more = new ArrayList<>(runs);
    more.add(run);
    return new ProfilingState(settings, mix, more);
  }

  /**
   * Returns the profile of the runs under overload; empty if there are none. The last run counts
   * where sizes were repeated.
   */
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
