package io.headwaiter.lab.load;

/**
 * Length and bounds of a run.
 *
 * @param warmupMillis time before the measurement window; its events are in no rate
 * @param durationMillis length of the measurement window
 * @param maxSessions the run ends when so many sessions have come and gone, should that be before
 *     the window ends; 0 for no bound
 * @param maxConcurrentSessions sessions under way at once; arrivals above are counted, not started
 * @param eventLoops threads that drive the load
 * @param sourceAddresses loopback addresses 127.0.0.1 to 127.0.0.n used in turn as source; 0 leaves
 *     the choice to the kernel
 * @param sourceNetworks loopback networks whose addresses are used in turn instead; blank for none
 */
public record RunOptions(
    long warmupMillis,
    long durationMillis,
    long maxSessions,
    int maxConcurrentSessions,
    int eventLoops,
    int sourceAddresses,
    String sourceNetworks) {}
