package io.headwaiter.tls;

import java.io.ByteArrayOutputStream;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.function.LongSupplier;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** Makes tickets as BoringSSL does, so that tests can also make defective ones. */
final class Tickets {
  private static final SecureRandom RANDOM = new SecureRandom();

  private Tickets() {}

  static TicketKey key() {
    return new TicketKey(random(16), random(16), random(16));
  }

  /** Returns keys with one clock for key periods and session ends. */
  static TicketKeys generated(long rotationSeconds, LongSupplier clockMillis) {
    return TicketKeys.generated(
        rotationSeconds, () -> clockMillis.getAsLong() * 1_000_000, clockMillis);
  }

  /** Returns by how much to advance a clock so that no real key period ends during the test. */
  static long fromTheEndOfAPeriodMillis(int rotationSeconds) {
    long period = rotationSeconds * 1000L;
    long left = period - System.currentTimeMillis() % period;
    return left < 60_000 ? left : 0;
  }

  static byte[] random(int bytes) {
    byte[] random = new byte[bytes];
    RANDOM.nextBytes(random);
    return random;
  }

  /** Returns a ticket with these contents. */
  static byte[] seal(TicketKey key, byte[] contents) throws Exception {
    byte[] iv = random(16);
    Cipher cipher = Cipher.getInstance("AES/CBC/PKCS5Padding");
    cipher.init(
        Cipher.ENCRYPT_MODE, new SecretKeySpec(key.aesKey(), "AES"), new IvParameterSpec(iv));
    ByteArrayOutputStream ticket = new ByteArrayOutputStream();
    ticket.writeBytes(key.name());
    ticket.writeBytes(iv);
    ticket.writeBytes(cipher.doFinal(contents));
    ticket.writeBytes(code(key, ticket.toByteArray()));
    return ticket.toByteArray();
  }

  /** Returns the authentication code over these bytes. */
  static byte[] code(TicketKey key, byte[] over) throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key.macKey(), "HmacSHA256"));
    return mac.doFinal(over);
  }

  static byte[] flip(byte[] ticket, int bit) {
    byte[] flipped = ticket.clone();
    flipped[bit / 8] ^= (byte) (1 << (bit % 8));
    return flipped;
  }

  static byte[] cut(byte[] ticket, int length) {
    return Arrays.copyOf(ticket, length);
  }
}
