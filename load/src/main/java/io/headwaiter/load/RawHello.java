package io.headwaiter.load;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * A ClientHello (RFC 8446, section 4.1.2, and RFC 5077), built once. Random, session id, key share
 * and claim are fresh bytes each time. Any 32 bytes are an X25519 share. Not thread-safe.
 */
final class RawHello {
  private static final int RANDOM_AT = 11;
  private static final int TICKET_BYTES = 192;
  private static final int SESSION_ID_AT = RANDOM_AT + 32 + 1;

  private static final int[] USUAL_SUITES = {
    0x1301, 0x1302, 0x1303, 0xc02b, 0xc02f, 0xc02c, 0xc030, 0x009c
  };
  // No suite, only the signalling value of a client that can renegotiate.
  private static final int[] NO_SUITES = {0x00ff};

  private final SplittableRandom random;
  private final ByteBuffer bytes = ByteBuffer.allocateDirect(512);
  private final List<Fresh> fresh = new ArrayList<>();

  /** A part with fresh bytes each time; its length is a multiple of 8 bytes. */
  private record Fresh(int at, int length) {}

  /**
   * Builds a hello with usual cipher suites.
   *
   * @param serverName sent as SNI, or null for none
   */
  RawHello(String serverName, HelloClaim claim, SplittableRandom random) {
    this(serverName, claim, random, USUAL_SUITES);
  }

  /** Returns a hello without cipher suites: a server that admits it must fail its handshake. */
  static RawHello hopeless(String serverName, SplittableRandom random) {
    return new RawHello(serverName, HelloClaim.NONE, random, NO_SUITES);
  }

  private RawHello(String serverName, HelloClaim claim, SplittableRandom random, int[] suites) {
    this.random = random;
    bytes.put((byte) 22).putShort((short) 0x0301).putShort((short) 0); // record, length later
    bytes.put((byte) 1).put((byte) 0).putShort((short) 0); // ClientHello, length later
    bytes.putShort((short) 0x0303).position(RANDOM_AT + 32);
    bytes.put((byte) 32).position(SESSION_ID_AT + 32);
    fresh.add(new Fresh(RANDOM_AT, 32));
    fresh.add(new Fresh(SESSION_ID_AT, 32));
    ciphers(suites);
    bytes.put((byte) 1).put((byte) 0); // null compression
    int extensionsAt = bytes.position();
    bytes.putShort((short) 0);
    extensions(serverName, claim);
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

  private void extensions(String serverName, HelloClaim claim) {
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
    switch (claim) {
      case NONE -> {
        shorts(35, 0); // accepts a ticket
        tls13();
      }
      case SESSION_ID -> shorts(35, 0);
      case TICKET -> {
        shorts(35, TICKET_BYTES);
        random(TICKET_BYTES);
      }
      case PSK -> {
        tls13();
        preSharedKey();
      }
    }
  }

  private void tls13() {
    shorts(43, 5);
    bytes.put((byte) 4).putShort((short) 0x0304).putShort((short) 0x0303); // versions
    shorts(45, 2);
    bytes.put((byte) 1).put((byte) 1); // PSK with (EC)DHE
    shorts(51, 38, 36, 0x001d, 32); // key share
    random(32);
  }

  /** Adds one identity of 32 bytes with its age and one binder of 32 bytes; must come last. */
  private void preSharedKey() {
    shorts(41, 2 + 38 + 2 + 33, 38, 32);
    random(32);
    bytes.putInt(0);
    shorts(33);
    bytes.put((byte) 32);
    random(32);
  }

  private void random(int length) {
    fresh.add(new Fresh(bytes.position(), length));
    bytes.position(bytes.position() + length);
  }

  private void shorts(int... values) {
    for (int value : values) {
      bytes.putShort((short) value);
    }
  }

  /** Returns the next hello, from position to limit; valid until the next call. */
  ByteBuffer next() {
    for (Fresh part : fresh) {
      for (int i = 0; i < part.length(); i += 8) {
        bytes.putLong(part.at() + i, random.nextLong());
      }
    }
    return bytes.rewind();
  }
}
