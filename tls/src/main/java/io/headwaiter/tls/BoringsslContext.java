package io.headwaiter.tls;

import io.headwaiter.tls.BoringsslSettings.ClientCertificates;
import io.headwaiter.tls.SuiteChoice.Tls13Preference;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ApplicationProtocolConfig;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.OpenSslContextOption;
import io.netty.handler.ssl.OpenSslServerSessionContext;
import io.netty.handler.ssl.OpenSslSessionTicketKey;
import io.netty.handler.ssl.ReferenceCountedOpenSslEngine;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.ReferenceCounted;
import java.lang.ref.Cleaner;
import java.nio.charset.StandardCharsets;
import java.security.cert.X509Certificate;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.X509TrustManager;

/**
 * A TLS context of a server in BoringSSL. It resumes sessions by ticket only, under the keys of the
 * settings' realm.
 *
 * <p>Thread-safe. {@link #close} frees the native memory, or the collection of the context does. An
 * engine keeps the part that it needs until the engine itself is released.
 */
public final class BoringsslContext implements AutoCloseable {
  private static final Cleaner CLEANER = Cleaner.create();
  private static final byte[] SESSION_ID_CONTEXT = "headwaiter".getBytes(StandardCharsets.US_ASCII);

  private final BoringsslSettings settings;
  private final boolean courtesy;
  private final Optional<OcspFile> ocsp;
  private final SslContext context;
  private final SuiteChoice suites;
  private final Cleaner.Cleanable cleanable;
  // The realm holds it weakly. This field keeps it alive as long as the context.
  private final Consumer<List<TicketKey>> keyUser = this::useKeys;

  private final AtomicReference<BoringsslContext> forCourtesy = new AtomicReference<>();

  private BoringsslContext(
      BoringsslSettings settings, boolean courtesy, Optional<OcspFile> ocsp, SslContext context) {
    this.settings = settings;
    this.courtesy = courtesy;
    this.ocsp = ocsp;
    this.context = context;
    // First, so that the native memory is also released if the next lines fail.
    this.cleanable = CLEANER.register(this, () -> ReferenceCountUtil.release(context));
    this.suites =
        new SuiteChoice(
            settings.cipherSuites(), settings.ownCipherOrder(), preference(settings, context));
  }

  /**
   * Makes a context that staples nothing.
   *
   * @throws SSLException if BoringSSL rejects the key, a certificate or another setting
   */
  public static BoringsslContext of(BoringsslSettings settings) throws SSLException {
    return of(settings, Optional.empty());
  }

  /**
   * Makes a context.
   *
   * @param ocsp the response to staple, for clients that ask for one
   * @throws SSLException if BoringSSL rejects the key, a certificate or another setting
   */
  public static BoringsslContext of(BoringsslSettings settings, Optional<OcspFile> ocsp)
      throws SSLException {
    return of(settings, /* courtesy= */ false, ocsp);
  }

  private static BoringsslContext of(
      BoringsslSettings settings, boolean courtesy, Optional<OcspFile> ocsp) throws SSLException {
    SslContextBuilder builder =
        SslContextBuilder.forServer(settings.key(), settings.chain())
            .sslProvider(SslProvider.OPENSSL_REFCNT)
            .protocols(settings.protocols())
            .ciphers(settings.cipherSuites())
            .clientAuth(clientAuth(settings.clients()))
            .sessionTimeout(settings.sessionTimeoutSeconds())
            .applicationProtocolConfig(alpn(courtesy ? List.of() : settings.alpn()))
            .enableOcsp(ocsp.isPresent());
    if (settings.clients() == ClientCertificates.NONE) {
      builder.trustManager(new TrustNobody());
    } else if (settings.trust() != null) {
      builder.trustManager(settings.trust());
    }
    if (!settings.groups().isEmpty()) {
      builder.option(OpenSslContextOption.GROUPS, settings.groups().toArray(new String[0]));
    }
    BoringsslContext made = new BoringsslContext(settings, courtesy, ocsp, builder.build());
    made.setUpSessions();
    return made;
  }

  private static Tls13Preference preference(BoringsslSettings settings, SslContext context) {
    if (settings.realm().isEmpty() || !settings.protocols().contains("TLSv1.3")) {
      return Tls13Preference.UNKNOWN; // it is never used
    }
    ReferenceCountedOpenSslEngine engine =
        (ReferenceCountedOpenSslEngine) context.newEngine(ByteBufAllocator.DEFAULT);
    try {
      return SuiteProbe.preferenceOf(engine);
    } finally {
      engine.release();
    }
  }

