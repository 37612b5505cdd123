package io.headwaiter.core.capacity;

/**
 * The CPU times that a controller has learned, in nanoseconds.
 *
 * @param fullHandshakeNanos of a full handshake
 * @param resumedHandshakeNanos of a resumed handshake
 * @param requestNanos of a request
 * @param newVisitNanos of a new visit to its end, CT_N in the formula
 * @param refusalNanos of refusing a connection
 * @param connectionOverheadNanos of a connection beside its handshake and its requests
 * @param requestOverheadNanos of a request beside what its own thread spends on it
 */
public record LearnedCosts(
    double fullHandshakeNanos,
    double resumedHandshakeNanos,
    double requestNanos,
    double newVisitNanos,
    double refusalNanos,
    double connectionOverheadNanos,
    double requestOverheadNanos) {
  /** Nothing was measured. */
  public static final LearnedCosts NONE = new LearnedCosts(0, 0, 0, 0, 0, 0, 0);
}
