package io.headwaiter.door;

import java.util.Locale;

/**
 * The fatal TLS alerts with which a server can refuse a client before any handshake. Names and
 * codes are those of RFC 8446, section 6.2, and RFC 6066, section 3. Alerts that would be untrue
 * about the client's certificate, version or cipher suites are left out, because clients act on
 * them.
 */
public enum TlsAlert {
  /** The server does not agree; clients expect this one most from a server that refuses them. */
  HANDSHAKE_FAILURE(40),
  /** The server could serve the client, but will not. */
  ACCESS_DENIED(49),
  /** A problem that has nothing to do with the client. */
  INTERNAL_ERROR(80),
  /** The handshake is cancelled for a reason that is no failure of the protocol. */
  USER_CANCELED(90),
  /** The server does not know the requested host name. */
  UNRECOGNIZED_NAME(112);

  private static final byte ALERT_RECORD = 21;
  private static final byte FATAL = 2;

  private final int code;

  TlsAlert(int code) {
    this.code = code;
  }

  /** Returns the number in the registry of TLS alerts. */
  public int code() {
    return code;
  }

  /** Returns the name in the registry of TLS alerts, such as {@code handshake_failure}. */
  public String alertName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the record in plain text, seven bytes: type, version 3.3 as in both TLS 1.2 and 1.3,
   * length 2, level, code.
   */
  byte[] record() {
    return new byte[] {ALERT_RECORD, 3, 3, 0, 2, FATAL, (byte) code};
  }
}
