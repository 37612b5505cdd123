package io.headwaiter.load;

import static io.headwaiter.load.OptionChecks.HOUR_MILLIS;

/**
 * Length and bounds of a run.
 *
 * @param warmupMillis time before the measurement window; its events are in no rate
 * @param durationMillis length of the measurement window
 * @param maxSessions number of visits; the run ends when all have ended, or at the end of the
 *     window; 0 for no bound
 * @param maxConcurrentSessions visits under way at once; arrivals above are counted, not started
 * @param eventLoops threads that drive the load
 * @param sourceAddresses loopback addresses 127.0.0.1 to 127.0.0.n used in rotation as source; 0
 *     leaves the choice to the kernel
 * @param sourceNetworks loopback networks to use the addresses of instead; blank for none
 * @param part which part of the load this run is, 1 to {@code parts}: visits are dealt to parts in
 *     turn, so that several generators with the same seed are one load
 * @param parts number of parts
 */
public record RunOptions(
    long warmupMillis,
    long durationMillis,
    long maxSessions,
    int maxConcurrentSessions,
    int eventLoops,
    int sourceAddresses,
    String sourceNetworks,
    int part,
    int parts) {
  /** Checks the values; the messages name option, value, range and remedy. */
  public RunOptions {
    OptionChecks.millisRange("warmup", warmupMillis, 0, HOUR_MILLIS);
    OptionChecks.millisRange("duration", durationMillis, 100, 24 * HOUR_MILLIS);
    OptionChecks.range("maxSessions", maxSessions, 0, 1_000_000_000);
    OptionChecks.range("maxConcurrentSessions", maxConcurrentSessions, 1, 200_000);
    OptionChecks.range("eventLoops", eventLoops, 1, 16);
    OptionChecks.range("sourceAddresses", sourceAddresses, 0, 200);
    OptionChecks.given("sourceNetworks", sourceNetworks);
    SourceNetworks.parse(sourceNetworks);
    OptionChecks.range("parts", parts, 1, 1000);
    OptionChecks.range("part", part, 1, parts);
  }
}
