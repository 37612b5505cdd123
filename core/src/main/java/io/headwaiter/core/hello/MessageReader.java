package io.headwaiter.core.hello;

/**
 * Reads one complete ClientHello message (RFC 8446 section 4.1.2, RFC 5246 section 7.4.1.2) in one
 * pass without recursion. Every length is checked against the vector around it. Extensions that
 * Headwaiter does not use are skipped unread, whatever they contain.
 */
final class MessageReader {
  private final byte[] message;
  private final HelloFields fields = new HelloFields();

  private MessageReader(byte[] message) {
    this.message = message;
  }

  /** Reads the message, including its four header bytes. */
  static HelloFields read(byte[] message) throws DefectException {
    MessageReader reader = new MessageReader(message);
    reader.readBody();
    return reader.fields;
  }

  private void readBody() throws DefectException {
    ByteReader body =
        new ByteReader(
            message,
            TlsConstants.HANDSHAKE_HEADER_BYTES,
            message.length,
            HelloDefect.LENGTH_MISMATCH);
    fields.legacyVersion = body.u16();
    if (fields.legacyVersion >>> 8 != TlsConstants.VERSION_MAJOR
        || fields.legacyVersion < TlsConstants.VERSION_TLS10) {
      throw DefectException.of(HelloDefect.BAD_VERSION);
    }
    body.skip(TlsConstants.RANDOM_BYTES);
    readSessionId(body);
    int suitesLength = body.u16();
    if (suitesLength == 0 || suitesLength % 2 != 0) {
      throw DefectException.of(HelloDefect.BAD_CIPHER_SUITES);
    }
    fields.suitesAt = body.skip(suitesLength);
    fields.suitesLength = suitesLength;
    int compressionLength = body.u8();
    if (compressionLength == 0) {
      throw DefectException.of(HelloDefect.BAD_COMPRESSION);
    }
    body.skip(compressionLength);
    if (body.hasMore()) { // hellos before TLS 1.2 may end here
      ByteReader extensions = body.range(body.u16(), HelloDefect.BAD_EXTENSIONS);
      body.requireEnd();
      readExtensions(extensions);
    }
  }

  private void readSessionId(ByteReader body) throws DefectException {
    fields.sessionIdLength = body.u8();
    if (fields.sessionIdLength > TlsConstants.SESSION_ID_BYTES_MAX) {
      throw DefectException.of(HelloDefect.SESSION_ID_TOO_LONG);
    }
    fields.sessionIdAt = body.skip(fields.sessionIdLength);
  }

  private void readExtensions(ByteReader extensions) throws DefectException {
    ExtensionReader reader = new ExtensionReader(message, fields);
    while (extensions.hasMore()) {
      int type = extensions.u16();
      int length = extensions.u16();
      int from = extensions.skip(length);
      reader.read(type, from, length);
      if (type == TlsConstants.EXT_PRE_SHARED_KEY && extensions.hasMore()) {
        throw DefectException.of(HelloDefect.PSK_NOT_LAST);
      }
    }
  }
}
