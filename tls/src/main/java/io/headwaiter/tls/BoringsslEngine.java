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
 * BoringSSL's engine of one connection, as a container uses it. Its parameters come from its
 * context. If a container sets the same ones again, as Tomcat does for each connection, this has no
 * effect and costs nothing.
 *
 * <p>Thread-safe as far as Netty's engine is: its lock serialises calls. After {@link #release} the
 * engine is closed, and every call is still allowed.
 */
public final class BoringsslEngine extends SSLEngine {
  // For TLS 1.3, fixed in BoringSSL.
  private static final long RESUMABLE_SECONDS_TLS13 = 2 * 24 * 3600;
  private static final String TLS13 = "TLSv1.3";
  private static final ByteBuffer NOTHING = ByteBuffer.allocate(0).asReadOnlyBuffer();

  private final ReferenceCountedOpenSslEngine engine;
  private final BoringsslContext context;
  private final BoringsslSettings settings;
  private boolean released;
  private boolean handshakeDone;
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

  /** Returns whether the finished handshake resumed an earlier session. False after the release. */
  public boolean isResumed() {
    synchronized (engine) {
      long ssl = engine.sslPointer();
      return ssl != 0 && SSL.isSessionReused(ssl);
    }
  }

  /**
   * Returns when the session of this engine's full handshake began, in milliseconds since the
   * epoch, as its tickets will state it; {@link KnownSession#UNKNOWN} after the release.
   *
   * <p>BoringSSL moves the session's time forward to the issue of its tickets, and reduces its
   * timeout by as much.
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
   * Returns the name of this connection's visit, by which its tickets will be known; {@link
   * KnownSession#UNKNOWN} until the handshake has shown it. Stays after the release.
   */
  public long visit() {
    return visit;
  }

  /** Returns the context that made it. */
  public BoringsslContext context() {
    return context;
  }

  /** Returns the settings of its context. */
  public BoringsslSettings settings() {
    return settings;
  }

  /** Frees the native memory; further calls have no effect. */
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
   * Checks after each step of the handshake whether the visit can be named. The session from which
   * a TLS 1.3 handshake resumed can be identified only during the handshake. Until its end the
   * session's secret is the pre-shared key of the ticket, then the resumption secret, from which
   * the new tickets are made. Those leave with the bytes of a later call, so no client can present
   * one before its visit is known.
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
        // Without a realm there are no tickets. If an engine does not reveal its secret
        // (BoringSSL's does), each connection becomes a visit of its own.
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
    if (handshakeDone || result.getStatus() != Status.OK || result.bytesProduced() > 0) {
      return result;
    }
    HandshakeStatus status = result.getHandshakeStatus();
    if (status == HandshakeStatus.NEED_UNWRAP && result.bytesConsumed() > 0) {
      // Netty reports the end of a handshake in the call after the message that ends it. Tomcat,
      // written for JSSE, expects it in the call with that message.
      status = engine.unwrap(NOTHING, to, offset, length).getHandshakeStatus();
    }
    handshakeDone = status == HandshakeStatus.FINISHED;
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

  /** Returns empty parameters; changing them has no effect. */
  @Override
  public SSLParameters getSSLParameters() {
    return new SSLParameters();
  }

  /** Has no effect; the context defines all parameters. */
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
