package io.headwaiter.core.hello;

/** Numbers of the TLS wire format, from the IANA registries, and the test for GREASE values. */
final class TlsConstants {
  static final int RECORD_HEADER_BYTES = 5;
  static final int RECORD_BYTES_MAX = 1 << 14;
  static final int HANDSHAKE_HEADER_BYTES = 4;
  static final int CONTENT_HANDSHAKE = 22;
  static final int VERSION_MAJOR = 3;
  static final int MESSAGE_CLIENT_HELLO = 1;
  static final int RANDOM_BYTES = 32;
  static final int TICKET_AGE_BYTES = 4;
  static final int SESSION_ID_BYTES_MAX = 32;
  static final int VERSION_TLS10 = 0x0301;
  static final int VERSION_TLS13 = 0x0304;
  static final int PSK_DHE_KE = 1;

  static final int EXT_SERVER_NAME = 0;
  static final int EXT_ALPN = 16;
  static final int EXT_EXTENDED_MASTER_SECRET = 23;
  static final int EXT_SESSION_TICKET = 35;
  static final int EXT_PRE_SHARED_KEY = 41;
  static final int EXT_EARLY_DATA = 42;
  static final int EXT_SUPPORTED_VERSIONS = 43;
  static final int EXT_PSK_MODES = 45;
  static final int EXT_ENCRYPTED_CLIENT_HELLO = 0xfe0d;

  private TlsConstants() {}

  static int u16(byte[] bytes, int at) {
    return (bytes[at] & 0xff) << 8 | (bytes[at + 1] & 0xff);
  }

  /** Whether a two-byte value is one of the sixteen that RFC 8701 reserves: 0x0a0a, 0x1a1a, ... */
  static boolean isGrease(int value) {
    return (value & 0x0f0f) == 0x0a0a && value >>> 8 == (value & 0xff);
  }
}
