package io.headwaiter.core.capacity;

/**
 * What customers cost, in nanoseconds of processor time. Immutable.
 *
 * @param fullHandshakeNanos a full handshake, as its own threads measure it
 * @param resumedHandshakeNanos a resumed one, likewise
 * @param requestNanos a request, as its own thread measures it
 * @param visitNanos a visit that begins with a full handshake, to its end, with its share of what
 *     no thread accounts for; at least 1
 * @param returningVisitNanos one that begins with a resumed handshake; at least 1 and at most as
 *     much
 * @param abandonedNanos a handshake whose client leaves before it is done
 * @param refusalNanos accepting a connection, reading its hello and refusing it
 * @param connectionOverheadNanos a connection beside its handshake and its requests
 * @param requestOverheadNanos a request beside what its own thread measures
 */
public record ServiceDemand(
    double fullHandshakeNanos,
    double resumedHandshakeNanos,
    double requestNanos,
    double visitNanos,
    double returningVisitNanos,
    double abandonedNanos,
    double refusalNanos,
    double connectionOverheadNanos,
    double requestOverheadNanos) {}
