package io.headwaiter.tls;

import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.X509TrustManager;
import org.jspecify.annotations.Nullable;

/**
 * Settings of a TLS context of a virtual host.
 *
 * @param key private key, in a form that can be read
 * @param chain its certificate first, then those of its issuers; at least one
 * @param clients whether clients are asked for certificates
 * @param trust checks the certificates of clients; null for the authorities of the JDK
 * @param protocols in JSSE's names, at least one
 * @param cipherSuites in JSSE's names, at least one; with TLS 1.3 all three of its suites or none,
 *     which are then used all the same
 * @param groups key exchange groups in order of preference; empty for BoringSSL's own, with
 *     X25519MLKEM768 first
 * @param alpn application protocols in order of preference, may be empty
 * @param ownCipherOrder whether the server's order of cipher suites decides, not the client's
 * @param sessionTimeoutSeconds how long a session of TLS 1.2 may be resumed, at least 1
 * @param realm holder of the ticket keys; empty for no tickets, and so no resumption
 */
public record BoringsslSettings(
    PrivateKey key,
    List<X509Certificate> chain,
    ClientCertificates clients,
    @Nullable X509TrustManager trust,
    List<String> protocols,
    List<String> cipherSuites,
    List<String> groups,
    List<String> alpn,
    boolean ownCipherOrder,
    int sessionTimeoutSeconds,
    Optional<TicketRealm> realm) {
  /** Whether a client is asked for a certificate. */
  public enum ClientCertificates {
    /** The client is not asked. */
    NONE,
    /** The client is asked and may have none. */
    OPTIONAL,
    /** The handshake fails without a trusted certificate. */
    REQUIRED
  }

  /** Copies the lists and checks the values. */
  public BoringsslSettings {
    chain = List.copyOf(chain);
    protocols = List.copyOf(protocols);
    cipherSuites = List.copyOf(cipherSuites);
    groups = List.copyOf(groups);
    alpn = List.copyOf(alpn);
    if (chain.isEmpty() || protocols.isEmpty() || cipherSuites.isEmpty()) {
      throw new IllegalArgumentException(
          "A TLS context needs at least one certificate, protocol and cipher suite.");
    }
    if (sessionTimeoutSeconds < 1) {
      throw new IllegalArgumentException(
          "sessionTimeoutSeconds must be at least 1, got " + sessionTimeoutSeconds);
    }
  }

  /** Returns a text without the key. */
  @Override
  public String toString() {
    return "BoringsslSettings" + protocols + clients;
  }
}
