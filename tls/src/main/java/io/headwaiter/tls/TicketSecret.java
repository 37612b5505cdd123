package io.headwaiter.tls;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A secret of 32 bytes, from which the ticket keys of every realm and period are derived. So nodes
 * that share the secret and a clock have the same keys without communication.
 *
 * <p>{@code block(purpose) = HMAC-SHA256(secret, purpose | 0 | period | realm)}, period as eight
 * bytes, realm in UTF-8: for each purpose one block as in the expansion of RFC 5869, without its
 * counter byte. The name of a key is the first half of the block "name"; the two halves of the
 * block "keys" are the keys for authentication and for encryption. So the name depends on realm and
 * period, and reveals neither. The keys for tickets of courtesy pages are the blocks "courtesy
 * name" and "courtesy keys".
 *
 * <p>Immutable. {@link #toString} shows only a fingerprint.
 */
final class TicketSecret {
  static final int BYTES = 32;
  private static final String MAC = "HmacSHA256";
  private static final String COURTESY = "courtesy ";
  private static final int HALF = 16;
  private static final int FINGERPRINT_BYTES = 4;

  private final SecretKeySpec secret;

  /**
   * @param secret exactly {@value #BYTES} bytes
   */
  TicketSecret(byte[] secret) {
    if (secret.length != BYTES) {
      throw new IllegalArgumentException("A ticket secret has 32 bytes, got " + secret.length);
    }
    this.secret = new SecretKeySpec(secret, MAC);
  }

  static TicketSecret random(SecureRandom random) {
    byte[] bytes = new byte[BYTES];
    random.nextBytes(bytes);
    return new TicketSecret(bytes);
  }

  TicketKey key(String realm, long period) {
    return key("", realm, period);
  }

  /** Returns the key for tickets that come with courtesy pages. */
  TicketKey courtesyKey(String realm, long period) {
    return key(COURTESY, realm, period);
  }

  private TicketKey key(String prefix, String realm, long period) {
    byte[] name = block(prefix + "name", realm, period);
    byte[] keys = block(prefix + "keys", realm, period);
    return new TicketKey(
        Arrays.copyOf(name, HALF),
        Arrays.copyOf(keys, HALF),
        Arrays.copyOfRange(keys, HALF, 2 * HALF),
        prefix.equals(COURTESY));
  }

  private byte[] block(String purpose, String realm, long period) {
    try {
      Mac mac = Mac.getInstance(MAC);
      mac.init(secret);
      mac.update(purpose.getBytes(StandardCharsets.US_ASCII));
      mac.update((byte) 0);
      mac.update(ByteBuffer.allocate(Long.BYTES).putLong(period).flip());
      mac.update(realm.getBytes(StandardCharsets.UTF_8));
      return mac.doFinal();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Every JDK has " + MAC, e);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof TicketSecret that && secret.equals(that.secret);
  }

  @Override
  public int hashCode() {
    return secret.hashCode();
  }

  /** Returns the secret itself in hexadecimal digits, for a file of secrets. */
  String hex() {
    return HexFormat.of().formatHex(secret.getEncoded());
  }

  /** Returns a fingerprint, by which two nodes can be compared. */
  String fingerprint() {
    byte[] print = Arrays.copyOf(block("fingerprint", "", 0), FINGERPRINT_BYTES);
    return HexFormat.of().formatHex(print);
  }

  @Override
  public String toString() {
    return "TicketSecret(" + fingerprint() + ")";
  }
}
