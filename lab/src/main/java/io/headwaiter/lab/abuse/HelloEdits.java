package io.headwaiter.lab.abuse;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.SplittableRandom;

/** Changes ClientHellos of TLS 1.3 (RFC 8446, section 4) that stand in one record each. */
final class HelloEdits {
  private static final int RECORD_LENGTH_AT = 3;
  private static final int RECORD_HEADER = 5;
  private static final int HELLO_HEADER = 4;
  private static final int SESSION_ID_AT = RECORD_HEADER + HELLO_HEADER + 2 + 32;
  private static final int EXTENSION_HEADER = 4;
  private static final int PADDING = 21;
  private static final int PRE_SHARED_KEY = 41;
  private static final int PSK_MODES = 45;
  private static final byte PSK_KE = 0;
  private static final int TICKET_BYTES = 128;
  private static final int BINDER_BYTES = 32;

  private HelloEdits() {}

  /** The same ticket, to be resumed without a key exchange only: psk_ke instead of psk_dhe_ke. */
  static byte[] pskKeOnly(byte[] hello) {
    int at = require(hello, PSK_MODES);
    byte[] edited = hello.clone();
    int modes = edited[at + EXTENSION_HEADER] & 0xff;
    Arrays.fill(edited, at + EXTENSION_HEADER + 1, at + EXTENSION_HEADER + 1 + modes, PSK_KE);
    return edited;
  }

  /** The same ticket with a binder that does not verify. */
  static byte[] wrongBinder(byte[] hello) {
    require(hello, PRE_SHARED_KEY);
    byte[] edited = hello.clone();
    int last = edited.length - 1; // of the binders
    edited[last] = (byte) (edited[last] ^ 1);
    return edited;
  }

  /** So many tickets that nobody issued, each with a binder, in place of the real one. */
  static byte[] forged(byte[] hello, int tickets, SplittableRandom random) {
    int identities = tickets * (2 + TICKET_BYTES + 4);
    int binders = tickets * (1 + BINDER_BYTES);
    ByteBuffer key = ByteBuffer.allocate(EXTENSION_HEADER + 4 + identities + binders);
    key.putShort((short) PRE_SHARED_KEY).putShort((short) (4 + identities + binders));
    key.putShort((short) identities);
    for (int i = 0; i < tickets; i++) {
      key.putShort((short) TICKET_BYTES).put(bytes(TICKET_BYTES, random)).putInt(0);
    }
    key.putShort((short) binders);
    for (int i = 0; i < tickets; i++) {
      key.put((byte) BINDER_BYTES).put(bytes(BINDER_BYTES, random));
    }
    return withLast(hello, require(hello, PRE_SHARED_KEY), key.array());
  }

  /**
   * The same with a padding extension (RFC 7685) at the end; of a hello without a pre-shared key.
   *
   * @param length of the record then, more than it has by 4 at least
   */
  static byte[] padded(byte[] hello, int length) {
    ByteBuffer padding = ByteBuffer.allocate(length - hello.length);
    padding.putShort((short) PADDING).putShort((short) (padding.capacity() - EXTENSION_HEADER));
    return withLast(hello, hello.length, padding.array());
  }

  /** What stands from an offset on replaced by one extension; all lengths follow. */
  private static byte[] withLast(byte[] hello, int from, byte[] extension) {
    int length = from + extension.length;
    ByteBuffer edited = ByteBuffer.allocate(length);
    edited.put(hello, 0, from).put(extension);
    edited.putShort(RECORD_LENGTH_AT, (short) (length - RECORD_HEADER));
    int body = length - RECORD_HEADER - HELLO_HEADER;
    edited.put(RECORD_HEADER + 1, (byte) (body >> 16));
    edited.putShort(RECORD_HEADER + 2, (short) body);
    int extensions = extensionsAt(edited);
    edited.putShort(extensions, (short) (length - extensions - 2));
    return edited.array();
  }

  private static byte[] bytes(int count, SplittableRandom random) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }

  private static int require(byte[] hello, int type) {
    ByteBuffer bytes = ByteBuffer.wrap(hello);
    int at = extensionsAt(bytes) + 2;
    while (at < hello.length && bytes.getShort(at) != type) {
      at += EXTENSION_HEADER + (bytes.getShort(at + 2) & 0xffff);
    }
    if (at >= hello.length) {
      throw new IllegalArgumentException(
          "the hello has no extension " + type + ": the server gave no ticket of TLS 1.3");
    }
    return at;
  }

  /** Where the length of all extensions stands. */
  private static int extensionsAt(ByteBuffer hello) {
    int suites = SESSION_ID_AT + 1 + (hello.get(SESSION_ID_AT) & 0xff);
    int compression = suites + 2 + (hello.getShort(suites) & 0xffff);
    return compression + 1 + (hello.get(compression) & 0xff);
  }
}
