package io.headwaiter.core.admission;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Without the secret, no client can predict the hash of a name. */
class SecretHashTest {
  private static final int VALUES = 200;

  /** Each bit of a name, and each bit of the secret, changes about half of all bits. */
  @Property(tries = 20)
  void eachInputBitChangesHalfOfHash(@ForAll long secret) {
    Random random = new Random(secret);
    for (int bit = 0; bit < Long.SIZE; bit++) {
      SecretHash hash = new SecretHash(secret);
      SecretHash other = new SecretHash(secret ^ (1L << bit));
      int byName = 0;
      int bySecret = 0;
      for (int i = 0; i < VALUES; i++) {
        long value = random.nextLong();
        byName += Long.bitCount(hash.of(value) ^ hash.of(value ^ (1L << bit)));
        bySecret += Long.bitCount(hash.of(value) ^ other.of(value));
      }
      assertThat((double) byName / VALUES).as("bit %d of the name", bit).isBetween(29.5, 34.5);
      assertThat((double) bySecret / VALUES).as("bit %d of the secret", bit).isBetween(29.5, 34.5);
    }
  }
}
