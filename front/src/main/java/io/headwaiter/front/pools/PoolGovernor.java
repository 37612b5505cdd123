package io.headwaiter.front.pools;

import io.headwaiter.core.capacity.PoolCapacity;
import io.headwaiter.core.pool.control.PoolAction;
import io.headwaiter.core.pool.control.PoolControlSettings;
import io.headwaiter.core.pool.control.PoolController;
import io.headwaiter.core.pool.control.PoolDecision;
import io.headwaiter.core.pool.control.PoolObservation;
import io.headwaiter.core.pool.model.SustainableRate;
import io.headwaiter.core.pool.profile.PoolSizes;
import io.headwaiter.core.pool.profile.Profile;
import io.headwaiter.telemetry.MetricsText;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Gives the pools of a running server the sizes that {@link PoolController} decides on, and tells
 * admission what they carry. {@link PoolThread} reports once per interval what the server did.
 *
 * <p>One thread samples and steps; any thread may read the page, the metrics and the capacity.
 */
public final class PoolGovernor {
  private static final System.Logger LOG = System.getLogger(PoolGovernor.class.getName());

  private final PoolControlSettings settings;
  private final PoolController controller;
  private final List<String> types;
  private final AdjustablePool threads;
  private final AdjustablePool connections;
  private double busySum;
  private int samples;
  private @Nullable PoolReading last;
  private String failure = "";
  private boolean expired;
  private long changes;
  private long rollBacks;
  private volatile PoolCapacity capacity = PoolCapacity.UNKNOWN;
  private volatile Map<String, Object> page;
  private volatile PoolFigures figures;

  /**
   * Takes over the pools as they are now; if there are more connections than the settings allow,
   * reduces them at once.
   *
   * @param profile to go by
   * @throws IllegalStateException with a sentence if a pool's size cannot be changed
   * @throws io.headwaiter.core.pool.profile.OutsideProfileException if nothing within the settings
   *     was profiled
   */
  public PoolGovernor(
      PoolControlSettings settings,
      Profile profile,
      AdjustablePool threads,
      AdjustablePool connections) {
    this.settings = settings;
    this.types = profile.types();
    this.threads = threads;
    this.connections = connections;
    refuseIfFixed(threads);
    refuseIfFixed(connections);
    PoolSizes now =
        sizes()
            .orElseThrow(
                () -> new IllegalStateException("The pools have no size yet: start the server."));
    controller = new PoolController(settings, profile, now);
    if (connections.capacity() > settings.connectionsMax()) {
      connections.resize(settings.connectionsMax());
    }
    page = PoolStatus.before(settings, now);
    figures = new PoolFigures(now, Optional.empty(), /* valid= */ true, changes, rollBacks);
  }

  private static void refuseIfFixed(AdjustablePool pool) {
    pool.whyFixed()
        .ifPresent(
            why -> {
              throw new IllegalStateException(why);
            });
  }

  /** Returns the types of requests that were profiled. */
  public List<String> types() {
    return types;
  }

  /** Samples the number of busy threads. */
  public void sample() {
    busySum += Math.max(0, threads.busy());
    samples++;
  }

  /** Discards earlier measurements: the server has started anew, or an interval has failed. */
  void begin() {
    last = null;
    capacity = PoolCapacity.UNKNOWN;
    takeBusy();
  }

  /** Processes one interval. */
  void step(PoolReading now) {
    PoolReading before = last;
    last = now;
    double busy = takeBusy();
    Optional<PoolSizes> sizes = sizes();
    if (before == null || sizes.isEmpty()) {
      return;
    }
    Optional<PoolObservation> seen = now.since(before, sizes.get(), busy);
    if (seen.isEmpty()) {
      return;
    }
    PoolDecision decision = controller.update(seen.get());
    boolean set = apply(decision.sizes(), sizes.get(), decision.reason());
    rollBacks += decision.action() == PoolAction.ROLL_BACK ? 1 : 0;
    Optional<SustainableRate> rate = set ? decision.rate() : Optional.empty();
    capacity = rate.map(PoolCapacity::of).orElse(PoolCapacity.UNKNOWN);
    page = PoolStatus.of(settings, decision, controller.log(), failure);
    boolean valid = decision.expired().isEmpty();
    figures = new PoolFigures(sizes().orElse(sizes.get()), rate, valid, changes, rollBacks);
    tellExpiry(decision);
  }

  /** Logs when the profile expires and when it fits again. */
  private void tellExpiry(PoolDecision decision) {
    if (decision.expired().isPresent() && !expired) {
      LOG.log(
          System.Logger.Level.WARNING,
          "The profile of the pools has expired, they keep their sizes: {0}. Profile anew, see"
              + " docs/tuning.md.",
          decision.expired().get());
    }
    if (decision.expired().isEmpty() && expired) {
      LOG.log(System.Logger.Level.INFO, "The profile of the pools fits again.");
    }
    expired = decision.expired().isPresent();
  }

  private double takeBusy() {
    double mean = samples == 0 ? 0 : busySum / samples;
    busySum = 0;
    samples = 0;
    return mean;
  }

  /**
   * Returns the sizes as set, without connections beyond the threads, which could never be used.
   * Empty before the start.
   */
  private Optional<PoolSizes> sizes() {
    int m = threads.capacity();
    int n = Math.min(m, connections.capacity());
    return n < 1 ? Optional.empty() : Optional.of(new PoolSizes(m, n));
  }

  /** Sets the pools; returns whether they have these sizes now. */
  private boolean apply(PoolSizes wanted, PoolSizes now, String reason) {
    if (wanted.equals(now)) {
      return true;
    }
    try {
      connections.resize(wanted.connections());
      threads.resize(wanted.threads());
      failure = "";
      changes++;
      LOG.log(System.Logger.Level.INFO, "{0}, were {1}: {2}", wanted, now, reason);
      return true;
    } catch (RuntimeException e) {
      if (failure.isEmpty()) {
        LOG.log(System.Logger.Level.WARNING, "The pools cannot be set to " + wanted, e);
      }
      failure = wanted + " could not be set: " + e.getMessage();
      return false;
    }
  }

  /**
   * Returns what the pools carry at most; unknown before the first interval, once the profile has
   * expired, and while the sizes cannot be set.
   */
  public PoolCapacity capacity() {
    return capacity;
  }

  /** Writes the metrics, as the last interval left them. */
  public void count(MetricsText text) {
    PoolFigures.TABLE.count(text, figures);
  }

  /** Returns the part of {@code /status}, as the last interval left it. */
  public Map<String, Object> page() {
    return page;
  }
}
