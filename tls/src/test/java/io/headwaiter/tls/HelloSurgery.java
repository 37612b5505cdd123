package io.headwaiter.tls;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.function.UnaryOperator;

/** Changes one part of a real hello, and leaves the rest as it was. */
final class HelloSurgery {
  private static final int SESSION_TICKET = 35;
  private static final int PRE_SHARED_KEY = 41;
  private static final int PSK_MODES = 45;
  private static final int KEY_SHARE = 51;
  private static final int RECORD_HEADER_BYTES = 5;
  private static final int MESSAGE_HEADER_BYTES = 4;
  private static final int AGE_BYTES = 4;

  private HelloSurgery() {}

  /**
   * Returns the hello with this token as first identity or as session ticket, whichever of them it
   * has; otherwise as session id, where at most 255 bytes fit.
   *
   * @param record a hello in one record
   */
  static byte[] withToken(byte[] record, byte[] token) {
    boolean[] found = new boolean[1];
    byte[] changed =
        rewritten(
            record,
            UnaryOperator.identity(),
            UnaryOperator.identity(),
            (type, content) -> {
              if (type == SESSION_TICKET && content.length > 0) {
                found[0] = true;
                return token;
              }
              if (type == PRE_SHARED_KEY) {
                found[0] = true;
                return identity(content, token);
              }
              return content;
            });
    return found[0]
        ? changed
        : rewritten(
            record, sessionId -> token, UnaryOperator.identity(), (type, content) -> content);
  }

  /** Returns the hello with these cipher suites instead of its own. */
  static byte[] withSuites(byte[] record, int... suites) {
    ByteBuffer codes = ByteBuffer.allocate(2 * suites.length);
    for (int suite : suites) {
      codes.putShort((short) suite);
    }
    return rewritten(
        record, UnaryOperator.identity(), own -> codes.array(), (type, content) -> content);
  }

  /** Returns the hello with these psk_key_exchange_modes instead of its own. */
  static byte[] withPskModes(byte[] record, byte... modes) {
    return rewritten(
        record,
        UnaryOperator.identity(),
        UnaryOperator.identity(),
        (type, content) -> type == PSK_MODES ? vector8(modes) : content);
  }

  /**
   * Returns the hello with an empty list of key shares, so that a TLS 1.3 server must ask for one.
   */
  static byte[] withoutKeyShare(byte[] record) {
    return rewritten(
        record,
        UnaryOperator.identity(),
        UnaryOperator.identity(),
        (type, content) -> type == KEY_SHARE ? new byte[2] : content);
  }

  /** Returns the hello without this extension. */
  static byte[] without(byte[] record, int extension) {
    return rewritten(
        record,
        UnaryOperator.identity(),
        UnaryOperator.identity(),
        (type, content) -> type == extension ? null : content);
  }

  /** Replaces the content of an extension; null leaves it out. */
  private interface Change {
    byte[] of(int type, byte[] content);
  }

  private static byte[] rewritten(
      byte[] record, UnaryOperator<byte[]> sessionId, UnaryOperator<byte[]> suites, Change change) {
    ByteBuffer in = ByteBuffer.wrap(record);
    in.position(RECORD_HEADER_BYTES + MESSAGE_HEADER_BYTES);
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.writeBytes(take(in, 2 + 32));
    body.writeBytes(vector8(sessionId.apply(take(in, in.get() & 0xff))));
    body.writeBytes(vector16(suites.apply(take(in, in.getShort() & 0xffff))));
    body.writeBytes(vector8(take(in, in.get() & 0xff)));
    ByteBuffer extensions = ByteBuffer.wrap(take(in, in.getShort() & 0xffff));
    ByteArrayOutputStream changed = new ByteArrayOutputStream();
    while (extensions.hasRemaining()) {
      int type = extensions.getShort() & 0xffff;
      byte[] content = take(extensions, extensions.getShort() & 0xffff);
      byte[] now = change.of(type, content);
      if (now != null) {
        changed.writeBytes(new byte[] {(byte) (type >> 8), (byte) type});
        changed.writeBytes(vector16(now));
      }
    }
    body.writeBytes(vector16(changed.toByteArray()));
    return record(body.toByteArray());
  }

  private static byte[] identity(byte[] content, byte[] token) {
    ByteBuffer in = ByteBuffer.wrap(content);
    ByteBuffer identities = ByteBuffer.wrap(take(in, in.getShort() & 0xffff));
    take(identities, identities.getShort() & 0xffff);
    ByteArrayOutputStream changed = new ByteArrayOutputStream();
    changed.writeBytes(vector16(token));
    changed.writeBytes(take(identities, AGE_BYTES));
    changed.writeBytes(take(identities, identities.remaining()));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(vector16(changed.toByteArray()));
    out.writeBytes(take(in, in.remaining()));
    return out.toByteArray();
  }

  private static byte[] record(byte[] body) {
    ByteBuffer out = ByteBuffer.allocate(RECORD_HEADER_BYTES + MESSAGE_HEADER_BYTES + body.length);
    out.put(new byte[] {22, 3, 1}).putShort((short) (MESSAGE_HEADER_BYTES + body.length));
    out.putInt(1 << 24 | body.length).put(body);
    return out.array();
  }

  private static byte[] take(ByteBuffer in, int length) {
    byte[] bytes = new byte[length];
    in.get(bytes);
    return bytes;
  }

  private static byte[] vector8(byte[] content) {
    return ByteBuffer.allocate(1 + content.length).put((byte) content.length).put(content).array();
  }

  private static byte[] vector16(byte[] content) {
    return ByteBuffer.allocate(2 + content.length)
        .putShort((short) content.length)
        .put(content)
        .array();
  }
}
