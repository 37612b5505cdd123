package io.headwaiter.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwaiter.tls.BoringsslSettings.ClientCertificates;
import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.OpenSslContextOption;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import io.netty.handler.ssl.util.InsecureTrustManagerFactory;
import io.netty.util.ReferenceCountUtil;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Key exchange with a client of certain groups; BoringSSL too, because JSSE has no ML-KEM. */
class BoringsslGroupsTest {
  @TempDir static Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"X25519MLKEM768", "x25519", "secp256r1", "secp384r1"})
  void supportsHybridAndClassicGroupsByDefault(String group) throws Exception {
    try (BoringsslContext context = context(List.of())) {
      shake(context, group);
    }
  }

  @Test
  void acceptsOnlyConfiguredGroups() throws Exception {
    try (BoringsslContext context = context(List.of("X25519MLKEM768"))) {
      shake(context, "X25519MLKEM768");
      assertThatThrownBy(() -> shake(context, "x25519")).isInstanceOf(SSLException.class);
    }
  }

  /** During a HelloRetryRequest no session exists yet; the visit is named later. */
  @Test
  void courtesyHandshakeAllowsKeyShareRetry() throws Exception {
    try (BoringsslContext context = context(List.of("secp384r1"))) {
      shake(context.courtesy(), "x25519", "secp384r1");
    }
  }

  private static void shake(BoringsslContext context, String... groups) throws Exception {
    SslContext client =
        SslContextBuilder.forClient()
            .sslProvider(SslProvider.OPENSSL_REFCNT)
            .protocols("TLSv1.3")
            .trustManager(InsecureTrustManagerFactory.INSTANCE)
            .endpointIdentificationAlgorithm(null)
            .option(OpenSslContextOption.GROUPS, groups)
            .build();
    SSLEngine engine = client.newEngine(ByteBufAllocator.DEFAULT);
    BoringsslEngine server = context.newEngine();
    try {
      Handshakes.run(engine, server, hello -> {});
      assertThat(server.getSession().getProtocol()).isEqualTo("TLSv1.3");
    } finally {
      server.release();
      ReferenceCountUtil.release(engine);
      ReferenceCountUtil.release(client);
    }
  }

  private static BoringsslContext context(List<String> groups) throws Exception {
    KeyStore store = Handshakes.keys(folder, "EC");
    return BoringsslContext.of(
        new BoringsslSettings(
            Handshakes.key(store),
            List.of((X509Certificate) store.getCertificate("server")),
            ClientCertificates.NONE,
            null,
            List.of("TLSv1.3"),
            List.copyOf(Boringssl.cipherSuites()),
            groups,
            List.of(),
            /* ownCipherOrder= */ false,
            3600,
            Optional.empty()));
  }
}
