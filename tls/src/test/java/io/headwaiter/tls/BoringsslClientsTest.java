package io.headwaiter.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwaiter.tls.BoringsslSettings.ClientCertificates;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Client certificates: requested, checked, and still known when the session is resumed. */
class BoringsslClientsTest {
  @TempDir static Path folder;

  private final TicketRealm realm =
      Tickets.generated(3600, System::currentTimeMillis).realm("shop");

  @ParameterizedTest
  @CsvSource({"TLSv1.2, REQUIRED", "TLSv1.3, REQUIRED", "TLSv1.2, OPTIONAL", "TLSv1.3, OPTIONAL"})
  void clientCertificateIsKnownInEveryConnection(String protocol, ClientCertificates demand)
      throws Exception {
    Certificate own = Handshakes.keys(folder, "EC").getCertificate("server");
    try (BoringsslContext context = context(demand)) {
      SSLContext client = Handshakes.client(Handshakes.keyManagers(folder, "EC"));
      for (boolean resumed : new boolean[] {false, true, true}) {
        BoringsslEngine engine = shake(client, context, protocol);
        assertThat(engine.isResumed()).isEqualTo(resumed);
        assertThat(engine.getSession().getPeerCertificates()).containsExactly(own);
        engine.release();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void missingCertificateIsRefusedOnlyIfRequired(String protocol) throws Exception {
    try (BoringsslContext context = context(ClientCertificates.OPTIONAL)) {
      BoringsslEngine engine = shake(Handshakes.client(), context, protocol);
      assertThatThrownBy(() -> engine.getSession().getPeerCertificates())
          .isInstanceOf(SSLPeerUnverifiedException.class);
      engine.release();
    }
    try (BoringsslContext context = context(ClientCertificates.REQUIRED)) {
      assertThatThrownBy(() -> shake(Handshakes.client(), context, protocol))
          .isInstanceOf(SSLException.class);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void untrustedClientCertificateIsNotAccepted(String protocol) throws Exception {
    KeyManager[] stranger = Handshakes.keyManagers(folder, "RSA");
    for (ClientCertificates demand :
        List.of(ClientCertificates.OPTIONAL, ClientCertificates.REQUIRED)) {
      try (BoringsslContext context = context(demand)) {
        // It has no certificate of the authorities that the server names: it sends this or none.
        assertThat(known(Handshakes.client(stranger), context, protocol)).isFalse();
      }
    }
  }

  private static boolean known(SSLContext client, BoringsslContext context, String protocol) {
    try {
      BoringsslEngine engine = shake(client, context, protocol);
      try {
        return engine.getSession().getPeerCertificates().length > 0;
      } finally {
        engine.release();
      }
    } catch (SSLException refused) {
      return false;
    }
  }

  private BoringsslContext context(ClientCertificates demand) throws Exception {
    KeyStore store = Handshakes.keys(folder, "RSA");
    return BoringsslContext.of(
        new BoringsslSettings(
            Handshakes.key(store),
            List.of((X509Certificate) store.getCertificate("server")),
            demand,
            trusting(Handshakes.keys(folder, "EC").getCertificate("server")),
            List.of("TLSv1.2", "TLSv1.3"),
            List.copyOf(Boringssl.cipherSuites()),
            List.of(),
            List.of(),
            /* ownCipherOrder= */ true,
            3600,
            Optional.of(realm)));
  }

  private static X509TrustManager trusting(Certificate certificate) throws Exception {
    KeyStore trust = KeyStore.getInstance("PKCS12");
    trust.load(null, null);
    trust.setCertificateEntry("client", certificate);
    TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
    factory.init(trust);
    return (X509TrustManager) factory.getTrustManagers()[0];
  }

  private static BoringsslEngine shake(SSLContext client, BoringsslContext context, String protocol)
      throws SSLException {
    BoringsslEngine engine = context.newEngine();
    try {
      Handshakes.run(Handshakes.clientEngine(client, protocol), engine, hello -> {});
      return engine;
    } catch (SSLException | AssertionError e) {
      engine.release();
      throw e;
    }
  }
}
