package io.headwaiter.cli.doctor;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;

/** Checks the file of a certificate. */
final class CertificateCheck {
  private static final Duration SOON = Duration.ofDays(14);

  private CertificateCheck() {}

  /**
   * Returns what is found.
   *
   * @param password of a key store; empty if there is none, or for PEM
   */
  static Finding of(Path file, String password) {
    if (!ConnectorChecks.isReadable(file)) {
      return Finding.wrong(
          "The certificate " + file + " cannot be read by this user.",
          "Name a file that the server's user may read.");
    }
    String name = file.getFileName().toString();
    if (name.endsWith(".pem") || name.endsWith(".crt") || password.isEmpty()) {
      return Finding.good("The certificate " + file + " is there.");
    }
    try {
      KeyStore store = KeyStore.getInstance(file.toFile(), password.toCharArray());
      for (String alias : Collections.list(store.aliases())) {
        Certificate certificate = store.getCertificate(alias);
        if (store.isKeyEntry(alias) && certificate instanceof X509Certificate x509) {
          return of(file, x509);
        }
      }
      return Finding.wrong(
          "The key store " + file + " has no private key.", "Import the key with its certificate.");
    } catch (GeneralSecurityException | IOException e) {
      return Finding.wrong(
          "The key store " + file + " cannot be opened: " + e.getMessage(),
          "Check certificateKeystorePassword and the file.");
    }
  }

  private static Finding of(Path file, X509Certificate certificate) {
    Instant end = certificate.getNotAfter().toInstant();
    Instant now = Instant.now();
    if (end.isBefore(now.plus(SOON))) {
      return Finding.wrong("The certificate in " + file + " ends at " + end + ".", "Renew it.");
    }
    String key = certificate.getPublicKey().getAlgorithm();
    return key.equals("RSA")
        ? Finding.caution(
            "The certificate in " + file + " has an RSA key.",
            "With an EC key (P-256) a new connection takes less than half of the CPU time.")
        : Finding.good("The certificate in " + file + " has an " + key + " key.");
  }
}
