package io.headwaiter.lab.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAPublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.Date;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeystoreTest {
  @Test
  void holdsAnRsa2048KeyForLocalhost(@TempDir Path folder) throws Exception {
    Keystore made = Keystore.create(folder);
    KeyStore store = KeyStore.getInstance(made.file().toFile(), made.password().toCharArray());
    String alias = Collections.list(store.aliases()).get(0);
    assertThat(store.isKeyEntry(alias)).isTrue();
    X509Certificate certificate = (X509Certificate) store.getCertificate(alias);
    assertThat(((RSAPublicKey) certificate.getPublicKey()).getModulus().bitLength())
        .isEqualTo(2048);
    assertThat(certificate.getSubjectAlternativeNames().toString())
        .contains("localhost", "127.0.0.1");
    certificate.checkValidity(Date.from(Instant.now().plus(Duration.ofHours(1))));
  }
}
