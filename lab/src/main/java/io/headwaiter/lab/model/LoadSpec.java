package io.headwaiter.lab.model;

import io.headwaiter.load.ArrivalKind;
import io.headwaiter.load.LoadOptions;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * A load to measure servers under: visits, raw hellos, or both at once.
 *
 * @param name in tables, unique within an experiment
 * @param visits everything but the target, the seed and the times, which are of each run; empty if
 *     nobody visits
 * @param times rate of the visits in multiples of 1x, or of what was completed under another load;
 *     0 for what the options say, or for all of that
 * @param hellos raw hellos beside the visits; empty for none
 * @param servers names of the servers that are measured under it; empty for all
 * @param asCompletedUnder another load: as many visits come as were completed under it in the same
 *     round, by the same server; empty for none
 * @param meanwhile what happens to the shop while it runs
 */
public record LoadSpec(
    String name,
    Optional<LoadOptions> visits,
    double times,
    Optional<HelloSpec> hellos,
    List<String> servers,
    Optional<String> asCompletedUnder,
    Disturbance meanwhile) {
  /** Copies the list. */
  public LoadSpec {
    servers = List.copyOf(servers);
  }

  /** Returns visits as these options say. */
  public static LoadSpec of(String name, LoadOptions visits) {
    return new LoadSpec(
        name,
        Optional.of(visits),
        0,
        Optional.empty(),
        List.of(),
        Optional.empty(),
        Disturbance.NONE);
  }

  /** Returns visits at a multiple of 1x. */
  public static LoadSpec times(String name, double times, LoadOptions visits) {
    return new LoadSpec(
        name,
        Optional.of(visits),
        times,
        Optional.empty(),
        List.of(),
        Optional.empty(),
        Disturbance.NONE);
  }

  /**
   * Returns visits without overload: as many as were completed under another load, which is
   * measured before it in each round.
   */
  public static LoadSpec asCompletedUnder(String name, LoadSpec other, LoadOptions visits) {
    return new LoadSpec(
        name,
        Optional.of(visits),
        0,
        Optional.empty(),
        other.servers(),
        Optional.of(other.name()),
        Disturbance.NONE);
  }

  /**
   * Returns a share of the visits that were completed under another load, which is measured before
   * it in each round.
   *
   * @param share above 0
   */
  public static LoadSpec shareOf(String name, double share, LoadSpec other, LoadOptions visits) {
    LoadSpec all = asCompletedUnder(name, other, visits);
    return new LoadSpec(
        name, all.visits, share, all.hellos, all.servers, all.asCompletedUnder, all.meanwhile);
  }

  /** Returns a load of a bench of its own, which knows what it is. */
  public static LoadSpec named(String name) {
    return new LoadSpec(
        name, Optional.empty(), 0, Optional.empty(), List.of(), Optional.empty(), Disturbance.NONE);
  }

  /** Returns raw hellos alone. */
  public static LoadSpec hellos(String name, HelloSpec hellos) {
    return new LoadSpec(
        name,
        Optional.empty(),
        0,
        Optional.of(hellos),
        List.of(),
        Optional.empty(),
        Disturbance.NONE);
  }

  /** Returns the same visits under another name, with hellos beside them. */
  public LoadSpec beside(String other, HelloSpec more) {
    return new LoadSpec(
        other, visits, times, Optional.of(more), servers, asCompletedUnder, meanwhile);
  }

  /** Returns the same while something happens to the shop. */
  public LoadSpec meanwhile(Disturbance what) {
    return new LoadSpec(name, visits, times, hellos, servers, asCompletedUnder, what);
  }

  /** Returns the same for these servers only. */
  public LoadSpec on(String... names) {
    return new LoadSpec(name, visits, times, hellos, List.of(names), asCompletedUnder, meanwhile);
  }

  /** Returns whether a server is measured under it. */
  public boolean isFor(String server) {
    return servers.isEmpty() || servers.contains(server);
  }

  /** Returns whether its rate depends on 1x. */
  public boolean needsOneX() {
    return isTimesOneX() || hellos.map(h -> h.times() > 0).orElse(false);
  }

  /** Returns whether the rate of its visits is a multiple of 1x. */
  public boolean isTimesOneX() {
    return times > 0 && asCompletedUnder.isEmpty();
  }

  /** Returns whether visits come by a rate, and not from a closed population. */
  public boolean hasRate() {
    return visits.map(v -> v.arrivals().kind() != ArrivalKind.CLOSED).orElse(false);
  }

  /**
   * Returns the options of one run's visits.
   *
   * @param unit visits per second of 1x, or what was completed under the other load; not used if
   *     the rate is absolute
   */
  public LoadOptions at(URI target, long seed, Duration lead, Duration window, double unit) {
    LoadOptions options =
        visits.orElseThrow().toBuilder()
            .seed(seed)
            .warmup(lead)
            .duration(window)
            .build()
            .withTarget(target);
    if (times > 0) {
      return options.withRatePerSecond(times * unit);
    }
    return asCompletedUnder.isPresent() ? options.withRatePerSecond(unit) : options;
  }
}
