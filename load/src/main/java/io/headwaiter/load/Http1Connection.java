package io.headwaiter.load;

import io.headwaiter.load.workload.RequestBody;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import java.net.InetSocketAddress;
import java.util.List;

/** HTTP/1.1: requests are answered in their order, pipelined if there are several. */
final class Http1Connection extends Connection {
  private static final HttpDecoderConfig HTTP =
      new HttpDecoderConfig()
          .setMaxChunkSize(64 * 1024)
          .setMaxInitialLineLength(4096)
          .setMaxHeaderSize(16 * 1024)
          .setValidateHeaders(false);
  private static final String NO_BODY = "Content-Length: 0\r\n";
  private static final int END_OF_LINE = '\r' << 8 | '\n';

  private int status;
  private boolean keepAlive = true;
  private boolean inReply;
  private PageBuffer page;

  Http1Connection(Owner owner, LoopRun run, TlsMemory memory, InetSocketAddress source) {
    super(owner, run, memory, source);
  }

  @Override
  void addCodec(ChannelHandlerContext context) {
    context.pipeline().addBefore(context.name(), null, new HttpResponseDecoder(HTTP));
  }

  @Override
  boolean usable() {
    return !over() && keepAlive;
  }

  @Override
  boolean inReply() {
    return inReply;
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // failures come back as events of the channel
  void write(Iterable<Request> requests) {
    ByteBuf buffer = channel().alloc().buffer(256);
    String cookies = owner().cookies();
    for (Request request : requests) {
      ByteBufUtil.writeAscii(buffer, request.method());
      buffer.writeByte(' ');
      ByteBufUtil.writeAscii(buffer, request.target());
      buffer.writeBytes(run().requestTail());
      if (!cookies.isEmpty()) {
        ByteBufUtil.writeAscii(buffer, "Cookie: ");
        ByteBufUtil.writeAscii(buffer, cookies);
        buffer.writeShort(END_OF_LINE);
      }
      if (request.body() != null) {
        write(buffer, request.body());
        continue;
      }
      if (!request.method().equals("GET")) {
        ByteBufUtil.writeAscii(buffer, NO_BODY);
      }
      buffer.writeShort(END_OF_LINE);
    }
    channel().writeAndFlush(buffer, channel().voidPromise());
  }

  /** Writes the headers of a body, the end of the head, and the body. */
  private static void write(ByteBuf buffer, RequestBody body) {
    byte[] bytes = body.bytes();
    ByteBufUtil.writeAscii(buffer, "Content-Type: " + body.contentType() + "\r\n");
    ByteBufUtil.writeAscii(buffer, "Content-Length: " + bytes.length + "\r\n\r\n");
    buffer.writeBytes(bytes);
  }

  @Override
  void read(Object message) {
    if (message instanceof HttpResponse response) {
      begin(response);
    }
    if (message instanceof HttpContent content && isOpen()) {
      if (failed(content.decoderResult())) {
        return;
      }
      if (page != null) {
        page.append(content.content());
      }
      if (message instanceof LastHttpContent) {
        finish();
      }
    }
  }

  private void begin(HttpResponse response) {
    if (failed(response.decoderResult())) {
      return;
    }
    if (waiting().isEmpty()) {
      end(Failure.REPLY_MALFORMED); // a reply without a request
      return;
    }
    inReply = true;
    status = response.status().code();
    List<String> cookies = response.headers().getAll(HttpHeaderNames.SET_COOKIE);
    if (!cookies.isEmpty()) {
      owner().setCookies(cookies);
    }
    keepAlive = HttpUtil.isKeepAlive(response);
    page = owner().pageBuffer(waiting().peekFirst());
  }

  private boolean failed(DecoderResult result) {
    if (result.isFailure()) {
      end(Failure.REPLY_MALFORMED);
      return true;
    }
    return false;
  }

  private void finish() {
    if (!inReply || status < 200) {
      return; // an interim reply, the final one follows
    }
    inReply = false;
    page = null;
    replied(waiting().peekFirst(), status);
  }

  @Override
  void leave() {
    page = null;
    super.leave();
  }
}
