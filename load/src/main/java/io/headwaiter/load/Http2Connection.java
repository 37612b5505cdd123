package io.headwaiter.load;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.DefaultHttp2WindowUpdateFrame;
import io.netty.handler.codec.http2.Http2ChannelDuplexHandler;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2FrameStream;
import io.netty.handler.codec.http2.Http2FrameStreamException;
import io.netty.handler.codec.http2.Http2GoAwayFrame;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2ResetFrame;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.codec.http2.StreamBufferingEncoder;
import java.net.InetSocketAddress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * HTTP/2: each request is a stream, and as many go out at a time as the server allows; others wait
 * in the codec. A server that goes away answers what it has begun; the other requests fail as stale
 * when it has.
 */
final class Http2Connection extends Connection {
  // As browsers do, so that a page needs no round trips for windows: they take some megabytes.
  private static final int STREAM_WINDOW_BYTES = 1 << 20;
  private static final int CONNECTION_WINDOW_BYTES = 8 << 20;
  private static final int HEADER_BYTES_MAX = 16 * 1024;

  private final Map<Http2FrameStream, Exchange> exchanges = new LinkedHashMap<>();
  private final Streams streams = new Streams();
  private boolean goingAway;

  /** Makes streams: the codec lets only handlers of this kind do it. */
  private static final class Streams extends Http2ChannelDuplexHandler {}

  /** A request and what has been read of its reply. */
  private static final class Exchange {
    private final Request request;
    private int status;
    private PageBuffer page;

    private Exchange(Request request) {
      this.request = request;
    }

    private boolean begun() {
      return status > 0;
    }
  }

  Http2Connection(Owner owner, LoopRun run, TlsMemory memory, InetSocketAddress source) {
    super(owner, run, memory, source);
  }

  @Override
  @SuppressWarnings("FutureReturnValueIgnored") // failures come back as events of the channel
  void addCodec(ChannelHandlerContext context) {
    Http2FrameCodec codec =
        Http2FrameCodecBuilder.forClient()
            .initialSettings(
                Http2Settings.defaultSettings()
                    .pushEnabled(false)
                    .initialWindowSize(STREAM_WINDOW_BYTES)
                    .maxHeaderListSize(HEADER_BYTES_MAX))
            .encoderEnforceMaxConcurrentStreams(true)
            .validateHeaders(false)
            .gracefulShutdownTimeoutMillis(0)
            .build();
    context.pipeline().addBefore(context.name(), null, codec);
    context.pipeline().addBefore(context.name(), null, streams);
    context.write(new DefaultHttp2WindowUpdateFrame(CONNECTION_WINDOW_BYTES));
  }

  @Override
  boolean usable() {
    return !over() && !goingAway;
  }

  @Override
  boolean inReply() {
    return exchanges.values().stream().anyMatch(Exchange::begun);
  }

  @Override
  void write(Iterable<Request> requests) {
    for (Request request : requests) {
      if (over()) {
        return;
      }
      Http2FrameStream stream = streams.newStream();
      byte[] body = request.body() == null ? null : request.body().bytes();
      exchanges.put(stream, new Exchange(request));
      channel()
          .write(new DefaultHttp2HeadersFrame(head(request, body), body == null).stream(stream))
          .addListener(
              written -> {
                if (!written.isSuccess()) {
                  notSent(stream, written.cause());
                }
              });
      if (body != null && exchanges.containsKey(stream)) {
        writeBody(stream, body);
      }
    }
    channel().flush();
  }

  /** Sends a body behind its head; if the head was not sent, that failure is told already. */
  @SuppressWarnings("FutureReturnValueIgnored")
  private void writeBody(Http2FrameStream stream, byte[] body) {
    ByteBuf bytes = Unpooled.wrappedBuffer(body);
    channel().write(new DefaultHttp2DataFrame(bytes, /* endStream= */ true).stream(stream));
  }

  private Http2Headers head(Request request, byte[] body) {
    Http2Headers head =
        new DefaultHttp2Headers(/* validate= */ false)
            .method(request.method())
            .scheme(run().scheme())
            .authority(run().authority())
            .path(request.target());
    String cookies = owner().cookies();
    if (!cookies.isEmpty()) {
      head.add("cookie", cookies);
    }
    if (body != null) {
      head.add("content-type", request.body().contentType());
      head.add("content-length", Integer.toString(body.length));
    } else if (!request.method().equals("GET")) {
      head.add("content-length", "0");
    }
    return head;
  }

