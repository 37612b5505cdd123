package io.headwaiter.core.pool.control;

import io.headwaiter.core.pool.model.PoolModel;
import io.headwaiter.core.pool.model.ProfileSurface;
import io.headwaiter.core.pool.profile.PoolDemand;
import io.headwaiter.core.pool.profile.Profile;
import io.headwaiter.core.pool.profile.ProfilePoint;
import io.headwaiter.core.pool.profile.RequestMix;
import io.headwaiter.core.pool.profile.TypeProfile;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.DoubleSupplier;
import java.util.stream.Collectors;

/**
 * Decides whether a profile is still valid for the server as it is.
 *
 * <pre>
 *   it is not, if in 3 intervals in a row
 *     sum w_i max(0, a_i - b_i - 3 sqrt(b_i (1 - b_i) / n)) / a_i > 0.02,
 *         over the types i that were not profiled, or
 *     d(live mix, profile's mix) - e > 0.25, of requests or of the time they take, or
 *     |log(D measured / D of the surface)| > 0.1 + 3 s, for D_p or D_q, under overload
 *   it is again, after 10 intervals in a row in which none of this is true
 *   d  {@link RequestMix#distance};  e = sum sqrt(2 a_i (1 - a_i) / (pi n)), twice the distance by
 *      chance alone with n requests, a_i their shares
 *   w_i  share of the thread time;  b_i  share of all requests that the profile deliberately left
 *      out, 0 for most types: {@link Profile#leftOut}
 *   s  standard deviation of both, by chance and by interpolation; types with fewer than ten
 *      requests in the interval count as if their times were exponentially distributed
 * </pre>
 *
 * <p>Types that were not profiled count by their work, not by their number: a page that does not
 * exist takes almost none, and any client can request it as often as it likes. Types that were
 * deliberately left out, because their requests change data, count only with the growth of their
 * share. The rest of the mix is compared without them. Intervals with fewer than 200 requests do
 * not count.
 *
 * <p>0.25: the two loads with which the paper tried its profile are 0.15 and 0.16 away by requests,
 * 0.13 and 0.19 by time, and it still predicted within 5 %. Times are compared only under overload,
 * since those of an idle server are shorter; and D_p or D_q only if it is a tenth of both.
 *
 * <p>Worked number: n = 1,000, eight types alike: e = 8 * sqrt(2 * 0.109 / (3.14 * 1000)) = 0.067.
 *
 * <p>Not thread-safe.
 */
public final class ProfileValidity {
  private static final double UNKNOWN_MAX = 0.02;
  private static final double DISTANCE_MAX = 0.25;
  private static final double TIMES_MAX = 0.1;
  private static final double DEVIATIONS = 3;
  private static final double WEIGHT_MIN = 0.1;
  private static final double SEEN_MIN = 0.9;
  private static final int BAD_IN_A_ROW = 3;
  private static final int GOOD_IN_A_ROW = 10;
  private static final double REQUESTS_MIN = 200;

  private int bad;
  private int good;
  private String expiredFor = "";

  /**
   * Adds one interval.
   *
   * @param profiled model for the profile's own mix
   * @return why the profile is no longer valid; empty if it is
   */
  public Optional<String> check(PoolModel profiled, PoolObservation seen) {
    if (seen.mixRequests() < REQUESTS_MIN) {
      return expired();
    }
    Optional<String> wrong = wrong(profiled, seen);
    if (wrong.isPresent()) {
      good = 0;
      bad++;
      if (bad >= BAD_IN_A_ROW) {
        expiredFor = wrong.get();
      }
    } else {
      bad = 0;
      good++;
      if (good >= GOOD_IN_A_ROW) {
        expiredFor = "";
      }
    }
    return expired();
  }

  /** Returns why the profile is no longer valid; empty if it is. */
  public Optional<String> expired() {
    return expiredFor.isEmpty() ? Optional.empty() : Optional.of(expiredFor);
  }

  /**
   * Whether the last interval that counts contradicted the profile, so that no change should
   * follow.
   */
  public boolean isInDoubt() {
    return bad > 0;
  }

  private static Optional<String> wrong(PoolModel profiled, PoolObservation seen) {
    Profile profile = profiled.surface().profile();
    double unknown = unforeseenWork(profile, seen);
    Optional<RequestMix> live = profile.known(seen.mix());
    if (unknown > UNKNOWN_MAX || live.isEmpty()) {
      return Optional.of(
          String.format(
              Locale.ROOT,
              "%.1f %% of the thread time is of types that were not profiled%s (allowed: %.0f %%)",
              100 * unknown,
              profile.leftOut().isEmpty() ? "" : ", more than were left out",
              100 * UNKNOWN_MAX));
    }
    return moved(live.get(), profile, seen.mixRequests())
        .or(() -> times(profiled.withMix(live.get()), seen.interval()));
  }

