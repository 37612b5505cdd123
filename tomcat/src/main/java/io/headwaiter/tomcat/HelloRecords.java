package io.headwaiter.tomcat;

import java.nio.ByteBuffer;

/**
 * Tomcat looks into the ClientHello for server name, protocols and ciphers, and its reader
 * (11.0.25) takes a hello for complete by its length alone: where it goes on in a second TLS
 * record, that record's header is read as content and the connection fails. So it does where
 * something has come behind the hello, and the hello lacks what is looked for. So the hello is put
 * into one record by itself, for that look only; the engine gets the bytes as they came.
 */
final class HelloRecords {
  private static final int RECORD_HEADER_BYTES = 5;
  private static final int MESSAGE_HEADER_BYTES = 4;

  private HelloRecords() {}

  /**
   * The hello in one record, full to its capacity and ready to be written to.
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
    // A record may not be that long on the wire, but Tomcat's reader does not mind.
    record.putShort((short) content.remaining());
    return record.put(content);
  }

  private static int contentLength(ByteBuffer buffer, int recordAt) {
    return buffer.getShort(recordAt + 3) & 0xffff;
  }

  /** Of a handshake message that begins here, header included. */
  private static int messageLength(ByteBuffer buffer, int at) {
    return MESSAGE_HEADER_BYTES + (buffer.getInt(at) & 0xff_ffff);
  }
}
