package io.headwaiter.cli;

import io.headwaiter.core.pool.control.FleetBudget;
import io.headwaiter.core.pool.control.PoolControlSettings;
import io.headwaiter.core.pool.model.PoolModel;
import io.headwaiter.core.pool.model.PoolOptimizer;
import io.headwaiter.core.pool.model.ProfileSurface;
import io.headwaiter.core.pool.model.SustainableRate;
import io.headwaiter.core.pool.profile.PoolSizes;
import io.headwaiter.core.pool.profile.Profile;
import io.headwaiter.core.pool.profile.ProfilePoint;
import io.headwaiter.tuning.TunedPools;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Flags of {@code serve} that size its pools by a profile. */
final class PoolFlags {
  private static final int RESERVED = 3;

  @Option(
      names = "--pools",
      paramLabel = "FILE",
      description = {
        "Sizes worker threads and database connections by this profile, which headwaiter tune pools",
        "makes, and follows the mix of requests; the log of why is in /status."
      })
  private Path file;

  @Option(
      names = "--pools-dwell",
      hidden = true,
      defaultValue = "60s",
      converter = DurationConverter.class,
      description = "For tests: least time between two changes. Default: 60s.")
  private Duration dwell;

  @Option(
      names = "--database-connections-max",
      description =
          "With --pools: connections that the database takes from all replicas together. Default: no bound.")
  private Integer databaseConnectionsMax;

  @Option(
      names = "--database-connections-reserved",
      description =
          "Connections of --database-connections-max that are kept for others, such as administrators."
              + " Default: 3.")
  private Integer reserved;

  @Option(
      names = "--replicas",
      description =
          "The most servers like this one that ever run at once on that database. Default: 1.")
  private Integer replicas;

  @Option(
      names = "--tunable",
      description = {
        "Programs on this machine may set both pools over the admin endpoint, as headwaiter tune pools",
        "--url does. For a server without customers; needs --admission off, or --shadow. Who waits for"
            + " a worker or a connection is not refused, unless --worker-timeout-millis or"
            + " --connection-timeout-millis is given."
      })
  private boolean tunable;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  private Profile profile;

  /**
   * Checks the flags and reads the profile.
   *
   * @throws IOException with a sentence when it cannot be read
   */
  void read() throws IOException {
    if (tunable && file != null) {
      throw new ParameterException(
          spec.commandLine(),
          "--pools sizes by a profile, and --tunable is for who makes one. Leave one of both out.");
    }
    if (databaseConnectionsMax == null && (reserved != null || replicas != null)) {
      throw new ParameterException(
          spec.commandLine(),
          "--replicas and --database-connections-reserved share out --database-connections-max. Add"
              + " it, or leave them out.");
    }
    if (file == null) {
      if (databaseConnectionsMax != null) {
        throw new ParameterException(
            spec.commandLine(),
            "--database-connections-max bounds what --pools sets. Add it, or leave both out.");
      }
      return;
    }
    connectionsMax();
    profile = TunedPools.read(file).profile();
  }

  boolean isGiven() {
    return file != null;
  }

  /** Returns whether other programs may set the pools. */
  boolean isTunable() {
    return tunable;
  }

  /** Returns the profile; null if none was given. */
  Profile profile() {
    return profile;
  }

  /** Returns the bounds of this server, one of several equal replicas. */
  PoolControlSettings bounds() {
    return PoolControlSettings.upTo(ProfilePoint.THREADS_MAX, connectionsMax())
        .withDwellNanos(dwell.toNanos());
  }

  /** Returns the smallest share of connections that a replica gets. */
  private int connectionsMax() {
    if (databaseConnectionsMax == null) {
      return ProfilePoint.THREADS_MAX;
    }
    int all = replicas == null ? 1 : replicas;
    int kept = reserved == null ? Math.min(RESERVED, databaseConnectionsMax - 1) : reserved;
    try {
      int share = new FleetBudget(databaseConnectionsMax, kept).share(Math.max(0, all - 1), all);
      return Math.min(ProfilePoint.THREADS_MAX, share);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage(), e);
    }
  }

  /**
   * Returns the best sizes for the profile's own mix, to begin with; empty without a profile.
   *
   * @param wanted connections that a flag says; null if none does
   * @throws ParameterException with a sentence if nothing within the bound was profiled, or more is
   *     wanted than it allows: no connection beyond it is ever made
   */
  Optional<PoolSizes> first(Integer wanted) {
    if (profile == null) {
      return Optional.empty();
    }
    int most = connectionsMax();
    if (wanted != null && wanted > most) {
      throw new ParameterException(
          spec.commandLine(),
          "--db-connections is %d, and this server's share of --database-connections-max is %d. Give at most that, or leave it out: --pools sets it."
              .formatted(wanted, most));
    }
    PoolModel model = new PoolModel(new ProfileSurface(profile), profile.mix());
    Optional<SustainableRate> best =
        new PoolOptimizer(model, ProfilePoint.THREADS_MAX, most).best();
    if (best.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(),
          "%s says nothing of %d connections or fewer, which is this server's share of --database-connections-max. Profile there with headwaiter tune pools --connections %d, or allow more."
              .formatted(file, most, most));
    }
    return best.map(SustainableRate::sizes);
  }
}
