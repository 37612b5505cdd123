package io.headwaiter.tls;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * A key for session tickets, in BoringSSL's terms: a name that stands in clear at the beginning of
 * each ticket, a key for the authentication code and one for the encryption, 16 bytes each.
 *
 * <p>A ticket is {@code name[16] | iv[16] | AES-128-CBC(session) | HMAC-SHA256[32]}, with the code
 * over everything before it.
 *
 * <p>Immutable. {@link #toString} shows nothing of it.
 */
final class TicketKey {
  static final int NAME_BYTES = 16;
  private static final int IV_BYTES = 16;
  private static final int BLOCK_BYTES = 16;
  private static final int MAC_BYTES = 32;
  private static final int SESSION_AT = NAME_BYTES + IV_BYTES;

  /** The shortest ticket: one block of session beside the fixed parts. */
  static final int TICKET_BYTES_MIN = SESSION_AT + BLOCK_BYTES + MAC_BYTES;

  /**
   * The longest ticket. BoringSSL takes no longer hello, so no code is computed for a longer one.
   */
  static final int TICKET_BYTES_MAX = 16_384;

  private static final String MAC = "HmacSHA256";

  private final byte[] name;
  private final byte[] macKey;
  private final byte[] aesKey;
  private final SecretKeySpec mac;
  private final boolean courtesy;

  TicketKey(byte[] name, byte[] macKey, byte[] aesKey) {
    this(name, macKey, aesKey, /* courtesy= */ false);
  }

  /**
   * @param courtesy whether its tickets belong to courtesy pages
   */
  TicketKey(byte[] name, byte[] macKey, byte[] aesKey, boolean courtesy) {
    this.name = name.clone();
    this.macKey = macKey.clone();
    this.aesKey = aesKey.clone();
    this.mac = new SecretKeySpec(macKey, MAC);
    this.courtesy = courtesy;
  }

  /** Returns whether a ticket of so many bytes can exist. */
  static boolean isPossibleLength(int bytes) {
    return bytes >= TICKET_BYTES_MIN
        && bytes <= TICKET_BYTES_MAX
        && (bytes - TICKET_BYTES_MIN) % BLOCK_BYTES == 0;
  }

  byte[] name() {
    return name.clone();
  }

  /** Returns whether its tickets belong to courtesy pages. */
  boolean isCourtesy() {
    return courtesy;
  }

  byte[] macKey() {
    return macKey.clone();
  }

  byte[] aesKey() {
    return aesKey.clone();
  }

  /**
   * Returns whether the ticket names this key, which any client can write. The ticket must have a
   * possible length.
   */
  boolean isNamedIn(byte[] ticket) {
    return Arrays.equals(name, 0, NAME_BYTES, ticket, 0, NAME_BYTES);
  }

  /** Returns whether this key made the ticket, which must have a possible length. */
  boolean authenticates(byte[] ticket) {
    int macAt = ticket.length - MAC_BYTES;
    try {
      Mac code = Mac.getInstance(MAC);
      code.init(mac);
      code.update(ticket, 0, macAt);
      byte[] presented = Arrays.copyOfRange(ticket, macAt, ticket.length);
      return MessageDigest.isEqual(
          code.doFinal(), presented); // takes the same time for every wrong code
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Every JDK has " + MAC, e);
    }
  }

  /**
   * Returns the session in a ticket that this key made.
   *
   * @throws GeneralSecurityException if there is none in it
   */
  byte[] decrypt(byte[] ticket) throws GeneralSecurityException {
    Cipher cipher = Cipher.getInstance("AES/CBC/PKCS5Padding");
    cipher.init(
        Cipher.DECRYPT_MODE,
        new SecretKeySpec(aesKey, "AES"),
        new IvParameterSpec(ticket, NAME_BYTES, IV_BYTES));
    return cipher.doFinal(ticket, SESSION_AT, ticket.length - SESSION_AT - MAC_BYTES);
  }

  @Override
  public String toString() {
    return "TicketKey(secret)";
  }
}
