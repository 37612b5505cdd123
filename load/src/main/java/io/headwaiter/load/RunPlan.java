package io.headwaiter.load;

import io.headwaiter.load.workload.ArrivalSequence;
import io.headwaiter.load.workload.ThinkTime;
import io.headwaiter.load.workload.Workload;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/** The data that all event loops of a run share: options, instants, workload. Immutable. */
final class RunPlan {
  private static final long ARRIVALS_STREAM = -1;

  private final LoadOptions options;
  private final long startNanos;
  private final InetSocketAddress address;
  private final byte[] requestTail;
  private final Workload workload;
  private final long mixedSeed;
  private final long firstSource = Sources.randomStart();

  /**
   * Creates a plan; resolves the host once.
   *
   * @param startNanos start of the run by {@code System.nanoTime}
   * @param workload the workload of the run
   * @throws IllegalArgumentException when the host is unknown
   */
  RunPlan(LoadOptions options, long startNanos, Workload workload) {
    this.options = options;
    this.startNanos = startNanos;
    this.address = resolve(options.target());
    this.requestTail =
        (" HTTP/1.1\r\nHost: " + options.target().getAuthority() + "\r\n")
            .getBytes(StandardCharsets.US_ASCII);
    this.workload = workload;
    this.mixedSeed = mix64(options.seed());
  }

  private static InetSocketAddress resolve(URI target) {
    try {
      return new InetSocketAddress(
          InetAddress.getByName(target.getHost()), LoadOptions.port(target));
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(
          "The host " + target.getHost() + " is unknown; give a name that resolves, or an address.",
          e);
    }
  }

  /** Whether connections use TLS. */
  boolean secure() {
    return LoadOptions.secure(options.target());
  }

  /** Returns the arrivals of the whole run, the same for every loop; partly open kinds only. */
  ArrivalSequence arrivals() {
    double rate = options.arrivals().ratePerSecond();
    return evenArrivals(rate).under(options.arrivals().profile());
  }

  private ArrivalSequence evenArrivals(double rate) {
    return switch (options.arrivals().kind()) {
      case POISSON -> ArrivalSequence.poisson(rate, random(ARRIVALS_STREAM));
      case UNIFORM -> ArrivalSequence.uniform(rate, random(ARRIVALS_STREAM));
      case CONSTANT -> ArrivalSequence.constant(rate);
      case BURSTY ->
          ArrivalSequence.bursty(
              rate,
              options.arrivals().burstFactor(),
              options.arrivals().dispersion(),
              random(ARRIVALS_STREAM));
      case CLOSED -> throw new IllegalStateException("A closed population has no arrivals.");
    };
  }

  /** Returns the random numbers of one visit, independent of other visits. */
  SplittableRandom random(long number) {
    return new SplittableRandom(mix64(mixedSeed + number));
  }

  /** Stafford's variant 13 of the 64-bit finaliser, as in SplitMix64. */
  private static long mix64(long z) {
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }

  LoadOptions options() {
    return options;
  }

  long startNanos() {
    return startNanos;
  }

  long windowStartNanos() {
    return startNanos + TimeUnit.MILLISECONDS.toNanos(options.run().warmupMillis());
  }

  long windowNanos() {
    return TimeUnit.MILLISECONDS.toNanos(options.run().durationMillis());
  }

  long windowEndNanos() {
    return windowStartNanos() + windowNanos();
  }

  /** Returns where the rotation of source addresses begins; another place in each run. */
  long firstSource() {
    return firstSource;
  }

  int loops() {
    return options.run().eventLoops();
  }

  /** Returns among how many loops arrivals are dealt, those of the other parts included. */
  int loopsOfAllParts() {
    return loops() * options.run().parts();
  }

  /** Returns the place of one of this part's loops among them, from 0. */
  int placeAmongAll(int loop) {
    return (options.run().part() - 1) * loops() + loop;
  }

  int maxSessionsPerLoop() {
    return Math.max(1, options.run().maxConcurrentSessions() / loops());
  }

  InetSocketAddress address() {
    return address;
  }

  /** Returns the bytes after the target in every request, up to the last common header. */
  byte[] requestTail() {
    return requestTail;
  }

  Workload workload() {
    return workload;
  }

  /** Returns the think time of all visits. */
  ThinkTime thinkTime() {
    VisitOptions visit = options.visit();
    return new ThinkTime(
        (double) TimeUnit.MILLISECONDS.toNanos(visit.thinkMeanMillis()) * visit.thinkScale());
  }
}
