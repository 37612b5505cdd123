package io.headwaiter.load;

import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.channel.epoll.EpollChannelOption;
import io.netty.channel.epoll.EpollSocketChannel;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import javax.net.ssl.SSLException;

/**
 * The resources that an event loop keeps from one run to the next: TLS contexts and page buffers.
 * Belongs to its event loop.
 */
final class Loop {
  private static final int MOST_SPARE_PAGES = 256;

  private final EventLoop eventLoop;
  private final Map<TlsNeeds, TlsClient> tlsClients = new HashMap<>();
  private final ArrayDeque<PageBuffer> sparePages = new ArrayDeque<>();
  private LoopRun current;

  private record TlsNeeds(TlsOptions options, String host, HttpVersion version) {}

  Loop(EventLoop eventLoop) {
    this.eventLoop = eventLoop;
  }

  EventLoop eventLoop() {
    return eventLoop;
  }

  /** Returns the TLS context for these options and server, created at first use. */
  TlsClient tls(TlsOptions options, String host, HttpVersion version) throws SSLException {
    TlsNeeds needs = new TlsNeeds(options, host, version);
    TlsClient client = tlsClients.get(needs);
    if (client == null) {
      client = new TlsClient(options, host, version.applicationProtocols());
      tlsClients.put(needs, client);
    }
    return client;
  }

  /**
   * Loads native libraries and makes the TLS context of a run before its clock starts: in a JVM
   * that has just begun this takes a second or more.
   */
  void prepare(LoadOptions options) throws SSLException {
    if (LoadOptions.secure(options.target())) {
      tls(options.tls(), options.target().getHost(), options.visit().httpVersion());
    }
    newChannel().unsafe().closeForcibly();
  }

  /** Returns a channel of this loop that is not registered yet. */
  Channel newChannel() {
    EpollSocketChannel channel = new EpollSocketChannel();
    channel.config().setTcpNoDelay(true).setConnectTimeoutMillis(0);
    channel.config().setOption(EpollChannelOption.IP_BIND_ADDRESS_NO_PORT, true);
    return channel;
  }

  PageBuffer borrowPage() {
    PageBuffer page = sparePages.poll();
    return page == null ? new PageBuffer() : page;
  }

  void returnPage(PageBuffer page) {
    if (sparePages.size() < MOST_SPARE_PAGES) {
      sparePages.push(page);
    }
  }

  /** Sets the run in progress, which ends when the generator closes. */
  void current(LoopRun run) {
    current = run;
  }

  /** Ends the run in progress and releases the TLS contexts. */
  void close() {
    if (current != null) {
      current.stop();
    }
    tlsClients.values().forEach(TlsClient::close);
    tlsClients.clear();
  }
}
