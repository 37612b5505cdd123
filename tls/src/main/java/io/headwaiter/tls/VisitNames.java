package io.headwaiter.tls;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Names visits on BoringSSL, where the ticket holds the session. A visit begins with a full
 * handshake. Its name is a keyed hash of the secret that this handshake produced:
 *
 * <pre>
 *   name(secret) = first 64 bits of SHA-256(key | secret), 1 if they are 0; the key is random
 * </pre>
 *
 * <p>In TLS 1.2 that secret, the master secret, is in every ticket of the visit. In TLS 1.3 a
 * ticket holds a pre-shared key of its own, which server and client compute from the connection's
 * resumption secret (RFC 8446 section 4.6.1) and the number of the ticket as BoringSSL counts it:
 *
 * <pre>
 *   psk(i) = HKDF-Expand-Label(resumption secret, "resumption", nonce i, hash length)
 *   nonce i = one byte i = 0, 1
 * </pre>
 *
 * <p>So when a handshake is done, the tickets that it issues are known without being seen, and a
 * table keeps {@code name(psk(i))} with the visit, {@link TicketVisits}. A ticket is not in the
 * table if another node issued it, or this one before a restart, or if too many came after it. It
 * then counts as a visit of its own, with the name {@code name(psk)}.
 *
 * <p>Names are valid in this process only: the key is not shared. Thread-safe.
 */
final class VisitNames {
  /** Tickets that are remembered for TLS 1.3, 8 for each of 65,536 visits: 8 MiB. */
  static final int TICKETS_MAX = 1 << 19;

  /** Tickets that BoringSSL issues at the end of a handshake of TLS 1.3. */
  static final int TICKETS_PER_HANDSHAKE = 2;

  private static final int SHA256_BYTES = 32;
  private static final byte[] LABEL = "tls13 resumption".getBytes(StandardCharsets.US_ASCII);
  private static final SecureRandom RANDOM = new SecureRandom();

  private final byte[] key = new byte[SHA256_BYTES];
  private final TicketVisits tickets;

  /**
   * Makes names with a fresh key.
   *
   * @param ticketsMax tickets of TLS 1.3 that are remembered, at least 8
   */
  VisitNames(int ticketsMax) {
    RANDOM.nextBytes(key);
    this.tickets = new TicketVisits(ticketsMax);
  }

  /** Returns a random name, never 0. */
  static long random() {
    long name = RANDOM.nextLong();
    return name == KnownSession.UNKNOWN ? 1 : name;
  }

  /** Returns the name of the visit that begins with a full handshake with this secret. */
  long nameOf(byte[] secret) {
    MessageDigest digest = sha256();
    digest.update(key);
    long name = ByteBuffer.wrap(digest.digest(secret)).getLong();
    return name == KnownSession.UNKNOWN ? 1 : name;
  }

  /** Returns the name of the visit of a ticket that holds this secret. */
  long visitOf(byte[] secret) {
    long ticket = nameOf(secret);
    // No ticket of TLS 1.2 is in the table: its own name is that of its visit.
    long visit = tickets.visitOf(ticket);
    return visit == TicketVisits.NONE ? ticket : visit;
  }

  /**
   * Records that a handshake of TLS 1.3 has ended, and that its tickets belong to this visit.
   *
   * @param resumptionSecret of the handshake: 32 bytes with SHA-256, 48 with SHA-384
   */
  void issued(byte[] resumptionSecret, long visit) {
    for (int i = 0; i < TICKETS_PER_HANDSHAKE; i++) {
      tickets.put(nameOf(preSharedKey(resumptionSecret, new byte[] {(byte) i})), visit);
    }
  }

  /** Returns the pre-shared key of the ticket with this nonce. */
  static byte[] preSharedKey(byte[] resumptionSecret, byte[] nonce) {
    String algorithm = resumptionSecret.length == SHA256_BYTES ? "HmacSHA256" : "HmacSHA384";
    try {
      Mac mac = Mac.getInstance(algorithm);
      mac.init(new SecretKeySpec(resumptionSecret, algorithm));
      // RFC 8446 section 7.1. One block is enough, because it is as long as the hash.
      mac.update((byte) 0);
      mac.update((byte) mac.getMacLength());
      mac.update((byte) LABEL.length);
      mac.update(LABEL);
      mac.update((byte) nonce.length);
      mac.update(nonce);
      mac.update((byte) 1);
      return mac.doFinal();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("Every JDK has " + algorithm, e);
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every JDK has SHA-256", e);
    }
  }
}
