package io.headwaiter.front.pools;

import io.headwaiter.core.pool.profile.ProfilePoint;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Sets both pools to the sizes that a program asks for: {@code threads=M&connections=N}. It serves
 * to profile a server, also at sizes that are unfit for customers. Thread-safe.
 */
public final class PoolSetter implements Consumer<String> {
  private static final System.Logger LOG = System.getLogger(PoolSetter.class.getName());
  private static final int UNITS_MAX = ProfilePoint.THREADS_MAX;
  private static final Pattern QUERY = Pattern.compile("threads=(\\d{1,6})&connections=(\\d{1,6})");

  private final AdjustablePool threads;
  private final AdjustablePool connections;

  /**
   * @throws IllegalStateException with a sentence if a pool's size cannot be changed, or is above
   *     what can be set
   */
  public PoolSetter(AdjustablePool threads, AdjustablePool connections) {
    this.threads = threads;
    this.connections = connections;
    check("threads", threads);
    check("connections", connections);
  }

  /** Refuses a pool that is fixed, or too large to be set back to its present size. */
  private static void check(String what, AdjustablePool pool) {
    pool.whyFixed().ifPresent(PoolSetter::refuse);
    if (pool.capacity() > UNITS_MAX) {
      refuse(
          "A pool that is to be tuned can have 1 to %d units, and there are %d %s: start with fewer."
              .formatted(UNITS_MAX, pool.capacity(), what));
    }
  }

  private static void refuse(String why) {
    throw new IllegalStateException(why);
  }

  @Override
  public synchronized void accept(String query) {
    Matcher asked = QUERY.matcher(query);
    if (!asked.matches()) {
      throw new IllegalArgumentException(
          "It must be threads=M&connections=N, both from 1 to " + UNITS_MAX + ".");
    }
    int wantedThreads = parseSize(asked.group(1));
    int wantedConnections = parseSize(asked.group(2));
    connections.resize(wantedConnections);
    threads.resize(wantedThreads);
    LOG.log(System.Logger.Level.INFO, "The pools are set to {0}, as was asked", query);
  }

  private static int parseSize(String number) {
    int units = Integer.parseInt(number);
    if (units < 1 || units > UNITS_MAX) {
      throw new IllegalArgumentException(
          "A pool can have 1 to " + UNITS_MAX + " units, not " + units + ".");
    }
    return units;
  }

  /** Returns the part of {@code /status}. */
  public Map<String, Object> page() {
    return Map.of(
        "tunable", true, "threads", threads.capacity(), "connections", connections.capacity());
  }

  /**
   * Checks that programs may set the pools.
   *
   * @param governed whether the pools follow a profile
   * @param refuses whether the gate may refuse connections
   * @param admin the address of the admin endpoint; null if there is none
   * @throws IllegalStateException with a sentence if they may not
   */
  public static void requireAllowed(
      boolean governed, boolean refuses, @Nullable InetSocketAddress admin) {
    if (governed) {
      throw new IllegalStateException(
          "The pools follow a profile. To set them yourself, start the server without it (serve:"
              + " without --pools).");
    }
    if (refuses) {
      throw new IllegalStateException(
          "A server is filled on purpose when its pools are tuned, and the gate would keep that"
              + " from it: use admission=off, or shadow=true.");
    }
    if (admin == null || !admin.getAddress().isLoopbackAddress()) {
      throw new IllegalStateException(
          "The pools are set over the admin endpoint, which must be there and on a loopback"
              + " address: set adminPort, and leave adminAddress at 127.0.0.1.");
    }
  }
}
