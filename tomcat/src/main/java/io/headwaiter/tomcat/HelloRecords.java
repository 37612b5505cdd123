package io.headwaiter.tomcat;

import java.nio.ByteBuffer;

/**
 * Puts a ClientHello into a single TLS record for Tomcat's parser. Tomcat reads server name,
 * protocols and ciphers from the hello, and its parser (11.0.25) judges completeness by length
 * alone. If the hello continues in a second TLS record, the parser reads that record's header as
 * content and the connection fails. The same happens if bytes follow the hello and the hello lacks
 * a field that is looked for. Only the parser gets the single record; the engine gets the bytes as
 * received.
 */
final class HelloRecords {
  private static final int RECORD_HEADER_BYTES = 5;
  private static final int MESSAGE_HEADER_BYTES = 4;

  private HelloRecords() {}

  /**
   * Returns the hello in one record, in a full buffer whose position is at its capacity.
   *
   * @param received begins with a complete and well-formed hello; not changed
   */
  static ByteBuffer inOneRecord(ByteBuffer received) {
    int base = received.position();
    ByteBuffer content = ByteBuffer.allocate(received.remaining());
    int at = base;
    while (content.position() < MESSAGE_HEADER_BYTES
        || content.position() < messageLength(content, 0)) {
      int length = contentLength(received, at);
      content.put(content.position(), received, at + RECORD_HEADER_BYTES, length);
      content.position(content.position() + length);
      at += RECORD_HEADER_BYTES + length;
    }
    content.flip();
    ByteBuffer record = ByteBuffer.allocate(RECORD_HEADER_BYTES + content.remaining());
    record.put(received.get(base)).put(received.get(base + 1)).put(received.get(base + 2));
    // The record may exceed the length that TLS allows, but Tomcat's parser does not check it.
    record.putShort((short) content.remaining());
    return record.put(content);
  }

  private static int contentLength(ByteBuffer buffer, int recordAt) {
    return buffer.getShort(recordAt + 3) & 0xffff;
  }

  /** Returns the length of the handshake message that begins here, header included. */
  private static int messageLength(ByteBuffer buffer, int at) {
    return MESSAGE_HEADER_BYTES + (buffer.getInt(at) & 0xff_ffff);
  }
}
