package io.headwaiter.tls;

import io.headwaiter.tls.BoringsslSettings.ClientCertificates;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;

/** Settings of a host on BoringSSL that requests no client certificate. */
final class TestSettings {
  static final int TIMEOUT_SECONDS = 86_400;

  private TestSettings() {}

  /** Both versions and all cipher suites; the client's order decides. */
  static BoringsslSettings of(Path folder, String keyAlgorithm, Optional<TicketRealm> realm)
      throws Exception {
    return of(
        Handshakes.keys(folder, keyAlgorithm),
        List.of("TLSv1.2", "TLSv1.3"),
        List.copyOf(Boringssl.cipherSuites()),
        List.of(),
        /* ownCipherOrder= */ false,
        TIMEOUT_SECONDS,
        realm);
  }

  /** Returns settings with these values. */
  static BoringsslSettings of(
      KeyStore keys,
      List<String> protocols,
      List<String> cipherSuites,
      List<String> alpn,
      boolean ownCipherOrder,
      int timeoutSeconds,
      Optional<TicketRealm> realm)
      throws Exception {
    return new BoringsslSettings(
        Handshakes.key(keys),
        List.of((X509Certificate) keys.getCertificate("server")),
        ClientCertificates.NONE,
        null,
        protocols,
        cipherSuites,
        List.of(),
        alpn,
        ownCipherOrder,
        timeoutSeconds,
        realm);
  }
}
