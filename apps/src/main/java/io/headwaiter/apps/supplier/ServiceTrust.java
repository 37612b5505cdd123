package io.headwaiter.apps.supplier;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Decides which certificates of other services are accepted. Stateless and thread-safe. */
public final class ServiceTrust {
  private static final String BEGIN = "-----BEGIN CERTIFICATE-----";
  private static final int FILE_BYTES_MAX = 4 << 20;

  private ServiceTrust() {}

  /** Returns a context that accepts what the JVM trusts. */
  public static SSLContext ofJvm() throws IOException {
    try {
      return SSLContext.getDefault();
    } catch (GeneralSecurityException e) {
      throw new IOException("The JVM has no TLS: " + e.getMessage(), e);
    }
  }

  /**
   * Returns a context that accepts certificates of a file and what they have signed, and nothing
   * else.
   *
   * @param file PEM, or PKCS12 or JKS; of a keystore also the certificates that belong to keys
   * @param password of a keystore; ignored for PEM
   * @throws IOException with a sentence if the file cannot be used
   */
  public static SSLContext of(Path file, String password) throws IOException {
    if (!Files.isReadable(file)) {
      throw new IOException(
          "The trust store " + file + " cannot be read. Give a PEM or PKCS12 file.");
    }
    if (Files.size(file) > FILE_BYTES_MAX) {
      throw new IOException("The trust store " + file + " is larger than 4 MiB.");
    }
    try {
      Collection<? extends Certificate> trusted = certificates(file, password);
      if (trusted.isEmpty()) {
        throw new IOException("The trust store " + file + " has no certificate.");
      }
      return context(trusted);
    } catch (GeneralSecurityException e) {
      throw new IOException("The trust store " + file + " cannot be used: " + e.getMessage(), e);
    }
  }

  private static Collection<? extends Certificate> certificates(Path file, String password)
      throws IOException, GeneralSecurityException {
    byte[] bytes = Files.readAllBytes(file);
    if (new String(bytes, StandardCharsets.ISO_8859_1).contains(BEGIN)) {
      return CertificateFactory.getInstance("X.509")
          .generateCertificates(new ByteArrayInputStream(bytes));
    }
    KeyStore store = opened(file, password);
    List<Certificate> certificates = new ArrayList<>();
    for (String alias : Collections.list(store.aliases())) {
      Certificate certificate = store.getCertificate(alias);
      if (certificate != null) {
        certificates.add(certificate);
      }
    }
    return certificates;
  }

  private static KeyStore opened(Path file, String password)
      throws IOException, GeneralSecurityException {
    try {
      return KeyStore.getInstance(file.toFile(), password.toCharArray());
    } catch (IOException e) {
      throw new IOException(
          "The trust store " + file + " does not open with this password (" + e.getMessage() + ").",
          e);
    }
  }

  private static SSLContext context(Collection<? extends Certificate> trusted)
      throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    int number = 0;
    for (Certificate certificate : trusted) {
      store.setCertificateEntry("trusted-" + number++, certificate);
    }
    TrustManagerFactory managers =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, managers.getTrustManagers(), null);
    return context;
  }
}
