package io.headwaiter.core.pool.model;

import io.headwaiter.core.pool.interpolation.Series;
import io.headwaiter.core.pool.profile.OutsideProfileException;
import io.headwaiter.core.pool.profile.PoolDemand;
import io.headwaiter.core.pool.profile.Profile;
import io.headwaiter.core.pool.profile.ProfilePoint;
import io.headwaiter.core.pool.profile.RequestMix;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * p_i(M, N) and q_i(M, N) for all sizes between the profiled ones.
 *
 * <p>Where the points are a grid, p_i and q_i / N are interpolated along its rows, as published
 * ({@link RaggedRows}); q_i / N is smoother than q_i. They are then the same for all mixes. For
 * points at any sizes, see {@link Concurrency}. The fraction f_i of requests that take a connection
 * is a property of the type: one number from all points.
 *
 * <p>Immutable.
 */
public final class ProfileSurface {
  private final Profile profile;
  private final PointValues values;
  private final Concurrency concurrency;
  private final @Nullable RaggedRows rows;
  private final @Nullable ProfiledRange profiledRange;

  /** Creates a surface through the points of a profile; by rows if they are in rows. */
  public ProfileSurface(Profile profile) {
    this(profile, RaggedRows.suits(profile.points()), /* bounded= */ true);
  }

  private ProfileSurface(Profile profile, boolean byRows, boolean bounded) {
    this.profile = profile;
    values = new PointValues(profile);
    concurrency = new Concurrency(profile.points(), values);
    rows = byRows ? new RaggedRows(profile.points()) : null;
    profiledRange = bounded ? ProfiledRange.of(profile.points()) : null;
  }

  /** Creates a surface by concurrency that also extrapolates, to plan further profiling. */
  public static ProfileSurface unbounded(Profile profile) {
    return new ProfileSurface(profile, /* byRows= */ false, /* bounded= */ false);
  }

  /** Returns a surface of the same kind through all points but one. */
  public ProfileSurface without(int point) {
    List<ProfilePoint> others = new ArrayList<>(profile.points());
    others.remove(point);
    return new ProfileSurface(
        new Profile(profile.mix(), others), rows != null, profiledRange != null);
  }

  /** The profile of the surface. */
  public Profile profile() {
    return profile;
  }

  /** Returns the reason why the profile does not cover these sizes; empty if it does. */
  public Optional<String> refusal(int threads, int connections) {
    if (connections < 1 || connections > threads) {
      return Optional.of(
          "connections must be 1 to the number of threads, got %d of %d"
              .formatted(connections, threads));
    }
    if (rows != null) {
      return rows.refusal(threads, connections);
    }
    return profiledRange == null ? Optional.empty() : profiledRange.refusal(threads, connections);
  }

  /** Whether the profile covers these sizes. */
  public boolean contains(int threads, int connections) {
    return refusal(threads, connections).isEmpty();
  }

  /** The most threads that were profiled. */
  public int threadsMost() {
    return profile.points().stream().mapToInt(ProfilePoint::threads).max().orElseThrow();
  }

  /** Whether all points measured their completed rate. */
  public boolean isCalibrated() {
    return values.isCalibrated();
  }

  /**
   * Returns the surface at these sizes.
   *
   * @throws OutsideProfileException if the profile does not cover them
   */
  public Here here(RequestMix mix, int threads, int connections) {
    Optional<String> refusal = refusal(threads, connections);
    if (refusal.isPresent()) {
      throw new OutsideProfileException(refusal.get());
    }
    if (rows != null) {
      return new Here(
          mix, threads, connections, values, rows.at(threads, connections), Optional.empty());
    }
    Concurrency.Place place = concurrency.place(mix, threads, connections);
    return new Here(mix, threads, connections, values, place::of, Optional.of(place));
  }

  /** The surface at one pair of sizes with one mix. */
  public final class Here {
    private final RequestMix mix;
    private final int threads;
    private final int connections;
    private final PointValues here;
    private final ToDoubleFunction<Series> interpolated;
    private final Optional<Concurrency.Place> place;

    private Here(
        RequestMix mix,
        int threads,
        int connections,
        PointValues here,
        ToDoubleFunction<Series> interpolated,
        Optional<Concurrency.Place> place) {
      this.mix = mix;
      this.threads = threads;
      this.connections = connections;
      this.here = here;
      this.interpolated = interpolated;
      this.place = place;
    }

    /** Returns the same with one point's times and measured rate multiplied by these factors. */
    public Here scaled(int point, double p, double q, double rate) {
      PointValues scaled = here.scaled(point, p, q, rate);
      return new Here(mix, threads, connections, scaled, interpolated, place);
    }

    /** Returns the same with the times of the profile's mix. */
    public Here asProfiled() {
      Optional<Concurrency.Place> there = place.map(Concurrency.Place::asProfiled);
      return new Here(mix, threads, connections, here, interpolated, there);
    }

    /** p_i of a type. */
    public double withoutNanos(int type) {
      return place
          .map(p -> p.withoutNanos(here, type))
          .orElseGet(() -> interpolated.applyAsDouble(here.without(type)));
    }

    /** q_i of requests of a type that take a connection. */
    public double withNanos(int type) {
      return place
          .map(p -> p.withNanos(here, type))
          .orElseGet(() -> interpolated.applyAsDouble(here.withPerConnection(type)) * connections);
    }

    /** The demand of a session. */
    public PoolDemand demand() {
      return here.demand(mix, this::withoutNanos, this::withNanos);
    }

    /**
     * The points' completed rates over those that the finite-source form computes from their times.
     */
    public double calibration() {
      return interpolated.applyAsDouble(here.calibration());
    }

    /**
     * The distance from the points as a variance, see {@link
     * io.headwaiter.core.pool.interpolation.Kriging#variance}.
     */
    public double remoteness() {
      return place.orElseGet(() -> concurrency.place(mix, threads, connections)).variance();
    }
  }

  /**
   * Returns p_i with the profile's mix, in nanoseconds.
   *
   * @throws OutsideProfileException if the profile does not cover the type or the sizes
   */
  public double withoutConnectionNanos(String type, int threads, int connections) {
    int i = values.index(type);
    return here(profile.mix(), threads, connections).withoutNanos(i);
  }

  /**
   * Returns q_i as a mean over all requests of a type, those without a connection counted as 0,
   * with the profile's mix, in nanoseconds.
   *
   * @throws OutsideProfileException if the profile does not cover the type or the sizes
   */
  public double withConnectionNanos(String type, int threads, int connections) {
    int i = values.index(type);
    Here here = here(profile.mix(), threads, connections);
    return values.connectionPart(i) > 0 ? values.connectionPart(i) * here.withNanos(i) : 0;
  }

  /**
   * Returns the demand of a session of a mix at these sizes.
   *
   * @throws OutsideProfileException if the profile does not cover the sizes or a type
   */
  public PoolDemand demand(RequestMix mix, int threads, int connections) {
    return here(mix, threads, connections).demand();
  }
}
