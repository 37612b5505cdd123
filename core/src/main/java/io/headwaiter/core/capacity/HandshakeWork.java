package io.headwaiter.core.capacity;

/**
 * The handshakes of an interval and their thread CPU times.
 *
 * @param full handshakes that were proven to be full ones
 * @param fullCpuNanos their CPU time
 * @param resumed handshakes that were proven to be resumed
 * @param resumedCpuNanos their CPU time
 * @param parallel those of the full ones with which no visit began: parallel connections of visits
 *     under way
 * @param parallelCpuNanos their CPU time
 * @param failed handshakes that were given up by either side
 * @param failedCpuNanos their CPU time
 * @param underWayCpuNanos CPU time of steps of handshakes, less that of the handshakes that ended;
 *     may be below 0
 */
public record HandshakeWork(
    long full,
    long fullCpuNanos,
    long resumed,
    long resumedCpuNanos,
    long parallel,
    long parallelCpuNanos,
    long failed,
    long failedCpuNanos,
    long underWayCpuNanos) {}
