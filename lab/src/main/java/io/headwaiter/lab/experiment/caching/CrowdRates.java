package io.headwaiter.lab.experiment.caching;

import io.headwaiter.core.pool.profile.PoolSizes;
import io.headwaiter.core.pool.profile.ProfilePoint;
import io.headwaiter.core.pool.profile.RequestMix;
import io.headwaiter.core.profile.RequestProfile;
import io.headwaiter.tuning.TuningRun;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Sessions a second that a crowd completes in each turn of a policy, told as they would be with the
 * mix of all turns ({@link ProfilePoint#withMix}): in two seconds some hundred requests more or
 * fewer are searches, by chance, and a search is the work of six other pages.
 */
public final class CrowdRates {
  private CrowdRates() {}

  /**
   * Of all turns.
   *
   * @param turns what came in each; each a second at least
   * @param requests of a session, in the mean
   * @throws IllegalArgumentException when nothing was answered
   */
  public static Map<CachingPolicy, List<Double>> perSecond(
      PoolSizes sizes, Map<CachingPolicy, List<RequestProfile>> turns, double requests) {
    RequestMix mix = mix(turns, requests);
    Map<CachingPolicy, List<Double>> rates = new EnumMap<>(CachingPolicy.class);
    turns.forEach(
        (policy, all) -> {
          List<Double> each = new ArrayList<>();
          all.forEach(turn -> each.add(run(sizes, turn).sessionsPerSecond(mix)));
          rates.put(policy, List.copyOf(each));
        });
    return rates;
  }

  private static TuningRun run(PoolSizes sizes, RequestProfile turn) {
    int busy = sizes.threads(); // there is always somebody who waits
    return new TuningRun(sizes.threads(), sizes.connections(), 2 * busy, busy, 0, turn, null);
  }

  private static RequestMix mix(Map<CachingPolicy, List<RequestProfile>> turns, double requests) {
    RequestProfile all =
        turns.values().stream()
            .flatMap(List::stream)
            .reduce(RequestProfile.NONE, RequestProfile::then);
    double count = all.overall().count();
    if (!(count > 0)) {
      throw new IllegalArgumentException("nobody was answered: is the shop up?");
    }
    Map<String, Double> visits = new TreeMap<>();
    all.types().forEach((type, totals) -> visits.put(type, requests * totals.count() / count));
    return new RequestMix(visits);
  }
}
