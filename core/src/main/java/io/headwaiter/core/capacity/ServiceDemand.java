package io.headwaiter.core.capacity;

/**
 * The costs of visits, handshakes and requests, in nanoseconds of processor time. Immutable.
 *
 * @param fullHandshakeNanos a full handshake, as its own threads measure it
 * @param resumedHandshakeNanos a resumed one, likewise
 * @param requestNanos a request, as its own thread measures it
 * @param visitNanos a visit that begins with a full handshake, to its end, with its share of what
 *     no thread accounts for; at least 1
 * @param returningVisitNanos a visit that begins with a resumed handshake; from 1 to {@code
 *     visitNanos}
 * @param abandonedNanos a handshake that its client or the server gives up
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
