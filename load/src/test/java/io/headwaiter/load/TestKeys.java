package io.headwaiter.load;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** A throw-away RSA-2048 certificate for localhost, made by the keytool of the running JDK. */
public final class TestKeys {
  private static final char[] PASSWORD = "changeit".toCharArray();
  private static final String STATELESS = "jdk.tls.server.enableSessionTicketExtension";
  private static final KeyStore STORE = make();

  private TestKeys() {}

  /**
   * Returns a new server context with an empty session cache.
   *
   * @param tickets true for stateless resumption, the default of JSSE; false for sessions in its
   *     cache
   */
  public static synchronized SSLContext serverContext(boolean tickets) {
    String before = System.getProperty(STATELESS);
    System.setProperty(STATELESS, String.valueOf(tickets));
    try {
      KeyManagerFactory keys = KeyManagerFactory.getInstance("SunX509");
      keys.init(STORE, PASSWORD);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keys.getKeyManagers(), null, null);
      // The property is read when the session context is made.
      context.getServerSessionContext().setSessionCacheSize(1000);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    } finally {
      if (before == null) {
        System.clearProperty(STATELESS);
      } else {
        System.setProperty(STATELESS, before);
      }
    }
  }

  /** Returns the certificate, which signed itself, as PEM. */
  public static String certificatePem() {
    try {
      byte[] bytes = STORE.getCertificate("test").getEncoded();
      String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
      return "-----BEGIN CERTIFICATE-----\n" + lines + "\n-----END CERTIFICATE-----\n";
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static KeyStore make() {
    try {
      Path folder = Files.createTempDirectory("headwaiter-keys");
      Path file = folder.resolve("test.p12");
      run(
          List.of(
              Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
              "-genkeypair",
              "-keyalg",
              "RSA",
              "-keysize",
              "2048",
              "-alias",
              "test",
              "-dname",
              "CN=localhost",
              "-validity",
              "30",
              "-storetype",
              "PKCS12",
              "-storepass",
              new String(PASSWORD),
              "-keystore",
              file.toString()));
      KeyStore store = KeyStore.getInstance("PKCS12");
      try (InputStream in = Files.newInputStream(file)) {
        store.load(in, PASSWORD);
      }
      Files.delete(file);
      Files.delete(folder);
      return store;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void run(List<String> command) throws IOException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output =
        new String(
            process.getInputStream().readAllBytes(), java.nio.charset.StandardCharsets.UTF_8);
    try {
      if (process.waitFor() != 0) {
        throw new IOException("keytool failed: " + output);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }
}
