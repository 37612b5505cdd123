package io.headwaiter.load.results;

/**
 * The result of a run of raw ClientHellos.
 *
 * @param seconds length of the run
 * @param attempts connections begun
 * @param closed closed by the server before it sent anything
 * @param reset reset by the server
 * @param alerts answered with a TLS alert
 * @param answered answered with a handshake message: admitted, and dropped by the replayer
 * @param timeouts no answer within patience
 * @param connectFailed no TCP connection
 * @param refusedPerSecond {@code closed + reset + alerts} per second
 * @param refusalMillis from the start of connecting to the refusal
 * @param cpuShare CPU time of the replayer's thread as a share of one core
 */
public record ReplayResult(
    double seconds,
    long attempts,
    long closed,
    long reset,
    long alerts,
    long answered,
    long timeouts,
    long connectFailed,
    double refusedPerSecond,
    Percentiles refusalMillis,
    double cpuShare) {}
