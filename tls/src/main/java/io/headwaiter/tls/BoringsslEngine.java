package io.headwaiter.tls;

import io.netty.handler.ssl.ReferenceCountedOpenSslEngine;
import io.netty.internal.tcnative.SSL;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;

/**
 * BoringSSL's engine of one connection, as a container takes it. Its parameters come from its
 * context: a container that sets them again, as Tomcat does for each connection, changes nothing
 * and pays nothing.
 *
 * <p>Thread-safe as far as Netty's engine is: calls are serialised by its lock. After {@link
 * #release} it is closed, and every call is still allowed.
 */
public final class BoringsslEngine extends SSLEngine {
  // Of TLS 1.3, fixed in BoringSSL.
  private static final long RESUMABLE_SECONDS_TLS13 = 2 * 24 * 3600;
  private static final String TLS13 = "TLSv1.3";
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0).asReadOnlyBuffer();

  private final ReferenceCountedOpenSslEngine engine;
  private final BoringsslContext context;
  private final BoringsslSettings settings;
  private boolean released;
  private boolean shaken;
  private volatile boolean named;
  private volatile long visit = KnownSession.UNKNOWN;

  BoringsslEngine(ReferenceCountedOpenSslEngine engine, BoringsslContext context) {
    this.engine = engine;
    this.context = context;
    this.settings = context.settings();
    if (!settings.ownCipherOrder()) {
      SSL.clearOptions(engine.sslPointer(), SSL.SSL_OP_CIPHER_SERVER_PREFERENCE);
    }
  }

  /** Whether the handshake, which is done, resumed an earlier session. False after the release. */
  public boolean isResumed() {
    synchronized (engine) {
      long ssl = engine.sslPointer();
      return ssl != 0 && SSL.isSessionReused(ssl);
    }
  }

  /**
   * When the session began whose full handshake this engine has done, in milliseconds since the
   * epoch, as its tickets will tell it; {@link KnownSession#UNKNOWN} after the release.
   *
   * <p>BoringSSL puts the session's time forward to when it issues its tickets, and takes as much
   * off its timeout.
   */
  public long beganMillis() {
    synchronized (engine) {
      long ssl = engine.sslPointer();
      if (ssl == 0) {
        return KnownSession.UNKNOWN;
      }
      boolean tls13 = engine.getSession().getProtocol().equals(TLS13);
      long full = tls13 ? RESUMABLE_SECONDS_TLS13 : settings.sessionTimeoutSeconds();
      return (SSL.getTime(ssl) - Math.max(0, full - SSL.getTimeout(ssl))) * 1000;
    }
  }

  /**
   * The name of the visit to which this connection belongs, as its tickets will be known by it;
   * {@link KnownSession#UNKNOWN} as long as the handshake has not told. Stays after the release.
   */
  public long visit() {
    return visit;
  }

  /** The context that made it. */
  public BoringsslContext context() {
    return context;
  }

  /** The settings of its context. */
  public BoringsslSettings settings() {
    return settings;
  }

  /** Frees the native memory; the second time nothing happens. */
  public void release() {
    synchronized (engine) {
      if (released) {
        return;
      }
      released = true;
    }
    engine.release();
  }

  @Override
  public SSLEngineResult wrap(ByteBuffer[] from, int offset, int length, ByteBuffer to)
      throws SSLException {
    SSLEngineResult result = engine.wrap(from, offset, length, to);
    nameVisit();
    return result;
  }

  @Override
  public SSLEngineResult unwrap(ByteBuffer from, ByteBuffer[] to, int offset, int length)
      throws SSLException {
    SSLEngineResult result = unwrapAndNoticeTheEnd(from, to, offset, length);
    nameVisit();
    return result;
  }

  /**
   * Looks after each step of the handshake whether the visit can be named. What a session of TLS
   * 1.3 was resumed from is known as long as the handshake lasts: until its end the session's
   * secret is the pre-shared key of the ticket, then the resumption secret, of which the new
   * tickets are made. Those leave with the bytes of a later call, so no client can present one
   * before its visit is known.
   */
  private void nameVisit() {
    if (named) {
      return;
    }
    synchronized (engine) {
      long ssl = engine.sslPointer();
      if (ssl == 0) {
        return;
      }
      named = SSL.isInInit(ssl) == 0;
      boolean resumed = SSL.isSessionReused(ssl);
      if (!named && (!resumed || visit != KnownSession.UNKNOWN)) {
        return;
      }
      byte[] secret = SSL.getMasterKey(ssl);
      if (settings.realm().isEmpty() || secret == null || secret.length == 0) {
        // Without a realm there are no tickets. An engine that does not tell its secret (BoringSSL
        // does) would make each connection a visit of its own.
        visit = VisitNames.random();
        return;
      }
      VisitNames names = settings.realm().get().names();
      if (visit == KnownSession.UNKNOWN) {
        visit = resumed ? names.visitOf(secret) : names.nameOf(secret);
      }
      if (named && TLS13.equals(SSL.getVersion(ssl))) {
        names.issued(secret, visit);
      }
    }
  }

  private SSLEngineResult unwrapAndNoticeTheEnd(
      ByteBuffer from, ByteBuffer[] to, int offset, int length) throws SSLException {
    SSLEngineResult result = engine.unwrap(from, to, offset, length);
    if (shaken || result.getStatus() != Status.OK || result.bytesProduced() > 0) {
      return result;
    }
    HandshakeStatus status = result.getHandshakeStatus();
    if (status == HandshakeStatus.NEED_UNWRAP && result.bytesConsumed() > 0) {
      // Netty notices the end of a handshake when it is called with what comes after it. Tomcat,
      // as JSSE has taught it, takes the message that ends it for the end.
      status = engine.unwrap(NOTHING, to, offset, length).getHandshakeStatus();
    }
    shaken = status == HandshakeStatus.FINISHED;
    return new SSLEngineResult(Status.OK, status, result.bytesConsumed(), result.bytesProduced());
  }

  @Override
  public Runnable getDelegatedTask() {
    return engine.getDelegatedTask();
  }

  @Override
  public void beginHandshake() throws SSLException {
    engine.beginHandshake();
  }

  @Override
  public HandshakeStatus getHandshakeStatus() {
    return engine.getHandshakeStatus();
  }

  @Override
  public void closeInbound() throws SSLException {
    engine.closeInbound();
  }

  @Override
  public boolean isInboundDone() {
    return engine.isInboundDone();
  }

  @Override
  public void closeOutbound() {
    engine.closeOutbound();
  }

  @Override
  public boolean isOutboundDone() {
    return engine.isOutboundDone();
  }

  @Override
  public SSLSession getSession() {
    return engine.getSession();
  }

  @Override
  public SSLSession getHandshakeSession() {
    return engine.getHandshakeSession();
  }

  @Override
  public String getApplicationProtocol() {
    return engine.getApplicationProtocol();
  }

  @Override
  public String getHandshakeApplicationProtocol() {
    return engine.getHandshakeApplicationProtocol();
  }

  /** Empty ones: what is put into them changes nothing. */
  @Override
  public SSLParameters getSSLParameters() {
    return new SSLParameters();
  }

  /** Changes nothing; the context has said it all. */
  @Override
  public void setSSLParameters(SSLParameters parameters) {}

  @Override
  public String[] getSupportedCipherSuites() {
    return engine.getSupportedCipherSuites();
  }

  @Override
  public String[] getEnabledCipherSuites() {
    return engine.getEnabledCipherSuites();
  }

  @Override
  public void setEnabledCipherSuites(String[] suites) {
    if (differs(suites, settings.cipherSuites())) {
      engine.setEnabledCipherSuites(suites);
    }
  }

  @Override
  public String[] getSupportedProtocols() {
    return engine.getSupportedProtocols();
  }

  @Override
  public String[] getEnabledProtocols() {
    return engine.getEnabledProtocols();
  }

  @Override
  public void setEnabledProtocols(String[] protocols) {
    if (differs(protocols, settings.protocols())) {
      engine.setEnabledProtocols(protocols);
    }
  }

  private static boolean differs(String[] asked, List<String> set) {
    return !Arrays.asList(asked).equals(set);
  }

  @Override
  public void setUseClientMode(boolean client) {
    engine.setUseClientMode(client);
  }

  @Override
  public boolean getUseClientMode() {
    return engine.getUseClientMode();
  }

  @Override
  public void setNeedClientAuth(boolean need) {
    engine.setNeedClientAuth(need);
  }

  @Override
  public boolean getNeedClientAuth() {
    return engine.getNeedClientAuth();
  }

  @Override
  public void setWantClientAuth(boolean want) {
    engine.setWantClientAuth(want);
  }

  @Override
  public boolean getWantClientAuth() {
    return engine.getWantClientAuth();
  }

  @Override
  public void setEnableSessionCreation(boolean enabled) {
    engine.setEnableSessionCreation(enabled);
  }

  @Override
  public boolean getEnableSessionCreation() {
    return engine.getEnableSessionCreation();
  }
}
