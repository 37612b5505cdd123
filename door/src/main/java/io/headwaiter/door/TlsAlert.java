package io.headwaiter.door;

import java.util.Locale;

/**
 * The fatal TLS alerts with which a server can turn somebody away before any handshake, under their
 * names and codes in RFC 8446, section 6.2, and RFC 6066, section 3. Alerts that would say
 * something untrue about the client's certificate, version or cipher suites are left out: clients
 * act on them.
 */
public enum TlsAlert {
  /** The server will not agree; what clients expect most of a server that sends them away. */
  HANDSHAKE_FAILURE(40),
  /** The server could, but will not. */
  ACCESS_DENIED(49),
  /** Something that has nothing to do with the client. */
  INTERNAL_ERROR(80),
  /** The handshake is given up for a reason that is no failure of the protocol. */
  USER_CANCELED(90),
  /** Nobody here answers to the name asked for. */
  UNRECOGNIZED_NAME(112);

  private static final byte ALERT_RECORD = 21;
  private static final byte FATAL = 2;

  private final int code;

  TlsAlert(int code) {
    this.code = code;
  }

  /** Its number in the registry of TLS alerts. */
  public int code() {
    return code;
  }

  /** Its name in the registry of TLS alerts, as {@code handshake_failure}. */
  public String alertName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * The record in plain text, seven bytes: type, version 3.3 as both TLS 1.2 and 1.3 have it,
   * length 2, level, code.
   */
  byte[] record() {
    return new byte[] {ALERT_RECORD, 3, 3, 0, 2, FATAL, (byte) code};
  }
}
