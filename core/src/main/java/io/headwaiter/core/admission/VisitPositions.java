package io.headwaiter.core.admission;

/**
 * Gives every visit a fixed place from 0 up to 1. If only part of the visits under way can be
 * served, those with a place below that part go on. So it is always the same visits that go on.
 *
 * <pre>
 *   place(visit) = the upper 53 bits of h(visit) / 2^53       h: {@link SecretHash}
 * </pre>
 *
 * <p>Without the secret the places are as good as random: no client can choose a visit name that is
 * never refused, or one that always is. The next start has another secret, and so another order.
 *
 * <p>Worked number: where 0.9 of the visits can go on, those with a place from 0.9 on are refused,
 * one in ten.
 *
 * <p>Immutable.
 */
final class VisitPositions {
  private final SecretHash hash;

  VisitPositions(SecretHash hash) {
    this.hash = hash;
  }

  /** Returns the visit's place: at least 0, below 1. */
  double placeOf(long visit) {
    return (hash.of(visit) >>> 11) * 0x1p-53;
  }
}
