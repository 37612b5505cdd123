package io.headwaiter.lab.load;

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
 */
public record RunOptions(
    long warmupMillis,
    long durationMillis,
    long maxSessions,
    int maxConcurrentSessions,
    int eventLoops,
    int sourceAddresses,
    String sourceNetworks) {}
