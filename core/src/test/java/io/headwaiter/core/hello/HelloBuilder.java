package io.headwaiter.core.hello;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Writes hellos, well-formed unless a test asks for something else. */
final class HelloBuilder {
  private int version = 0x0303;
  private byte[] sessionId = {};
  private byte[] suites = bytes(0x13, 0x01, 0xc0, 0x2f);
  private byte[] compression = bytes(0);
  private final ByteArrayOutputStream extensions = new ByteArrayOutputStream();
  private boolean withoutExtensions;

  static byte[] bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }

  static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  static byte[] join(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  /** A vector with a one-byte length. */
  static byte[] vector8(byte[]... parts) {
    byte[] content = join(parts);
    return join(bytes(content.length), content);
  }

  /** A vector with a two-byte length. */
  static byte[] vector16(byte[]... parts) {
    byte[] content = join(parts);
    return join(u16(content.length), content);
  }

  static byte[] u16(int value) {
    return bytes(value >>> 8, value);
  }

  HelloBuilder version(int legacyVersion) {
    version = legacyVersion;
    return this;
  }

  HelloBuilder sessionId(byte[] id) {
    sessionId = id;
    return this;
  }

  HelloBuilder suites(byte[] rawSuites) {
    suites = rawSuites;
    return this;
  }

  HelloBuilder compression(byte[] methods) {
    compression = methods;
    return this;
  }

  HelloBuilder withoutExtensions() {
    withoutExtensions = true;
    return this;
  }

  HelloBuilder extension(int type, byte[] content) {
    extensions.writeBytes(u16(type));
    extensions.writeBytes(vector16(content));
    return this;
  }

  HelloBuilder serverName(String host) {
    return extension(TlsConstants.EXT_SERVER_NAME, vector16(bytes(0), vector16(ascii(host))));
  }

  HelloBuilder ticket(byte[] ticket) {
    return extension(TlsConstants.EXT_SESSION_TICKET, ticket);
  }

  HelloBuilder versions(int... versions) {
    byte[][] parts = new byte[versions.length][];
    for (int i = 0; i < versions.length; i++) {
      parts[i] = u16(versions[i]);
    }
    return extension(TlsConstants.EXT_SUPPORTED_VERSIONS, vector8(parts));
  }

  HelloBuilder alpn(List<String> names) {
    byte[][] parts = new byte[names.size()][];
    for (int i = 0; i < parts.length; i++) {
      parts[i] = vector8(names.get(i).getBytes(StandardCharsets.ISO_8859_1));
    }
    return extension(TlsConstants.EXT_ALPN, vector16(parts));
  }

  HelloBuilder pskModes(int... modes) {
    return extension(TlsConstants.EXT_PSK_MODES, vector8(bytes(modes)));
  }

  HelloBuilder preSharedKeys(List<byte[]> identities) {
    byte[][] ids = new byte[identities.size()][];
    byte[][] binders = new byte[identities.size()][];
    for (int i = 0; i < ids.length; i++) {
      ids[i] = join(vector16(identities.get(i)), new byte[4]);
      binders[i] = vector8(new byte[32]);
    }
    return extension(TlsConstants.EXT_PRE_SHARED_KEY, join(vector16(ids), vector16(binders)));
  }

  /** The handshake message with its header. */
  byte[] message() {
    byte[] body =
        join(
            u16(version),
            new byte[32],
            vector8(sessionId),
            vector16(suites),
            vector8(compression),
            withoutExtensions ? new byte[0] : vector16(extensions.toByteArray()));
    return message(body);
  }

  static byte[] message(byte[] body) {
    return join(bytes(1, body.length >>> 16, body.length >>> 8, body.length), body);
  }

  /** The message in one record. */
  byte[] record() {
    return record(message());
  }

  static byte[] record(byte[] content) {
    return join(bytes(22, 3, 1), vector16(content));
  }

  /** The message in records of at most this many bytes of content. */
  static byte[] records(byte[] message, int contentMax) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (int from = 0; from < message.length; from += contentMax) {
      int length = Math.min(contentMax, message.length - from);
      all.writeBytes(bytes(22, 3, 1));
      all.writeBytes(u16(length));
      all.write(message, from, length);
    }
    return all.toByteArray();
  }
}
