package io.headwaiter.core.admission;

/**
 * Spreads numbers that clients may choose over all 64 bits, in a way that clients cannot foresee.
 *
 * <pre>
 *   of(x) = m(m(x xor s) xor rotate(s, 29))
 *   m   a mixture that is one to one and spreads every bit over all (finalizer of MurmurHash3)
 *   s   the secret
 * </pre>
 *
 * <p>One to one: two numbers never have the same hash. Not a cipher: a client cannot choose the
 * hash of a number as long as it does not see the hashes. Immutable.
 */
final class SecretHash {
  private static final int ROTATION = 29;

  private final long secret;

  /**
   * @param secret random, and known to this process only
   */
  SecretHash(long secret) {
    this.secret = secret;
  }

  long of(long value) {
    return mix(mix(value ^ secret) ^ Long.rotateLeft(secret, ROTATION));
  }

  private static long mix(long value) {
    long mixed = (value ^ (value >>> 33)) * 0xff51afd7ed558ccdL;
    mixed = (mixed ^ (mixed >>> 33)) * 0xc4ceb9fe1a85ec53L;
    return mixed ^ (mixed >>> 33);
  }
}
