package io.headwaiter.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.security.cert.X509Certificate;
import java.util.Collections;

/** Checks a server's keystore before Tomcat sees it. */
final class Keystores {
  private Keystores() {}

  /**
   * Checks that the file holds a key with a certificate that is valid now.
   *
   * @throws IOException with a sentence if it does not
   */
  static void check(Path file, String password) throws IOException {
    if (!Files.isReadable(file)) {
      throw new IOException(
          "The keystore "
              + file
              + " cannot be read. Give a PKCS12 or JKS file with --keystore, or leave it out for a"
              + " self-signed trial certificate.");
    }
    try {
      KeyStore store = load(file, password);
      for (String alias : Collections.list(store.aliases())) {
        if (store.isKeyEntry(alias)) {
          checkKey(file, password, store, alias);
          return;
        }
      }
    } catch (GeneralSecurityException e) {
      throw new IOException("The keystore " + file + " cannot be used: " + e.getMessage(), e);
    }
    throw new IOException(
        "The keystore " + file + " holds no private key. Put the server's key and certificate in.");
  }

  private static KeyStore load(Path file, String password)
      throws IOException, GeneralSecurityException {
    try {
      return KeyStore.getInstance(file.toFile(), password.toCharArray());
    } catch (IOException e) {
      throw new IOException(
          "The keystore "
              + file
              + " does not open with this password ("
              + e.getMessage()
              + "). Give the right one with --keystore-password.",
          e);
    }
  }

  private static void checkKey(Path file, String password, KeyStore store, String alias)
      throws IOException, GeneralSecurityException {
    if (store.getKey(alias, password.toCharArray()) == null
        || !(store.getCertificate(alias) instanceof X509Certificate certificate)) {
      throw new IOException("The entry " + alias + " of " + file + " has no X.509 certificate.");
    }
    try {
      certificate.checkValidity();
    } catch (CertificateExpiredException | CertificateNotYetValidException e) {
      throw new IOException(
          "The certificate "
              + alias
              + " of "
              + file
              + " is valid from "
              + certificate.getNotBefore().toInstant()
              + " to "
              + certificate.getNotAfter().toInstant()
              + ", not now. Put a current one in.",
          e);
    }
  }
}
