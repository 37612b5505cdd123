package io.headwaiter.lab.abuse;

import io.headwaiter.load.TlsClient;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.ReferenceCountUtil;
import java.nio.charset.StandardCharsets;

/** One TLS connection of an attack. Belongs to the event loop. */
@SuppressWarnings("FutureReturnValueIgnored") // a connection that fails is closed, and that is told
final class TlsLink extends ChannelInboundHandlerAdapter {
  /** What happens on it; always on the event loop. */
  interface Script {
    /** The handshake is finished. */
    default void entered(TlsLink link) {}

    /** A reply of HTTP/1.1 was read to its end. */
    default void replied(TlsLink link) {}

    /** Bytes came, and nothing was asked over HTTP/1.1. */
    default void received(TlsLink link, ByteBuf bytes) {}

    /** It could not be opened, or the server has ended it. */
    default void gone(TlsLink link) {}
  }

  private final TlsCrowd crowd;
  private final Script script;
  private TlsClient.Connected tls;
  private ChannelHandlerContext context;
  private boolean left;

  TlsLink(TlsCrowd crowd, Script script) {
    this.crowd = crowd;
    this.script = script;
  }

  /** Tells it its TLS side, before it connects. */
  void over(TlsClient.Connected connected) {
    tls = connected;
  }

  Script script() {
    return script;
  }

  /** Whether the attack has closed it. */
  boolean left() {
    return left;
  }

  /** Whether bytes can be sent. */
  boolean open() {
    return !left && context.channel().isActive();
  }

  /** Sends a request of HTTP/1.1, the first one on this connection or after a reply. */
  void ask(String path) {
    if (context.pipeline().get(HttpResponseDecoder.class) == null) {
      context.pipeline().addBefore(context.name(), null, new HttpResponseDecoder());
    }
    send(
        Unpooled.copiedBuffer(
            "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n", StandardCharsets.US_ASCII));
  }

  /** Sends bytes. */
  void send(ByteBuf bytes) {
    context.writeAndFlush(bytes);
  }

  /** Closes it without a word. */
  void leave() {
    left = true;
    if (context != null && context.channel().isOpen()) {
      context.pipeline().firstContext().close(); // below TLS
    }
  }

  @Override
  public void handlerAdded(ChannelHandlerContext added) {
    context = added;
    if (left) {
      added.close();
    }
  }

  @Override
  public void userEventTriggered(ChannelHandlerContext at, Object event) {
    if (event instanceof SslHandshakeCompletionEvent done && !left) {
      // Whom the server does not know again has lost its visit, and does not begin another.
      if (done.isSuccess() && (tls.resumed() || !tls.offered())) {
        crowd.countEntered(tls.resumed());
        script.entered(this);
      } else {
        at.close();
      }
    }
  }

  @Override
  public void channelRead(ChannelHandlerContext at, Object message) {
    try {
      if (left) {
        return;
      }
      if (message instanceof ByteBuf bytes) {
        script.received(this, bytes);
      } else if (message instanceof LastHttpContent) {
        crowd.countAnswer();
        script.replied(this);
      }
    } finally {
      ReferenceCountUtil.release(message);
    }
  }

  @Override
  public void exceptionCaught(ChannelHandlerContext at, Throwable cause) {
    at.close();
  }
}