  private static double unforeseenWork(Profile profile, PoolObservation seen) {
    return seen.work().types().stream()
        .filter(type -> !profile.types().contains(type))
        .mapToDouble(type -> seen.work().share(type) * unforeseenPart(profile, seen, type))
        .sum();
  }

  /** The fraction of the requests of a type that exceeds the share that was left out. */
  private static double unforeseenPart(Profile profile, PoolObservation seen, String type) {
    double left = profile.leftOut().getOrDefault(type, 0.0);
    double came = seen.mix().share(type);
    double chance = DEVIATIONS * Math.sqrt(left * Math.max(0, 1 - left) / seen.mixRequests());
    return came > 0 ? Math.max(0, came - left - chance) / came : 1;
  }

  private static Optional<String> moved(RequestMix live, Profile profile, double requests) {
    double distance =
        Math.max(
            live.distance(profile.mix()),
            byTime(live, profile).distance(byTime(profile.mix(), profile)));
    double moved = distance - chance(live, requests);
    if (moved > DISTANCE_MAX) {
      return Optional.of(
          String.format(
              Locale.ROOT,
              "the mix is %.2f away from the profiled one (allowed: %.2f)",
              moved,
              DISTANCE_MAX));
    }
    return Optional.empty();
  }

  /** Returns the mix weighted by the requests' times at the largest profiled sizes. */
  private static RequestMix byTime(RequestMix mix, Profile profile) {
    ProfilePoint largest = profile.points().get(0);
    for (ProfilePoint p : profile.points()) {
      boolean larger = p.threads() + p.connections() > largest.threads() + largest.connections();
      largest = larger ? p : largest;
    }
    ProfilePoint at = largest;
    return mix.weighed(
        type -> {
          TypeProfile t = at.type(type).orElseThrow();
          return Math.max(1, t.withoutConnection().meanNanos() + t.connectionNanos());
        });
  }

  private static double chance(RequestMix mix, double requests) {
    return mix.types().stream()
        .mapToDouble(mix::share)
        .map(a -> Math.sqrt(2 * a * (1 - a) / (Math.PI * requests)))
        .sum();
  }

  private static Optional<String> times(PoolModel model, ProfilePoint interval) {
    int m = interval.threads();
    int n = interval.connections();
    Optional<RequestMix> seen = seen(model.mix(), interval);
    if (!interval.wasOverloaded() || seen.isEmpty() || !model.surface().contains(m, n)) {
      return Optional.empty();
    }
    PoolDemand now = PoolDemand.of(interval, seen.get());
    PoolDemand then = model.surface().demand(seen.get(), m, n);
    double ratio = then.balancedRatio();
    if (ratio <= 1 - WEIGHT_MIN) {
      Optional<String> moved =
          moved(
              "without a connection",
              now.threadNanos() / then.threadNanos(),
              () -> now.threadDeviation(cautious(model, interval), seen.get()),
              () -> model.timeDeviation(m, n, /* with= */ false));
      if (moved.isPresent()) {
        return moved;
      }
    }
    if (ratio >= WEIGHT_MIN) {
      return moved(
          "with a connection",
          now.connectionNanos() / then.connectionNanos(),
          () -> now.connectionDeviation(cautious(model, interval), seen.get()),
          () -> model.timeDeviation(m, n, /* with= */ true));
    }
    return Optional.empty();
  }

  /** A few long requests give almost no information about the time of such requests. */
  private static ProfilePoint cautious(PoolModel model, ProfilePoint interval) {
    ProfileSurface surface = model.surface();
    int m = interval.threads();
    int n = interval.connections();
    return interval.withTypes(
        t ->
            surface.profile().types().contains(t.type())
                ? t.cautious(
                    surface.withoutConnectionNanos(t.type(), m, n),
                    surface.withConnectionNanos(t.type(), m, n))
                : t);
  }

  /** Returns the mix of the types whose times the interval has; empty if it lacks too many. */
  private static Optional<RequestMix> seen(RequestMix live, ProfilePoint interval) {
    Set<String> types =
        interval.types().stream()
            .filter(t -> t.withoutConnection().count() > 0)
            .map(TypeProfile::type)
            .collect(Collectors.toSet());
    double part = types.stream().mapToDouble(live::share).sum();
    return part >= SEEN_MIN ? live.only(types) : Optional.empty();
  }

  /** Computes the deviations only if needed, because they are expensive. */
  private static Optional<String> moved(
      String what, double times, DoubleSupplier chance, DoubleSupplier ofSurface) {
    double log = Math.abs(Math.log(times));
    if (log <= TIMES_MAX) {
      return Optional.empty();
    }
    double deviation = Math.hypot(chance.getAsDouble(), ofSurface.getAsDouble());
    double bound = TIMES_MAX + DEVIATIONS * deviation;
    if (log <= bound) {
      return Optional.empty();
    }
    return Optional.of(
        String.format(
            Locale.ROOT,
            "time %s is %.2f times the profiled one (allowed: %.2f to %.2f)",
            what,
            times,
            Math.exp(-bound),
            Math.exp(bound)));
  }
}