  private void setUpSessions() {
    OpenSslServerSessionContext sessions = sessions();
    // A ticket carries its session. The cache would take a lock, and would resume sessions by id,
    // which the door cannot verify.
    sessions.setSessionCacheEnabled(false);
    sessions.setSessionIdContext(SESSION_ID_CONTEXT);
    settings.realm().ifPresent(realm -> realm.attach(keyUser));
  }

  /** Returns an engine for one connection; the caller must release it. */
  public BoringsslEngine newEngine() {
    ReferenceCountedOpenSslEngine engine =
        (ReferenceCountedOpenSslEngine) context.newEngine(ByteBufAllocator.DEFAULT);
    ocsp.flatMap(OcspFile::current).ifPresent(engine::setOcspResponse);
    return new BoringsslEngine(engine, this);
  }

  /**
   * Returns the same context with tickets for courtesy pages, and without application protocols, so
   * that HTTP/1.1 is spoken. Made on the first call, and closed with this context.
   */
  public BoringsslContext courtesy() {
    BoringsslContext there = forCourtesy.get();
    if (there != null) {
      return there;
    }
    BoringsslContext made = madeForCourtesy();
    if (forCourtesy.compareAndSet(null, made)) {
      return made;
    }
    made.close();
    return Objects.requireNonNull(forCourtesy.get());
  }

  private BoringsslContext madeForCourtesy() {
    try {
      return of(settings, /* courtesy= */ true, ocsp);
    } catch (SSLException e) {
      throw new IllegalStateException("BoringSSL has taken these settings before", e);
    }
  }

  /** Returns the settings of the sessions; no sessions are kept here. */
  public SSLSessionContext sessionContext() {
    return context.sessionContext();
  }

  /** Returns the realm of the accepted tickets; empty if there are none. */
  public Optional<TicketRealm> realm() {
    return settings.realm();
  }

  /**
   * Returns the facts that decide whether a ticket would be resumed; empty if there are no tickets.
   */
  public Optional<TicketHost> ticketHost() {
    return settings
        .realm()
        .map(realm -> new TicketHost(realm, suites, settings.sessionTimeoutSeconds()));
  }

  /** Returns the settings of this context. */
  public BoringsslSettings settings() {
    return settings;
  }

  /** Returns how many objects hold native memory of this context: itself and its engines. */
  public int references() {
    return ((ReferenceCounted) context).refCnt();
  }

  @Override
  public void close() {
    settings.realm().ifPresent(realm -> realm.detach(keyUser));
    cleanable.clean();
    BoringsslContext other = forCourtesy.getAndSet(null);
    if (other != null) {
      other.close();
    }
  }

  private void useKeys(List<TicketKey> keys) {
    sessions()
        .setTicketKeys(
            keys.stream()
                // The first key encrypts; all are accepted.
                .sorted(Comparator.comparing(k -> k.isCourtesy() != courtesy))
                .map(k -> new OpenSslSessionTicketKey(k.name(), k.macKey(), k.aesKey()))
                .toArray(OpenSslSessionTicketKey[]::new));
  }

  private OpenSslServerSessionContext sessions() {
    return (OpenSslServerSessionContext) context.sessionContext();
  }

  private static ClientAuth clientAuth(ClientCertificates clients) {
    return switch (clients) {
      case NONE -> ClientAuth.NONE;
      case OPTIONAL -> ClientAuth.OPTIONAL;
      case REQUIRED -> ClientAuth.REQUIRE;
    };
  }

  private static ApplicationProtocolConfig alpn(List<String> protocols) {
    return protocols.isEmpty()
        ? ApplicationProtocolConfig.DISABLED
        : new ApplicationProtocolConfig(
            ApplicationProtocolConfig.Protocol.ALPN,
            ApplicationProtocolConfig.SelectorFailureBehavior.NO_ADVERTISE,
            ApplicationProtocolConfig.SelectedListenerFailureBehavior.ACCEPT,
            protocols);
  }

  /** Trusts no client and lists no authorities, for contexts that ask for no client certificate. */
  private static final class TrustNobody implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType)
        throws java.security.cert.CertificateException {
      throw new java.security.cert.CertificateException("No client certificate was asked for.");
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType)
        throws java.security.cert.CertificateException {
      throw new java.security.cert.CertificateException("This is a server.");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
