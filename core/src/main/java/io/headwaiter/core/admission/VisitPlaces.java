package io.headwaiter.core.admission;

/**
 * Gives every visit a place from 0 up to 1. Of the visits under way those go on whose place is
 * below the part that can be carried, so it is always the same ones that do.
 *
 * <pre>
 *   place(visit) = the upper 53 bits of h(visit) / 2^53       h: {@link SecretHash}
 * </pre>
 *
 * <p>Without the secret the places are as good as random: nobody can choose a name that is never
 * given up, nor one that always is. With another secret, that of the next start, the order is
 * another one.
 *
 * <p>Worked number: where 0.9 of the visits can go on, those with a place from 0.9 on are given up,
 * one in ten.
 *
 * <p>Immutable.
 */
final class VisitPlaces {
  private final SecretHash hash;

  VisitPlaces(SecretHash hash) {
    this.hash = hash;
  }

  /** The visit's place: at least 0, below 1. */
  double placeOf(long visit) {
    return (hash.of(visit) >>> 11) * 0x1p-53;
  }
}
