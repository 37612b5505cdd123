package io.headwaiter.core.admission;

/**
 * Gives every visit a place from 0 up to 1. Of the visits under way those go on whose place is
 * below the part that can be carried, so it is always the same ones that do.
 *
 * <pre>
 *   place(visit) = the upper 53 bits of m(m(visit xor s) xor rotate(s, 29)) / 2^53
 *   m   a mixture that is one to one and spreads every bit over all (finalizer of MurmurHash3)
 *   s   the secret
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
  private static final int ROTATION = 29;

  private final long secret;

  /**
   * @param secret random, and known to nobody else
   */
  VisitPlaces(long secret) {
    this.secret = secret;
  }

  /** The visit's place: at least 0, below 1. */
  double placeOf(long visit) {
    long mixed = mix(mix(visit ^ secret) ^ Long.rotateLeft(secret, ROTATION));
    return (mixed >>> 11) * 0x1p-53;
  }

  private static long mix(long value) {
    long mixed = (value ^ (value >>> 33)) * 0xff51afd7ed558ccdL;
    mixed = (mixed ^ (mixed >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return mixed ^ (mixed >>> 33);
  }
}
