package io.headwaiter.tls;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.Optional;

/**
 * Reads from one of our own tickets of which version and cipher suite its session is, its secret,
 * until when BoringSSL will resume it, and when it began. BoringSSL writes a session as a DER
 * sequence: version, protocol version, cipher suite, session id, secret (the master secret in TLS
 * 1.2, the ticket's pre-shared key in TLS 1.3), then tagged fields, of which {@code [1]} is when
 * the ticket's session was last renewed (seconds since the epoch), {@code [2]} how long it may be
 * resumed from then, {@code [17]} whether its master secret is an extended one (absent if not), and
 * {@code [25]} how long what was authenticated may be relied on (as long as {@code [2]} if it is
 * absent). The last one begins at a fixed value and shrinks with every renewal by the time that has
 * passed, so
 *
 * <p>{@code began = [1] - (full - [25])}, with {@code full} seven days in TLS 1.3 and the session
 * timeout in TLS 1.2. A ticket of TLS 1.3 issued at 1000 with 604,700 left began at 900.
 *
 * <p>A ticket is good for resumption in its own version only, while {@code 0 <= now - [1] < [2]} on
 * the clock of the engine. With TLS 1.2 {@code [2]} shrinks with each renewal: a ticket that was
 * renewed under a fresh key may have a minute to live. And there the hello must have the extended
 * master secret if and only if the session has it (RFC 7627 section 5.3): else BoringSSL refuses,
 * or begins a new session.
 */
final class TicketContents {
  /** Of TLS 1.3, fixed in BoringSSL. */
  static final long AUTHENTICATED_SECONDS_TLS13 = 7 * 24 * 3600;

  private static final int TLS12 = 0x0303;
  private static final int TLS13 = 0x0304;
  private static final long MILLIS = 1000;
  private static final long MARGIN_SECONDS = 1;
  private static final int SEQUENCE = 0x30;
  private static final int INTEGER = 0x02;
  private static final int OCTETS = 0x04;
  private static final int TIME = 0xa1;
  private static final int TIMEOUT = 0xa2;
  private static final int BOOLEAN = 0x01;
  private static final int EXTENDED_MASTER_SECRET = 0xa0 + 17;
  private static final int AUTH_TIMEOUT = 0xa0 + 25;
  private static final long NONE = -1;

  private int protocol;
  private int cipherSuite;
  private byte[] secret;
  private boolean extendedMasterSecret;
  private long timeSeconds = NONE;
  private long timeoutSeconds = NONE;
  private long authTimeoutSeconds = NONE;

  private TicketContents() {}

  /**
   * What is in this ticket, which the key made; empty if it is not understood: then it is ours, but
   * of a library that writes sessions in another way.
   */
  static Optional<TicketContents> of(TicketKey key, byte[] ticket) {
    try {
      TicketContents contents = new TicketContents();
      contents.read(ByteBuffer.wrap(key.decrypt(ticket)));
      boolean complete = contents.timeSeconds != NONE && contents.timeoutSeconds != NONE;
      return complete ? Optional.of(contents) : Optional.empty();
    } catch (GeneralSecurityException | BufferUnderflowException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  /** The code of the session's cipher suite in the IANA registry. */
  int cipherSuite() {
    return cipherSuite;
  }

  /** The master secret of TLS 1.2, or the ticket's pre-shared key of TLS 1.3. */
  byte[] secret() {
    return secret.clone();
  }

  /** When the ticket was issued, in milliseconds since the epoch. */
  long renewedMillis() {
    return timeSeconds * MILLIS;
  }

  /**
   * Whether the hello of a handshake has the extended master secret as the session has it; in TLS
   * 1.3, where there is none, always.
   */
  boolean fitsMasterSecret(boolean extended) {
    return protocol == TLS13 || extended == extendedMasterSecret;
  }

  /**
   * Whether BoringSSL would resume it now, as far as version and time go.
   *
   * @param tls13 as TLS 1.3; else as TLS 1.2
   * @param nowMillis since the epoch
   */
  boolean isResumable(boolean tls13, long nowMillis) {
    long nowSeconds = Math.floorDiv(nowMillis, MILLIS);
    // The engine looks at its clock a little later, and a session must not end in between. What a
    // node with a faster clock has issued in our future it does not resume either.
    long ageSeconds = nowSeconds - timeSeconds;
    return protocol == (tls13 ? TLS13 : TLS12)
        && ageSeconds >= 0
        && ageSeconds + MARGIN_SECONDS < timeoutSeconds;
  }

  /**
   * When the session began, in milliseconds since the epoch.
   *
   * @param sessionTimeoutSeconds how long a session of TLS 1.2 lives
   */
  long beganMillis(long sessionTimeoutSeconds) {
    long full = protocol == TLS13 ? AUTHENTICATED_SECONDS_TLS13 : sessionTimeoutSeconds;
    long left = authTimeoutSeconds == NONE ? timeoutSeconds : authTimeoutSeconds;
    return (timeSeconds - Math.max(0, full - left)) * MILLIS;
  }

  private void read(ByteBuffer der) {
    ByteBuffer fields = Der.value(der, SEQUENCE);
    Der.value(fields, INTEGER); // of the format
    protocol = (int) number(Der.value(fields, INTEGER));
    cipherSuite = Der.value(fields, OCTETS).getShort() & 0xffff;
    Der.value(fields, OCTETS); // the session id
    ByteBuffer value = Der.value(fields, OCTETS);
    secret = new byte[value.remaining()];
    value.get(secret);
    readTagged(fields);
  }

  private void readTagged(ByteBuffer fields) {
    while (fields.hasRemaining()) {
      int tag = Der.tag(fields);
      ByteBuffer value = Der.value(fields);
      switch (tag) {
        case TIME -> timeSeconds = number(Der.value(value, INTEGER));
        case TIMEOUT -> timeoutSeconds = number(Der.value(value, INTEGER));
        case EXTENDED_MASTER_SECRET ->
            extendedMasterSecret = number(Der.value(value, BOOLEAN)) != 0;
        case AUTH_TIMEOUT -> authTimeoutSeconds = number(Der.value(value, INTEGER));
        default -> {} // of no use here
      }
    }
  }

  private static long number(ByteBuffer integer) {
    if (!integer.hasRemaining() || integer.remaining() > Long.BYTES) {
      throw new IllegalArgumentException("a number of " + integer.remaining() + " bytes");
    }
    long number = integer.get();
    while (integer.hasRemaining()) {
      number = number << 8 | (integer.get() & 0xff);
    }
    return number;
  }
}
