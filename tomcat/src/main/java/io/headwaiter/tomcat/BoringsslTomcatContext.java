package io.headwaiter.tomcat;

import io.headwaiter.tls.BoringsslContext;
import io.headwaiter.tls.BoringsslSettings;
import io.headwaiter.tls.BoringsslSettings.ClientCertificates;
import io.headwaiter.tls.OcspFile;
import io.headwaiter.tls.TicketHost;
import io.headwaiter.tls.TicketKeys;
import java.security.KeyManagementException;
import java.security.PrivateKey;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedKeyManager;
import javax.net.ssl.X509TrustManager;
import org.apache.tomcat.util.net.SSLContext;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.openssl.ciphers.Group;
import org.jspecify.annotations.Nullable;

/**
 * A BoringSSL context in the form Tomcat expects: created empty, then initialised with keys and
 * trust managers.
 */
final class BoringsslTomcatContext implements SSLContext {
  private static final List<String> KEY_TYPES =
      List.of("RSA", "EC", "RSASSA-PSS", "EdDSA", "Ed25519", "DSA");
  // For Tomcat's values "unset" (negative) and "no limit" (0).
  private static final int TIMEOUT_SECONDS_DEFAULT = 86_400;
  private static final int TIMEOUT_SECONDS_MAX = 7 * 86_400;

  private final SSLHostConfig host;
  private final List<String> protocols;
  private final List<String> cipherSuites;
  private final List<String> alpn;
  private final TicketKeys tickets;
  private final Optional<OcspFile> ocsp;
  private @Nullable BoringsslContext context;

  BoringsslTomcatContext(
      SSLHostConfig host,
      List<String> protocols,
      List<String> cipherSuites,
      List<String> alpn,
      TicketKeys tickets,
      Optional<OcspFile> ocsp) {
    this.host = host;
    this.protocols = protocols;
    this.cipherSuites = cipherSuites;
    this.alpn = List.copyOf(alpn);
    this.tickets = tickets;
    this.ocsp = ocsp;
  }

  @Override
  public void init(KeyManager[] keys, TrustManager[] trusts, SecureRandom random)
      throws KeyManagementException {
    X509TrustManager trust = trust(trusts);
    Identity identity = identity(keys);
    BoringsslSettings settings =
        new BoringsslSettings(
            identity.key(),
            identity.chain(),
            clients(),
            trust,
            protocols,
            cipherSuites,
            groups(),
            alpn,
            host.getHonorCipherOrder(),
            sessionTimeoutSeconds(host),
            host.getDisableSessionTickets()
                ? Optional.empty()
                : Optional.of(tickets.realm(TicketRealmName.of(host, trust))));
    try {
      context = BoringsslContext.of(settings, ocsp);
    } catch (SSLException | IllegalArgumentException e) {
      throw new KeyManagementException(
          "BoringSSL does not take what the TLS host "
              + host.getHostName()
              + " is configured with ("
              + e.getMessage()
              + "). Change it, or use tls=\"jsse\".",
          e);
    }
  }

  /** Returns the session timeout of TLS 1.2; that of TLS 1.3 is fixed. */
  static int sessionTimeoutSeconds(SSLHostConfig host) {
    int seconds = host.getSessionTimeout();
    if (seconds < 0) {
      return TIMEOUT_SECONDS_DEFAULT;
    }
    return seconds == 0 ? TIMEOUT_SECONDS_MAX : Math.min(seconds, TIMEOUT_SECONDS_MAX);
  }

  private record Identity(PrivateKey key, List<X509Certificate> chain) {}

  /** Returns the identity that Tomcat's key managers, each with one key of this host, present. */
  private Identity identity(KeyManager[] managers) throws KeyManagementException {
    for (KeyManager manager : managers == null ? new KeyManager[0] : managers) {
      if (manager instanceof X509ExtendedKeyManager keys) {
        for (String type : KEY_TYPES) {
          String alias = keys.chooseEngineServerAlias(type, null, null);
          PrivateKey key = alias == null ? null : keys.getPrivateKey(alias);
          X509Certificate[] chain = alias == null ? null : keys.getCertificateChain(alias);
          if (key != null && chain != null && chain.length > 0) {
            return new Identity(key, List.of(chain));
          }
        }
      }
    }
    throw new KeyManagementException(
        "The TLS host "
            + host.getHostName()
            + " has no private key with a certificate of one of the types "
            + KEY_TYPES
            + ".");
  }

  private static @Nullable X509TrustManager trust(TrustManager[] managers) {
    for (TrustManager manager : managers == null ? new TrustManager[0] : managers) {
      if (manager instanceof X509TrustManager trust) {
        return trust;
      }
    }
    return null;
  }

  private ClientCertificates clients() {
    return switch (host.getCertificateVerification()) {
      case NONE -> ClientCertificates.NONE;
      case OPTIONAL, OPTIONAL_NO_CA -> ClientCertificates.OPTIONAL;
      case REQUIRED -> ClientCertificates.REQUIRED;
    };
  }

  private List<String> groups() {
    LinkedHashSet<Group> groups = host.getGroupList();
    return groups == null ? List.of() : groups.stream().map(Group::toString).toList();
  }

  /** Returns the check whether this host would resume a ticket; empty if it issues none. */
  Optional<TicketHost> ticketHost() {
    return context == null ? Optional.empty() : context.ticketHost();
  }

  /** Returns how many objects hold its native memory: the context itself and its engines. */
  int references() {
    return initialised().references();
  }

  private BoringsslContext initialised() {
    return Objects.requireNonNull(context, "init was not called");
  }

  @Override
  public void destroy() {
    if (context != null) {
      context.close();
    }
  }

  @Override
  public SSLEngine createSSLEngine() {
    return initialised().newEngine();
  }

  @Override
  public SSLSessionContext getServerSessionContext() {
    return initialised().sessionContext();
  }

  @Override
  public X509Certificate[] getCertificateChain(String alias) {
    return initialised().settings().chain().toArray(new X509Certificate[0]);
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    X509TrustManager trust = initialised().settings().trust();
    return trust == null ? new X509Certificate[0] : trust.getAcceptedIssuers();
  }

  @Override
  public SSLParameters getSupportedSSLParameters() {
    return new SSLParameters(cipherSuites.toArray(new String[0]), protocols.toArray(new String[0]));
  }

  @Override
  public SSLServerSocketFactory getServerSocketFactory() {
    throw new UnsupportedOperationException("BoringSSL has engines, no sockets.");
  }
}
