package io.headwaiter.lab.load;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

/**
 * A ClientHello of a new customer for TLS 1.3 and 1.2 (RFC 8446, section 4.1.2), built once;
 * random, session id and key share are fresh bytes each time. Any 32 bytes are an X25519 share. Not
 * thread-safe.
 */
final class RawHello {
  private static final int RANDOM_AT = 11;
  private static final int SESSION_ID_AT = RANDOM_AT + 32 + 1;

  private final SplittableRandom random;
  private final ByteBuffer bytes = ByteBuffer.allocateDirect(512);
  private final int keyShareAt;

  /**
   * @param serverName sent as SNI, or null for none
   */
  RawHello(String serverName, SplittableRandom random) {
    this.random = random;
    bytes.put((byte) 22).putShort((short) 0x0301).putShort((short) 0); // record, length later
    bytes.put((byte) 1).put((byte) 0).putShort((short) 0); // ClientHello, length later
    bytes.putShort((short) 0x0303).position(RANDOM_AT + 32);
    bytes.put((byte) 32).position(SESSION_ID_AT + 32);
    ciphers(0x1301, 0x1302, 0x1303, 0xc02b, 0xc02f, 0xc02c, 0xc030, 0x009c);
    bytes.put((byte) 1).put((byte) 0); // null compression
    int extensionsAt = bytes.position();
    bytes.putShort((short) 0);
    keyShareAt = extensions(serverName);
    bytes.flip();
    int end = bytes.limit();
    bytes.putShort(extensionsAt, (short) (end - extensionsAt - 2));
    bytes.putShort(7, (short) (end - 9)).putShort(3, (short) (end - 5));
  }

  private void ciphers(int... suites) {
    bytes.putShort((short) (suites.length * 2));
    for (int suite : suites) {
      bytes.putShort((short) suite);
    }
  }

  /** Writes the extensions; returns where the key share's 32 bytes are. */
  private int extensions(String serverName) {
    if (serverName != null) {
      byte[] name = serverName.getBytes(StandardCharsets.US_ASCII);
      shorts(0, name.length + 5, name.length + 3);
      bytes.put((byte) 0).putShort((short) name.length).put(name);
    }
    shorts(10, 6, 4, 0x001d, 0x0017); // groups: X25519, P-256
    shorts(11, 2);
    bytes.put((byte) 1).put((byte) 0); // uncompressed points
    shorts(13, 14, 12, 0x0403, 0x0804, 0x0401, 0x0503, 0x0805, 0x0501); // signatures
    shorts(23, 0); // extended master secret
    shorts(35, 0); // tickets welcome
    shorts(43, 5);
    bytes.put((byte) 4).putShort((short) 0x0304).putShort((short) 0x0303); // versions
    shorts(45, 2);
    bytes.put((byte) 1).put((byte) 1); // PSK with (EC)DHE
    shorts(51, 38, 36, 0x001d, 32);
    int at = bytes.position();
    bytes.position(at + 32);
    return at;
  }

  private void shorts(int... values) {
    for (int value : values) {
      bytes.putShort((short) value);
    }
  }

  /** The next hello, from position to limit; valid until the next call. */
  ByteBuffer next() {
    fresh(RANDOM_AT);
    fresh(SESSION_ID_AT);
    fresh(keyShareAt);
    return bytes.rewind();
  }

  private void fresh(int at) {
    for (int i = 0; i < 32; i += 8) {
      bytes.putLong(at + i, random.nextLong());
    }
  }
}
