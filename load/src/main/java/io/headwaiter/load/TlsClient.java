package io.headwaiter.load;

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
import java.io.ByteArrayInputStream;
import java.lang.reflect.Field;
import java.nio.charset.StandardCharsets;
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
 * visit without one makes full handshakes only. Where certificates are not checked, the callback
 * into Java that would do it is switched off. Belongs to one event loop.
 */
public final class TlsClient implements AutoCloseable {
  private static final String[] USUAL_GROUPS = {"X25519", "P-256", "P-384"};

  private final ReferenceCountedOpenSslContext context;
  private final String checkedHost;
  private final Map<Long, Connected> connectedBySsl = new HashMap<>();

  /**
   * Makes a context that checks no certificate.
   *
   * @param host sent as server name unless it is an IP address or has no dot and is not localhost
   * @param protocols offered by ALPN, the best first; none for a client that does not know ALPN
   */
  public TlsClient(TlsVersions versions, String host, List<String> protocols) throws SSLException {
    this(new TlsOptions(versions, 1, "", "", /* checked= */ false, ""), host, protocols);
  }

  /**
   * Makes the context.
   *
   * @param host as above; also the name that a checked certificate has to be for
   * @param protocols offered by ALPN, the best first; none for a client that does not know ALPN
   * @throws SSLException when the suite, the group or the authorities cannot be used
   */
  TlsClient(TlsOptions options, String host, List<String> protocols) throws SSLException {
    this.checkedHost = options.checked() ? bare(host) : null;
    if (!OpenSsl.isAvailable()) {
      throw new IllegalStateException(
          "BoringSSL cannot be loaded on this machine; it is there for Linux on x86-64.",
          OpenSsl.unavailabilityCause());
    }
    SslContextBuilder builder =
        SslContextBuilder.forClient()
            .sslProvider(SslProvider.OPENSSL_REFCNT)
            .protocols(options.versions().protocols());
    trust(builder, options);
    if (!options.suite().isEmpty()) {
      builder.ciphers(List.of(options.suite()));
    }
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
    try {
      configure(options);
    } catch (SSLException e) {
      context.release();
      throw e;
    }
  }

  private static void trust(SslContextBuilder builder, TlsOptions options) {
    if (!options.checked()) {
      builder
          .trustManager(InsecureTrustManagerFactory.INSTANCE)
          .endpointIdentificationAlgorithm("");
      return;
    }
    builder.endpointIdentificationAlgorithm("HTTPS");
    if (!options.authorities().isEmpty()) {
      builder.trustManager(
          new ByteArrayInputStream(options.authorities().getBytes(StandardCharsets.US_ASCII)));
    }
  }

  /** What Netty has no setting for. */
  private void configure(TlsOptions options) throws SSLException {
    context.sessionContext().setTicketKeys(); // TLS 1.2 tickets: on
    long pointer = nativeContext(context);
    if (!options.checked()) {
      SSLContext.setVerify(pointer, SSL.SSL_CVERIFY_NONE, 0);
    }
    String[] groups = options.group().isEmpty() ? USUAL_GROUPS : new String[] {options.group()};
    if (!SSLContext.setCurvesList(pointer, groups)) {
      throw new SSLException("BoringSSL does not know the group " + options.group() + ".");
    }
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

  private static String bare(String host) {
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }

  private static boolean isAddress(String host) {
    String bare = bare(host);
    return NetUtil.isValidIpV4Address(bare) || NetUtil.isValidIpV6Address(bare);
  }

  /**
   * Makes the TLS handler of a new connection.
   *
   * @param memory sessions to resume and to remember new ones in, or null for a visit that does not
   */
  public Connected connect(ByteBufAllocator allocator, TlsMemory memory) {
    SslHandler handler =
        checkedHost == null
            ? context.newHandler(allocator)
            : context.newHandler(allocator, checkedHost, /* peerPort= */ -1);
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
