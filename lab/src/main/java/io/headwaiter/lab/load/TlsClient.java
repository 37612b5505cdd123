package io.headwaiter.lab.load;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.ReferenceCountedOpenSslContext;
import io.netty.handler.ssl.ReferenceCountedOpenSslEngine;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import io.netty.internal.tcnative.SSL;
import io.netty.internal.tcnative.SSLContext;
import io.netty.internal.tcnative.SSLSessionCache;
import io.netty.util.NetUtil;
import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLException;

/**
 * BoringSSL for the clients of one event loop.
 *
 * <p>Netty's own client session cache is keyed by host and port, which would make all visits of a
 * run one customer. It is replaced by {@link TlsMemory}: each visit keeps its own sessions, and a
 * visit without one makes full handshakes only. Certificates are not checked, and the callback into
 * Java that would do it is switched off. Belongs to one event loop.
 */
public final class TlsClient implements AutoCloseable {
  private final ReferenceCountedOpenSslContext context;
  private final Map<Long, Connected> connectedBySsl = new HashMap<>();

  /**
   * Makes the context.
   *
   * @param host sent as server name unless it is an IP address or has no dot and is not localhost
   */
  public TlsClient(TlsVersions versions, String host) throws SSLException {
    this(versions, host, List.of());
  }

  /**
   * The same for other protocols than HTTP/1.1.
   *
   * @param protocols offered by ALPN, the best first; none for a client that does not know ALPN
   */
  public TlsClient(TlsVersions versions, String host, List<String> protocols) throws SSLException {
    if (!OpenSsl.isAvailable()) {
      throw new IllegalStateException(
          "BoringSSL cannot be loaded on this machine; it is there for Linux on x86-64.",
          OpenSsl.unavailabilityCause());
    }
    SslContextBuilder builder =
        SslContextBuilder.forClient()
            .sslProvider(SslProvider.OPENSSL_REFCNT)
            .protocols(versions.protocols())
            .trustManager(InsecureTrustManagerFactory.INSTANCE)
            .endpointIdentificationAlgorithm("");
    if (!protocols.isEmpty()) {
      builder.applicationProtocolConfig(
          new ApplicationProtocolConfig(
              ApplicationProtocolConfig.Protocol.ALPN,
              ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
              ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
              protocols));
    }
    if (!isAddress(host)) {
      builder.serverName(new SNIHostName(host));
    }
    context = (ReferenceCountedOpenSslContext) builder.build();
    configure();
  }

  /** What Netty has no setting for. */
  private void configure() {
    context.sessionContext().setTicketKeys(); // TLS 1.2 tickets: on
    long pointer = nativeContext(context);
    SSLContext.setVerify(pointer, SSL.SSL_CVERIFY_NONE, 0);
    SSLContext.setCurvesList(pointer, "X25519", "P-256", "P-384");
    SSLContext.setSSLSessionCache(pointer, new VisitSessions());
  }

  /**
   * The address that tcnative's functions take. Netty gives out only BoringSSL's own pointer, which
   * they do not, hence the look at its field; the version is pinned and the resumption tests cover
   * it.
   */
  private static long nativeContext(ReferenceCountedOpenSslContext context) {
    try {
      Field field = ReferenceCountedOpenSslContext.class.getDeclaredField("ctx");
      field.setAccessible(true);
      return field.getLong(context);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "This version of Netty keeps its native context elsewhere; use the pinned version.", e);
    }
  }

  private static boolean isAddress(String host) {
    String bare = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
    return NetUtil.isValidIpV4Address(bare) || NetUtil.isValidIpV6Address(bare);
  }

  /**
   * Makes the TLS handler of a new connection.
   *
   * @param memory sessions to resume and to remember new ones in, or null for a visit that does not
   */
  public Connected connect(ByteBufAllocator allocator, TlsMemory memory) {
    SslHandler handler = context.newHandler(allocator);
    handler.setHandshakeTimeoutMillis(0); // the customer's patience is the only clock
    handler.setCloseNotifyFlushTimeoutMillis(1000);
    ReferenceCountedOpenSslEngine engine = (ReferenceCountedOpenSslEngine) handler.engine();
    long ssl = engine.sslPointer();
    Connected connected = new Connected(handler, ssl, memory);
    if (memory != null) {
      connected.offer();
      connectedBySsl.put(ssl, connected);
    }
    return connected;
  }

  @Override
  public void close() {
    context.release();
  }

  /** The TLS side of one connection. */
  public final class Connected {
    private final SslHandler handler;
    private final long ssl;
    private final TlsMemory memory;
    private boolean offered;
    private long toSettle;

    private Connected(SslHandler handler, long ssl, TlsMemory memory) {
      this.handler = handler;
      this.ssl = ssl;
      this.memory = memory;
    }

    private void offer() {
      offered = memory.size() > 0;
      toSettle = memory.offerTo(ssl);
    }

    /** Whether a session was offered to the server. */
    public boolean offered() {
      return offered;
    }

    /** For the pipeline of the connection. */
    public SslHandler handler() {
      return handler;
    }

    /**
     * Whether the server took the offered session: BoringSSL's own flag, set for a TLS 1.2 session
     * id or ticket and for a TLS 1.3 pre-shared key that the server accepted. Ask only between the
     * end of the handshake and {@link #release()}, while the connection is open.
     */
    public boolean resumed() {
      return SSL.isSessionReused(ssl);
    }

    /**
     * Forgets the connection; sessions that arrive later are not kept. Harmless when repeated. The
     * event loop of the connection has finished its handshake, or never will.
     */
    public void release() {
      if (toSettle != 0) {
        memory.settle(toSettle, handler.handshakeFuture().isSuccess());
        toSettle = 0;
      }
      // Only if it is still ours: native memory is used again, so by now a newer connection may
      // have the same address.
      connectedBySsl.remove(ssl, this);
    }
  }

  /** Receives each session or ticket that a server issues. */
  private final class VisitSessions implements SSLSessionCache {
    @Override
    public boolean sessionCreated(long ssl, long session) {
      Connected connected = connectedBySsl.get(ssl);
      return connected != null && connected.memory.remember(session);
    }

    @Override
    public long getSession(long ssl, byte[] sessionId) {
      return -1; // asked on servers only
    }
  }
}
