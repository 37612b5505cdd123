package io.headwaiter.core.pool.model;

import io.headwaiter.core.pool.profile.ProfilePoint;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The range of sizes that scattered points cover: M, N and N / M as profiled. */
public record ProfiledRange(
    int threadsLeast,
    int threadsMost,
    int connectionsLeast,
    int connectionsMost,
    double ratioLeast,
    double ratioMost) {
  private static final double ROUNDING = 1e-9;

  public static ProfiledRange of(List<ProfilePoint> points) {
    return new ProfiledRange(
        points.stream().mapToInt(ProfilePoint::threads).min().orElseThrow(),
        points.stream().mapToInt(ProfilePoint::threads).max().orElseThrow(),
        points.stream().mapToInt(ProfilePoint::connections).min().orElseThrow(),
        points.stream().mapToInt(ProfilePoint::connections).max().orElseThrow(),
        points.stream().mapToDouble(ProfiledRange::ratio).min().orElseThrow(),
        points.stream().mapToDouble(ProfiledRange::ratio).max().orElseThrow());
  }

  private static double ratio(ProfilePoint p) {
    return (double) p.connections() / p.threads();
  }

  public Optional<String> refusal(int threads, int connections) {
    if (threads < threadsLeast || threads > threadsMost) {
      return Optional.of(
          "%d to %d threads were profiled, got %d: profile there first"
              .formatted(threadsLeast, threadsMost, threads));
    }
    if (connections < connectionsLeast || connections > connectionsMost) {
      return Optional.of(
          "%d to %d connections were profiled, got %d: profile there first"
              .formatted(connectionsLeast, connectionsMost, connections));
    }
    if (isOutside(threads, connections)) {
      return Optional.of(
          String.format(
              Locale.ROOT,
              "%.2f to %.2f connections a thread were profiled, got %d for %d: profile there first",
              ratioLeast,
              ratioMost,
              connections,
              threads));
    }
    return Optional.empty();
  }

  /** Rounds outwards: whole sizes between profiled rows may not have exactly the profiled ratio. */
  private boolean isOutside(int threads, int connections) {
    return connections < Math.floor(ratioLeast * threads + ROUNDING)
        || connections > Math.ceil(ratioMost * threads - ROUNDING);
  }
}
