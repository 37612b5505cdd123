package io.headwaiter.lab.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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

  @ParameterizedTest
  @CsvSource({"RSA-3072, RSA", "P-256, EC", "P-384, EC", "Ed25519, EdDSA"})
  void holdsOtherKeys(String key, String algorithm, @TempDir Path folder) throws Exception {
    Keystore made = Keystore.create(folder, "key.p12", key);
    KeyStore store = KeyStore.getInstance(made.file().toFile(), made.password().toCharArray());
    assertThat(store.getCertificate("demo").getPublicKey().getAlgorithm()).isEqualTo(algorithm);
  }

  @Test
  void rejectsUnknownKey(@TempDir Path folder) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Keystore.create(folder, "key.p12", "DSA"))
        .withMessageContaining("Ed25519");
  }
}
