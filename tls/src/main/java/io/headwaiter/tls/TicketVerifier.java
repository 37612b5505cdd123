package io.headwaiter.tls;

import java.util.List;
import java.util.Optional;

/**
 * Decides whether a ticket is one of this server's, before any cryptography of a handshake.
 *
 * <p>A ticket is authentic if its first 16 bytes name a key in force and its last 32 are
 * HMAC-SHA256 under that key of everything before them, {@code t = name | iv | session | code},
 * {@code code = HMAC(key, t[0 .. n-32))}. BoringSSL checks the same, for {@code session_ticket} in
 * TLS 1.2 and for the first identity of {@code pre_shared_key} in TLS 1.3. Without the key no
 * client can make a code of 256 bits. A foreign token already fails at the comparison of names.
 *
 * <p>VERIFIED is less than PROVEN: a ticket travels in clear, so the client may have copied it, and
 * BoringSSL may still decline it (for example for the form of a client certificate).
 */
final class TicketVerifier {
  private TicketVerifier() {}

  static boolean isAuthentic(byte[] ticket, List<TicketKey> keys) {
    return keyOf(ticket, keys).isPresent();
  }

  /** Returns the key under which this ticket is authentic. */
  static Optional<TicketKey> keyOf(byte[] ticket, List<TicketKey> keys) {
    if (!TicketKey.isPossibleLength(ticket.length)) {
      return Optional.empty();
    }
    for (TicketKey key : keys) {
      if (key.isNamedIn(ticket)) {
        return key.authenticates(ticket) ? Optional.of(key) : Optional.empty();
      }
    }
    return Optional.empty();
  }
}
