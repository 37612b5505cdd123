package io.headwaiter.lab.load;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.List;

/**
 * One TLS connection of a visit. Sends requests, pipelined if there are several, and reports
 * replies and at most one failure to its owner. Belongs to one event loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // failures come back as events of the channel
final class Connection extends ChannelInboundHandlerAdapter {
  /** Receives the events of a connection, always on the event loop. */
  interface Owner {
    /** The handshake has finished. */
    void entered(Connection connection, long handshakeNanos, boolean resumed);

    /** A reply was read to its end. */
    void replied(Connection connection, Request request, int status);

    /**
     * The connection failed while requests were unanswered.
     *
     * @param unanswered requests without a reply, in order
     * @param stale whether the connection had served requests before and ended before a reply to
     *     these began: the server had closed it while idle
     */
    void failed(Connection connection, Failure failure, List<Request> unanswered, boolean stale);

    /** Returns the buffer for the bytes of a page, or null to discard them. */
    PageBuffer pageBuffer(Request request);

    /** Returns the header line with the cookies to send, with its end; empty without any. */
    default String cookies() {
      return "";
    }

    /** Receives the values of Set-Cookie headers. */
    default void setCookies(List<String> cookies) {}
  }

  private static final String NO_BODY = "Content-Length: 0\r\n";
  private static final int END_OF_LINE = '\r' << 8 | '\n';

  private enum State {
    CONNECTING,
    HANDSHAKING,
    OPEN,
    OVER
  }

  private final Owner owner;
  private final LoopRun run;
  private final TlsMemory memory;
  private final InetSocketAddress source;
  private final long startNanos = System.nanoTime();
  private final ArrayDeque<Request> waiting = new ArrayDeque<>(2);
  private TlsClient.Connected tls;
  private Channel channel;
  private State state = State.CONNECTING;
  private int repliesRead;
  private int status;
  private boolean keepAlive = true;
  private boolean inReply;
  private boolean endedIdle;
  private PageBuffer page;

  private Connection(Owner owner, LoopRun run, TlsMemory memory, InetSocketAddress source) {
    this.owner = owner;
    this.run = run;
    this.memory = memory;
    this.source = source;
  }

  /**
   * Begins to connect. Requests may be sent at once; they go out after the handshake.
   *
   * @param source address to connect from; null for any
   */
  static Connection open(Owner owner, LoopRun run, TlsMemory memory, InetSocketAddress source) {
    Connection connection = new Connection(owner, run, memory, source);
    run.connect(connection);
    return connection;
  }

  InetSocketAddress source() {
    return source;
  }

  /** Called by the loop with the new channel, before it connects. */
  void attach(Channel channel) {
    this.channel = channel;
    channel.pipeline().addLast(this);
  }

  /** Called by the loop when the channel could not connect. */
  void connectFailed(Throwable cause) {
    boolean refused = cause instanceof java.net.ConnectException;
    end(refused ? Failure.CONNECT_REFUSED : Failure.CONNECT_FAILED);
  }

  /** Returns whether a request may be sent now. */
  boolean usable() {
    return state != State.OVER && keepAlive;
  }

  /** Returns the failure that a timeout at this moment would be. */
  Failure impatience() {
    return switch (state) {
      case CONNECTING -> Failure.CONNECT_TIMEOUT;
      case HANDSHAKING -> Failure.HANDSHAKE_TIMEOUT;
      case OPEN, OVER -> Failure.REPLY_TIMEOUT;
    };
  }

  /** Returns whether the connection ended while no request was unanswered. */
  boolean endedIdle() {
    return endedIdle;
  }

  /** Returns the requests that have not been answered, in order. */
  List<Request> unanswered() {
    return List.copyOf(waiting);
  }

  /** Sends requests in this order, without waiting for replies in between. */
  void send(List<Request> requests) {
    waiting.addAll(requests);
    if (state == State.OPEN) {
      write(requests);
    }
  }

  /** Closes the connection at once, without close_notify; does not tell the owner. */
  void discard() {
    if (state != State.OVER) {
      over();
    }
  }

  /** Closes the connection, with close_notify if it is open; does not tell the owner. */
  void close() {
    if (state == State.OPEN && channel.isActive()) {
      leave();
      channel.close();
    } else {
      discard();
    }
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    state = State.HANDSHAKING;
    tls = run.tls().connect(context.alloc(), memory);
    context.pipeline().addFirst(tls.handler());
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext context, Object event) {
    if (!(event instanceof SslHandshakeCompletionEvent done) || state != State.HANDSHAKING) {
      return;
    }
    if (done.isSuccess()) {
      enter(context);
    } else if (context.channel().isActive()) {
      end(Failure.HANDSHAKE_ALERT);
    } else {
      end(Failure.HANDSHAKE_CLOSED);
    }
  }

  private void enter(ChannelHandlerContext context) {
    state = State.OPEN;
    boolean resumed = tls.resumed();
    context.pipeline().addBefore(context.name(), null, run.newResponseDecoder());
    owner.entered(this, System.nanoTime() - startNanos, resumed);
    if (state == State.OPEN && !waiting.isEmpty()) {
      write(waiting);
    }
  }

  private void write(Iterable<Request> requests) {
    ByteBuf buffer = channel.alloc().buffer(256);
    String cookies = owner.cookies();
    for (Request request : requests) {
      ByteBufUtil.writeAscii(buffer, request.method());
      buffer.writeByte(' ');
      ByteBufUtil.writeAscii(buffer, request.target());
      buffer.writeBytes(run.requestTail());
      ByteBufUtil.writeAscii(buffer, cookies);
      if (!request.method().equals("GET")) {
        ByteBufUtil.writeAscii(buffer, NO_BODY);
      }
      buffer.writeShort(END_OF_LINE);
    }
    channel.writeAndFlush(buffer, channel.voidPromise());
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object message) {
    try {
      if (state == State.OPEN) {
        read(message);
      }
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  private void read(Object message) {
    if (message instanceof HttpResponse response) {
      begin(response);
    }
    if (message instanceof HttpContent content && state == State.OPEN) {
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
    if (waiting.isEmpty()) {
      end(Failure.REPLY_MALFORMED); // a reply without a request
      return;
    }
    inReply = true;
    status = response.status().code();
    List<String> cookies = response.headers().getAll(HttpHeaderNames.SET_COOKIE);
    if (!cookies.isEmpty()) {
      owner.setCookies(cookies);
    }
    keepAlive = HttpUtil.isKeepAlive(response);
    page = owner.pageBuffer(waiting.peekFirst());
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
    repliesRead++;
    Request request = waiting.removeFirst();
    if (!keepAlive && waiting.isEmpty()) {
      close();
    }
    owner.replied(this, request, status);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    if (state == State.OPEN) {
      end(Failure.REPLY_CLOSED);
    } else if (state == State.HANDSHAKING) {
      end(Failure.HANDSHAKE_CLOSED);
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
    boolean network =
        cause instanceof IOException && !(cause instanceof javax.net.ssl.SSLException);
    if (state == State.HANDSHAKING) {
      end(network ? Failure.HANDSHAKE_RESET : Failure.HANDSHAKE_ALERT);
    } else if (state == State.OPEN) {
      end(network ? Failure.REPLY_RESET : Failure.REPLY_ALERT);
    }
  }

  private void end(Failure failure) {
    if (state == State.OVER) {
      return;
    }
    boolean stale = state == State.OPEN && repliesRead > 0 && !inReply;
    over();
    if (waiting.isEmpty()) {
      endedIdle = true;
    } else {
      owner.failed(this, failure, List.copyOf(waiting), stale);
    }
  }

  /** Closes below the TLS handler, so that no close_notify is computed. */
  private void over() {
    leave();
    if (channel != null) {
      ChannelHandlerContext first = channel.pipeline().firstContext();
      if (first == null) {
        channel.close();
      } else {
        first.close();
      }
    }
  }

  private void leave() {
    state = State.OVER;
    page = null;
    if (tls != null) {
      tls.release();
    }
  }
}
