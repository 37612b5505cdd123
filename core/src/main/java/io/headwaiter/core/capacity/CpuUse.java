package io.headwaiter.core.capacity;

/**
 * CPU times of an interval, in nanoseconds.
 *
 * @param processNanos of the whole process (user and system), with collector and compiler
 * @param frontNanos the part of it spent on accepting, reading hellos, verifying and refusing
 * @param requestNanos thread CPU time of the requests served
 * @param courtesyNanos of courtesy pages and their handshakes, which is counted nowhere else
 * @param backgroundNanos the part of {@code processNanos} that does not grow with visits: the
 *     compiler, the control thread
 * @param excessNanos of visits beyond their accounts, or so far beyond what is usual that the visit
 *     cost must not include it; not part of the visit work
 * @param deferredNanos the part of it that was deferred
 */
public record CpuUse(
    long processNanos,
    long frontNanos,
    long requestNanos,
    long courtesyNanos,
    long backgroundNanos,
    long excessNanos,
    long deferredNanos) {}
