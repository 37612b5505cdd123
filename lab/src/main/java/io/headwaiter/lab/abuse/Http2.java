package io.headwaiter.lab.abuse;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;

/**
 * As much of HTTP/2 (RFC 9113) as a client needs that counts how its streams end. Header blocks use
 * the static table and literals only (RFC 7541). One connection; belongs to the event loop.
 */
final class Http2 {
  private static final String PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
  private static final int DATA = 0;
  private static final int HEADERS = 1;
  private static final int RST_STREAM = 3;
  private static final int SETTINGS = 4;
  private static final int PING = 6;
  private static final int GOAWAY = 7;
  private static final int WINDOW_UPDATE = 8;
  private static final int ACK = 1;
  private static final int END_STREAM = 1;
  private static final int END_STREAM_AND_HEADERS = 5;
  private static final int HEADER_BYTES = 9;
  private static final int CANCEL = 8;
  private static final int WINDOW_MAX = Integer.MAX_VALUE;
  private static final int WINDOW_DEFAULT = 65_535;

  private final byte[] requestBlock;
  private final ByteBuf unread = Unpooled.buffer();
  private int nextStream = 1;
  private boolean goingAway;

  /**
   * @param path of all requests, shorter than 127 characters
   */
  Http2(String path) {
    byte[] host = "localhost".getBytes(StandardCharsets.US_ASCII);
    byte[] target = path.getBytes(StandardCharsets.US_ASCII);
    ByteBuf block = Unpooled.buffer();
    block.writeByte(0x82).writeByte(0x87); // GET, https
    block.writeByte(0x04).writeByte(target.length).writeBytes(target); // :path
    block.writeByte(0x01).writeByte(host.length).writeBytes(host); // :authority
    requestBlock = new byte[block.readableBytes()];
    block.readBytes(requestBlock);
  }

  /** What a client says first; it takes as much as comes. */
  static ByteBuf opening() {
    ByteBuf to = Unpooled.buffer();
    to.writeCharSequence(PREFACE, StandardCharsets.US_ASCII);
    frame(to, 6, SETTINGS, 0, 0);
    to.writeShort(4).writeInt(WINDOW_MAX); // window of a stream
    frame(to, 4, WINDOW_UPDATE, 0, 0);
    to.writeInt(WINDOW_MAX - WINDOW_DEFAULT);
    return to;
  }

  /** Adds a request on a new stream. */
  void request(ByteBuf to) {
    frame(to, requestBlock.length, HEADERS, END_STREAM_AND_HEADERS, nextStream);
    to.writeBytes(requestBlock);
    nextStream += 2;
  }

  /** Adds a request that is taken back at once. */
  void requestAndReset(ByteBuf to) {
    int stream = nextStream;
    request(to);
    frame(to, 4, RST_STREAM, 0, stream);
    to.writeInt(CANCEL);
  }

  /** Whether the server will end the connection. */
  boolean goingAway() {
    return goingAway;
  }

  /**
   * Reads what came.
   *
   * @param replies takes what has to be answered
   * @return streams that have ended
   */
  int read(ByteBuf bytes, ByteBuf replies) {
    unread.discardReadBytes().writeBytes(bytes);
    int ended = 0;
    while (unread.readableBytes() >= HEADER_BYTES) {
      int length = unread.getUnsignedMedium(unread.readerIndex());
      if (unread.readableBytes() < HEADER_BYTES + length) {
        return ended;
      }
      unread.skipBytes(3);
      int type = unread.readByte();
      int flags = unread.readByte();
      unread.skipBytes(4);
      ended += frame(type, flags, unread.readSlice(length), replies) ? 1 : 0;
    }
    return ended;
  }

  private boolean frame(int type, int flags, ByteBuf payload, ByteBuf replies) {
    switch (type) {
      case DATA, HEADERS -> {
        return (flags & END_STREAM) != 0;
      }
      case RST_STREAM -> {
        return true;
      }
      case SETTINGS -> acknowledge(SETTINGS, flags, Unpooled.EMPTY_BUFFER, replies);
      case PING -> acknowledge(PING, flags, payload, replies);
      case GOAWAY -> goingAway = true;
      default -> {} // nothing that a client without bounds has to know
    }
    return false;
  }

  private static void acknowledge(int type, int flags, ByteBuf payload, ByteBuf replies) {
    if ((flags & ACK) == 0) {
      frame(replies, payload.readableBytes(), type, ACK, 0);
      replies.writeBytes(payload);
    }
  }

  private static void frame(ByteBuf to, int length, int type, int flags, int stream) {
    to.writeMedium(length).writeByte(type).writeByte(flags).writeInt(stream);
  }
}
