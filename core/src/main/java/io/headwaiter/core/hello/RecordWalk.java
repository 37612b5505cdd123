package io.headwaiter.core.hello;

import java.nio.ByteBuffer;

/**
 * Walks the TLS records (RFC 8446 section 5.1) that carry the first handshake message, in the order
 * of their bytes, and stops where the message ends. Offsets count from the connection's first byte.
 */
final class RecordWalk {
  private static final int LENGTH_UNKNOWN = -1;

  private final int helloBytesMax;
  private final int recordsMax;

  /** Where the current record's header begins. */
  private int recordAt;

  /** Length of the current record's content; 0 until its header has been read. */
  private int recordLength;

  private int recordCount;

  /** Message bytes in the records before the current one. */
  private int messageBytesBefore;

  /** Number of message header bytes read, 0 to 4; {@code header} is their value. */
  private int headerBytes;

  private int header;

  /** The whole message's length, header included. */
  private int messageLength = LENGTH_UNKNOWN;

  RecordWalk(HelloLimits limits) {
    this.helloBytesMax = limits.helloBytesMax();
    this.recordsMax = limits.recordsMax();
  }

  void reset() {
    recordAt = 0;
    recordLength = 0;
    recordCount = 0;
    messageBytesBefore = 0;
    headerBytes = 0;
    header = 0;
    messageLength = LENGTH_UNKNOWN;
  }

  int recordCount() {
    return recordCount;
  }

  /** Bytes up to the end of the record that completed the message. */
  int receivedLength() {
    return recordAt;
  }

  /** Walks on over the bytes received; true once the message is complete. */
  boolean advance(ByteBuffer received) throws DefectException {
    int available = received.remaining();
    if (available < recordAt) {
      throw new IllegalArgumentException(
          "%d bytes received, but %d were walked already: present all bytes of the connection"
              .formatted(available, recordAt));
    }
    int base = received.position();
    if (recordAt == 0 && available > 0 && received.get(base) != TlsConstants.CONTENT_HANDSHAKE) {
      refuseOpening(received);
      return false;
    }
    while (true) {
      if (recordLength == 0 && !readRecordHeader(received, base, available)) {
        return false;
      }
      readMessageHeader(received, base, available);
      if (available - contentAt() < recordLength) {
        return false;
      }
      if (finishRecord()) {
        return true;
      }
    }
  }

  private static void refuseOpening(ByteBuffer received) throws DefectException {
    HelloDefect defect = NonTlsDetector.defectOf(received);
    if (defect != null) {
      throw DefectException.of(defect);
    }
  }

  private int contentAt() {
    return recordAt + TlsConstants.RECORD_HEADER_BYTES;
  }

  private boolean readRecordHeader(ByteBuffer received, int base, int available)
      throws DefectException {
    if (available - recordAt < TlsConstants.RECORD_HEADER_BYTES) {
      return false;
    }
    int at = base + recordAt;
    if (received.get(at) != TlsConstants.CONTENT_HANDSHAKE) {
      throw DefectException.of(HelloDefect.INTERRUPTED);
    }
    if (received.get(at + 1) != TlsConstants.VERSION_MAJOR) {
      throw DefectException.of(HelloDefect.BAD_RECORD_VERSION);
    }
    int length = (received.get(at + 3) & 0xff) << 8 | (received.get(at + 4) & 0xff);
    if (length == 0) {
      throw DefectException.of(HelloDefect.EMPTY_RECORD);
    }
    if (length > TlsConstants.RECORD_BYTES_MAX) {
      throw DefectException.of(HelloDefect.RECORD_TOO_LONG);
    }
    if (contentAt() + length > helloBytesMax) {
      throw DefectException.of(HelloDefect.TOO_LARGE);
    }
    recordLength = length;
    recordCount++;
    refuseTrailingBytes();
    return true;
  }

  /** Reads the four bytes of the message header, which may be in four records. */
  private void readMessageHeader(ByteBuffer received, int base, int available)
      throws DefectException {
    int contentEnd = Math.min(contentAt() + recordLength, available);
    int at = contentAt() + headerBytes - messageBytesBefore;
    while (headerBytes < TlsConstants.HANDSHAKE_HEADER_BYTES && at < contentEnd) {
      header = header << 8 | (received.get(base + at) & 0xff);
      headerBytes++;
      at++;
      if (headerBytes == 1 && header != TlsConstants.MESSAGE_CLIENT_HELLO) {
        throw DefectException.of(HelloDefect.NOT_CLIENT_HELLO);
      }
      if (headerBytes == TlsConstants.HANDSHAKE_HEADER_BYTES) {
        messageLength = TlsConstants.HANDSHAKE_HEADER_BYTES + (header & 0xffffff);
        if (TlsConstants.RECORD_HEADER_BYTES + messageLength > helloBytesMax) {
          throw DefectException.of(HelloDefect.TOO_LARGE);
        }
        refuseTrailingBytes();
      }
    }
  }

  /**
   * Rejects bytes after the hello in its last record. A client sends nothing more before the server
   * answers, except early data, which comes in records of another type.
   */
  private void refuseTrailingBytes() throws DefectException {
    if (messageLength != LENGTH_UNKNOWN && messageBytesBefore + recordLength > messageLength) {
      throw DefectException.of(HelloDefect.TRAILING_BYTES);
    }
  }

  /** Moves past the current, complete record; true if it completed the message. */
  private boolean finishRecord() throws DefectException {
    messageBytesBefore += recordLength;
    recordAt = contentAt() + recordLength;
    recordLength = 0;
    if (messageBytesBefore == messageLength) {
      return true;
    }
    if (recordCount == recordsMax) {
      throw DefectException.of(HelloDefect.TOO_MANY_RECORDS);
    }
    if (contentAt() + 1 > helloBytesMax) { // no further record with content fits
      throw DefectException.of(HelloDefect.TOO_LARGE);
    }
    return false;
  }

  /** Returns the complete message without record headers. All its bytes must have been received. */
  byte[] copyMessage(ByteBuffer received) {
    byte[] message = new byte[messageLength];
    int at = received.position();
    for (int copied = 0; copied < messageLength; ) {
      int length = (received.get(at + 3) & 0xff) << 8 | (received.get(at + 4) & 0xff);
      received.get(at + TlsConstants.RECORD_HEADER_BYTES, message, copied, length);
      at += TlsConstants.RECORD_HEADER_BYTES + length;
      copied += length;
    }
    return message;
  }
}
