package io.headwaiter.load;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.handler.codec.http2.DefaultHttp2DataFrame;
import io.netty.handler.codec.http2.DefaultHttp2Headers;
import io.netty.handler.codec.http2.DefaultHttp2HeadersFrame;
import io.netty.handler.codec.http2.DefaultHttp2ResetFrame;
import io.netty.handler.codec.http2.Http2DataFrame;
import io.netty.handler.codec.http2.Http2Error;
import io.netty.handler.codec.http2.Http2FrameCodec;
import io.netty.handler.codec.http2.Http2FrameCodecBuilder;
import io.netty.handler.codec.http2.Http2FrameStream;
import io.netty.handler.codec.http2.Http2Headers;
import io.netty.handler.codec.http2.Http2HeadersFrame;
import io.netty.handler.codec.http2.Http2Settings;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.IdentityCipherSuiteFilter;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.util.ReferenceCountUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A small server for HTTP/2 that runs a script for each request, on one event loop. */
final class StreamServer implements AutoCloseable {
  /** Answers one request, numbered from 0 over all connections; or does not. */
  @FunctionalInterface
  interface Script {
    void answer(Stream stream, int number);
  }

  private final EventLoopGroup group =
      new MultiThreadIoEventLoopGroup(1, EpollIoHandler.newFactory());
  private final boolean secure;
  private final int streamsMax;
  private final Script script;
  private final Channel listening;
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicInteger asked = new AtomicInteger();
  private final AtomicInteger mostOpen = new AtomicInteger();
  private final List<String> targets = new CopyOnWriteArrayList<>();
  private final List<Http2Headers> heads = new CopyOnWriteArrayList<>();
  private final List<String> bodies = new CopyOnWriteArrayList<>();

  /** Serves with TLS or without; resets streams beyond the allowed number. */
  StreamServer(boolean secure, int streamsMax, Script script) {
    this.secure = secure;
    this.streamsMax = streamsMax;
    this.script = script;
    this.listening =
        new ServerBootstrap()
            .group(group)
            .channel(EpollServerSocketChannel.class)
            .childHandler(new Setup())
            .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .syncUninterruptibly()
            .channel();
  }

  URI uri() {
    int port = ((InetSocketAddress) listening.localAddress()).getPort();
    return URI.create((secure ? "https" : "http") + "://localhost:" + port);
  }

  int connections() {
    return connections.get();
  }

  /** The most streams that one connection had open at a time. */
  int mostOpen() {
    return mostOpen.get();
  }

  List<String> targets() {
    return targets;
  }

  List<Http2Headers> heads() {
    return heads;
  }

  /** The data frames of requests, in order. */
  List<String> bodies() {
    return bodies;
  }

  @Override
  public void close() {
    group.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(5, TimeUnit.SECONDS);
  }

  private final class Setup extends ChannelInitializer<Channel> {
    @Override
    protected void initChannel(Channel channel) {
      connections.incrementAndGet();
      if (secure) {
        ApplicationProtocolConfig alpn =
            new ApplicationProtocolConfig(
                ApplicationProtocolConfig.Protocol.ALPN,
                ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
                ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
                List.of("h2"));
        JdkSslContext tls =
            new JdkSslContext(
                TestKeys.serverContext(/* tickets= */ true),
                /* isClient= */ false,
                null,
                IdentityCipherSuiteFilter.INSTANCE,
                alpn,
                ClientAuth.NONE,
                null,
                false);
        channel.pipeline().addLast(tls.newHandler(channel.alloc()));
      }
      channel
          .pipeline()
          .addLast(
              Http2FrameCodecBuilder.forServer()
                  .initialSettings(Http2Settings.defaultSettings().maxConcurrentStreams(streamsMax))
                  .build(),
              new Connected());
    }
  }

  /** One connection. */
  @SuppressWarnings("FutureReturnValueIgnored") // clients may leave at any time
  private final class Connected extends ChannelInboundHandlerAdapter {
    private final Set<Http2FrameStream> open = ConcurrentHashMap.newKeySet();

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      if (message instanceof Http2HeadersFrame frame) {
        open.add(frame.stream());
        mostOpen.accumulateAndGet(open.size(), Math::max);
        targets.add(frame.headers().path().toString());
        heads.add(frame.headers());
        if (frame.isEndStream()) {
          answer(context, frame.stream());
        }
      } else if (message instanceof Http2DataFrame frame) {
        bodies.add(frame.content().toString(StandardCharsets.UTF_8));
        if (frame.isEndStream()) {
          answer(context, frame.stream());
        }
      }
      ReferenceCountUtil.release(message);
    }

    private void answer(ChannelHandlerContext context, Http2FrameStream stream) {
      script.answer(new Stream(context, stream, open), asked.getAndIncrement());
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      context.close(); // clients may leave at any time
    }
  }

  /** One request of a connection; for its event loop. */
  @SuppressWarnings("FutureReturnValueIgnored") // the client sees what was written
  static final class Stream {
    private final ChannelHandlerContext context;
    private final Http2FrameStream stream;
    private final Set<Http2FrameStream> open;

    private Stream(
        ChannelHandlerContext context, Http2FrameStream stream, Set<Http2FrameStream> open) {
      this.context = context;
      this.stream = stream;
      this.open = open;
    }

    /** Replies once the requests that came with this one have been read. */
    void replyLater(int status, String page) {
      context.executor().execute(() -> reply(status, page));
    }

    void reply(int status, String page) {
      open.remove(stream);
      Http2Headers head =
          new DefaultHttp2Headers().status(String.valueOf(status)).add("set-cookie", "id=7");
      context.write(new DefaultHttp2HeadersFrame(head, false).stream(stream));
      context.writeAndFlush(
          new DefaultHttp2DataFrame(
                  Unpooled.copiedBuffer(page, StandardCharsets.US_ASCII), /* endStream= */ true)
              .stream(stream));
    }

    void reset(Http2Error error) {
      open.remove(stream);
      context.writeAndFlush(new DefaultHttp2ResetFrame(error).stream(stream));
    }

    /** Says that no request of the connection from this one on was processed. */
    void goAway() {
      Http2FrameCodec codec = context.pipeline().get(Http2FrameCodec.class);
      ChannelHandlerContext at = context.pipeline().context(codec);
      long error = Http2Error.NO_ERROR.code();
      codec.goAway(at, stream.id() - 2, error, Unpooled.EMPTY_BUFFER, at.newPromise());
      at.flush();
    }

    void closeConnection() {
      context.pipeline().firstContext().close(); // without a word of HTTP or TLS
    }
  }
}