  /** The codec could not send a request: the server is going away, or the connection has ended. */
  private void notSent(Http2FrameStream stream, Throwable cause) {
    if (exchanges.remove(stream) == null) {
      return;
    }
    if (cause instanceof StreamBufferingEncoder.Http2GoAwayException) {
      goingAway = true;
      giveBack();
    } else {
      end(Failure.REPLY_RESET);
    }
  }

  @Override
  void read(Object message) {
    if (message instanceof Http2HeadersFrame frame) {
      read(frame);
    } else if (message instanceof Http2DataFrame frame) {
      read(frame);
    } else if (message instanceof Http2ResetFrame frame) {
      read(frame);
    } else if (message instanceof Http2GoAwayFrame frame) {
      goAway(frame.lastStreamId());
    }
  }

  private void read(Http2HeadersFrame frame) {
    Exchange exchange = exchanges.get(frame.stream());
    if (exchange == null) {
      return;
    }
    CharSequence status = frame.headers().status();
    boolean interim = status != null && !begin(exchange, status, frame.headers());
    if (over() || (interim && !frame.isEndStream())) {
      return;
    }
    if (!exchange.begun()) {
      end(Failure.REPLY_MALFORMED);
    } else if (frame.isEndStream()) {
      finish(frame.stream());
    }
  }

  /** Returns whether the final reply has begun. */
  private boolean begin(Exchange exchange, CharSequence status, Http2Headers headers) {
    if (status.length() != 3 || !status.chars().allMatch(c -> c >= '0' && c <= '9')) {
      end(Failure.REPLY_MALFORMED);
      return false;
    }
    int code = Integer.parseInt(status, 0, 3, 10);
    if (code < 200) {
      return false;
    }
    exchange.status = code;
    List<CharSequence> cookies = headers.getAll("set-cookie");
    if (!cookies.isEmpty()) {
      owner().setCookies(cookies.stream().map(CharSequence::toString).toList());
    }
    exchange.page = owner().pageBuffer(exchange.request);
    return true;
  }

  @SuppressWarnings("FutureReturnValueIgnored") // failures come back as events of the channel
  private void read(Http2DataFrame frame) {
    Exchange exchange = exchanges.get(frame.stream());
    if (exchange != null && !exchange.begun()) {
      end(Failure.REPLY_MALFORMED); // bytes before their headers
      return;
    }
    if (exchange != null && exchange.page != null) {
      exchange.page.append(frame.content());
    }
    channel()
        .write(
            new DefaultHttp2WindowUpdateFrame(frame.initialFlowControlledBytes())
                .stream(frame.stream()));
    if (exchange != null && frame.isEndStream()) {
      finish(frame.stream());
    }
  }

  private void finish(Http2FrameStream stream) {
    Exchange exchange = exchanges.remove(stream);
    replied(exchange.request, exchange.status);
    giveBack();
  }

  private void read(Http2ResetFrame frame) {
    Exchange exchange = exchanges.remove(frame.stream());
    if (exchange != null) {
      boolean untouched = frame.errorCode() == Http2Error.REFUSED_STREAM.code();
      waiting().remove(exchange.request);
      owner().failed(this, Failure.REPLY_RESET, List.of(exchange.request), untouched);
      giveBack();
    }
  }

  private void goAway(int lastStreamId) {
    goingAway = true;
    exchanges.keySet().removeIf(stream -> stream.id() > lastStreamId);
    giveBack();
  }

  /** Once a server that goes away has answered the rest, what it had not begun fails as stale. */
  private void giveBack() {
    if (!goingAway || over() || !exchanges.isEmpty()) {
      return;
    }
    close();
    if (waiting().isEmpty()) {
      markEndedIdle();
    } else {
      owner().failed(this, Failure.REPLY_CLOSED, List.copyOf(waiting()), /* stale= */ true);
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    if (cause instanceof Http2Exception || cause instanceof Http2FrameStreamException) {
      end(Failure.REPLY_MALFORMED);
    } else {
      super.exceptionCaught(context, cause);
    }
  }

  @Override
  void leave() {
    exchanges.clear();
    super.leave();
  }
}
