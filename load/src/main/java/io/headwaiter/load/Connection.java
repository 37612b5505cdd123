package io.headwaiter.load;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.ReferenceCountUtil;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.cert.CertificateException;
import java.util.ArrayDeque;
import java.util.List;
import javax.net.ssl.SSLException;

/**
 * One connection of a visit: TCP and, to an https target, TLS. Sends requests and reports replies
 * and failures to its owner; what is sent depends on the version of HTTP. Belongs to one event
 * loop.
 */
@SuppressWarnings("FutureReturnValueIgnored") // failures come back as events of the channel
abstract class Connection extends ChannelInboundHandlerAdapter {
  /** Receives the events of a connection, always on the event loop. */
  interface Owner {
    /** The TLS handshake has finished. */
    void entered(Connection connection, long handshakeNanos, boolean resumed);

    /** A reply was read to its end. */
    void replied(Connection connection, Request request, int status);

    /**
     * The connection, or one stream of it, failed while requests were unanswered.
     *
     * @param unanswered requests without a reply, in order
     * @param stale whether the server has certainly not begun with these requests: it had closed
     *     the connection while idle, or says so; they may be sent once more
     */
    void failed(Connection connection, Failure failure, List<Request> unanswered, boolean stale);

    /** Returns the buffer for the bytes of a page, or null to discard them. */
    PageBuffer pageBuffer(Request request);

    /** Returns the value of the Cookie header to send; empty without any. */
    default String cookies() {
      return "";
    }

    /** Receives the values of Set-Cookie headers. */
    default void setCookies(List<String> cookies) {}
  }

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
  private boolean endedIdle;

  Connection(Owner owner, LoopRun run, TlsMemory memory, InetSocketAddress source) {
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
    Connection connection =
        run.options().visit().httpVersion() == HttpVersion.HTTP_2
            ? new Http2Connection(owner, run, memory, source)
            : new Http1Connection(owner, run, memory, source);
    run.connect(connection);
    return connection;
  }

  /** Puts the codec before this handler; the connection is open from now on. */
  abstract void addCodec(ChannelHandlerContext context);

  /** Sends requests that are in {@link #waiting()} already. */
  abstract void write(Iterable<Request> requests);

  /** Reads one message of the codec; its caller releases it. */
  abstract void read(Object message);

  /** Whether a reply has begun and not ended. */
  abstract boolean inReply();

  /** Returns whether a request may be sent now. */
  abstract boolean usable();

  InetSocketAddress source() {
    return source;
  }

  Owner owner() {
    return owner;
  }

  LoopRun run() {
    return run;
  }

  Channel channel() {
    return channel;
  }

  /** Requests without a full reply, in the order they were sent. */
  ArrayDeque<Request> waiting() {
    return waiting;
  }

  boolean over() {
    return state == State.OVER;
  }

  boolean isOpen() {
    return state == State.OPEN;
  }

  /** Called by the loop with the new channel, before it connects. */
  void attach(Channel channel) {
    this.channel = channel;
    channel.pipeline().addLast(this);
  }

  /** Called by the loop when the channel could not connect. */
  void connectFailed(Throwable cause) {
    end(Failure.ofConnecting(cause));
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

  /** The server has ended the connection while no request was unanswered. */
  void markEndedIdle() {
    endedIdle = true;
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
      cut();
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
    if (run.tls() == null) {
      opened(context);
      return;
    }
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
    } else if (untrusted(done.cause())) {
      end(Failure.CERTIFICATE_REFUSED);
    } else if (context.channel().isActive()) {
      end(Failure.HANDSHAKE_ALERT);
    } else {
      end(Failure.HANDSHAKE_CLOSED);
    }
  }

  private static boolean untrusted(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof CertificateException) {
        return true;
      }
    }
    return false;
  }

  private void enter(ChannelHandlerContext context) {
    List<String> offered = run.options().visit().httpVersion().applicationProtocols();
    String chosen = String.valueOf(tls.handler().applicationProtocol());
    if (!offered.isEmpty() && !offered.contains(chosen)) {
      end(Failure.NO_HTTP_2);
      return;
    }
    boolean resumed = tls.resumed();
    state = State.OPEN;
    owner.entered(this, System.nanoTime() - startNanos, resumed);
    opened(context);
  }

  private void opened(ChannelHandlerContext context) {
    if (state == State.OVER) {
      return;
    }
    state = State.OPEN;
    addCodec(context);
    if (!waiting.isEmpty()) {
      write(List.copyOf(waiting));
    }
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

  /** A reply was read to its end. */
  void replied(Request request, int status) {
    waiting.remove(request);
    repliesRead++;
    if (!usable() && waiting.isEmpty()) {
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
    boolean network = cause instanceof IOException && !(cause instanceof SSLException);
    if (state == State.HANDSHAKING) {
      end(network ? Failure.HANDSHAKE_RESET : Failure.HANDSHAKE_ALERT);
    } else if (state == State.OPEN) {
      end(network ? Failure.REPLY_RESET : Failure.REPLY_ALERT);
    }
  }

  /** The connection has failed; harmless when it was over. */
  void end(Failure failure) {
    if (state == State.OVER) {
      return;
    }
    boolean saidNothing = failure != Failure.REPLY_MALFORMED && failure != Failure.REPLY_ALERT;
    boolean stale = state == State.OPEN && repliesRead > 0 && !inReply() && saidNothing;
    cut();
    if (waiting.isEmpty()) {
      endedIdle = true;
    } else {
      owner.failed(this, failure, List.copyOf(waiting), stale);
    }
  }

  /** Closes below the TLS handler, so that no close_notify is computed. */
  private void cut() {
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

  /** The owner is not told of anything that happens from now on. */
  void leave() {
    if (state == State.OPEN) {
      long now = System.nanoTime();
      run.recorder().connectionEnded(now - startNanos, now);
    }
    state = State.OVER;
    if (tls != null) {
      tls.release();
    }
  }
}
