package io.headwaiter.tls;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.util.Optional;

/**
 * The contents of one of the server's own tickets: version, cipher suite and secret of its session,
 * until when BoringSSL will resume it, and when it began. BoringSSL writes a session as a DER
 * sequence: version, protocol version, cipher suite, session id, secret (the master secret in TLS
 * 1.2, the ticket's pre-shared key in TLS 1.3), then tagged fields. {@code [1]} is when the
 * ticket's session was last renewed (seconds since the epoch), {@code [2]} how long it may be
 * resumed from then, {@code [17]} whether its master secret is an extended one (absent if not), and
 * {@code [25]} how long the authentication is valid (as long as {@code [2]} if it is absent). The
 * last one begins at a fixed value and shrinks with every renewal by the time that has passed, so
 *
 * <p>{@code began = [1] - (full - [25])}, with {@code full} seven days in TLS 1.3 and the session
 * timeout in TLS 1.2. A ticket of TLS 1.3 issued at 1000 with 604,700 left began at 900.
 *
 * <p>A ticket can be resumed in its own version only, while {@code 0 <= now - [1] < [2]} on the
 * clock of the engine. With TLS 1.2 {@code [2]} shrinks with each renewal: a ticket that was
 * renewed under a fresh key may have a minute to live. There the hello must also have the extended
 * master secret if and only if the session has it (RFC 7627 section 5.3). Otherwise BoringSSL
 * refuses, or begins a new session.
 */
final class TicketContents {
  /** For TLS 1.3, fixed in BoringSSL. */
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
  private byte[] secret = {};
  private boolean extendedMasterSecret;
  private long timeSeconds = NONE;
  private long timeoutSeconds = NONE;
  private long authTimeoutSeconds = NONE;

  private TicketContents() {}

  /**
   * Returns the contents of a ticket that the key made; empty if they are not understood. Then the
   * ticket comes from a library that writes sessions in another way.
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

  /** Returns the code of the session's cipher suite in the IANA registry. */
  int cipherSuite() {
    return cipherSuite;
  }

  /** Returns the master secret of TLS 1.2, or the ticket's pre-shared key of TLS 1.3. */
  byte[] secret() {
    return secret.clone();
  }

  /** Returns when the ticket was issued, in milliseconds since the epoch. */
  long renewedMillis() {
    return timeSeconds * MILLIS;
  }

  /**
   * Returns whether the hello and the session agree on the extended master secret; always true in
   * TLS 1.3, which has none.
   */
  boolean fitsMasterSecret(boolean extended) {
    return protocol == TLS13 || extended == extendedMasterSecret;
  }

  /**
   * Returns whether BoringSSL would resume it now, as far as version and time decide.
   *
   * @param tls13 as TLS 1.3; else as TLS 1.2
   * @param nowMillis since the epoch
   */
  boolean isResumable(boolean tls13, long nowMillis) {
    long nowSeconds = Math.floorDiv(nowMillis, MILLIS);
    // The engine reads its clock a little later, and a session must not end in between. The engine
    // also resumes no session that a node with a faster clock has issued in its future.
    long ageSeconds = nowSeconds - timeSeconds;
    return protocol == (tls13 ? TLS13 : TLS12)
        && ageSeconds >= 0
        && ageSeconds + MARGIN_SECONDS < timeoutSeconds;
  }

  /**
   * Returns when the session began, in milliseconds since the epoch.
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
    Der.value(fields, INTEGER); // version of the format
    protocol = (int) number(Der.value(fields, INTEGER));
    cipherSuite = Der.value(fields, OCTETS).getShort() & 0xffff;
    Der.value(fields, OCTETS); // session id
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
        default -> {} // not needed here
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
