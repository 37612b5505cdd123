package io.headwaiter.dist;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Base64;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A certificate for {@code localhost}, in a key store as keytool makes it, and its clients. */
final class Certificate {
  static final String PASSWORD = "changeit";
  private static final String ALIAS = "server";

  private final Path file;

  private Certificate(Path file) {
    this.file = file;
  }

  static Certificate create(Path folder) throws IOException, InterruptedException {
    Path file = folder.resolve("server.p12");
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    Process process =
        new ProcessBuilder(
                keytool,
                "-genkeypair",
                "-alias",
                ALIAS,
                "-keyalg",
                "RSA",
                "-keysize",
                "2048",
                "-dname",
                "CN=localhost",
                "-ext",
                "SAN=dns:localhost",
                "-validity",
                "2",
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keystore",
                file.toString())
            .inheritIO()
            .start();
    if (process.waitFor() != 0) {
      throw new IOException("keytool ended with " + process.exitValue());
    }
    return new Certificate(file);
  }

  Path file() {
    return file;
  }

  /** Returns the page that a new client gets, with a connection of its own. */
  String get(URI page, String userAndPassword) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(page)
            .header(
                "Authorization",
                "Basic "
                    + Base64.getEncoder()
                        .encodeToString(userAndPassword.getBytes(StandardCharsets.UTF_8)))
            .timeout(Duration.ofSeconds(60))
            .build();
    return HttpClient.newBuilder()
        .sslContext(trusting())
        .build()
        .send(request, BodyHandlers.ofString())
        .body();
  }

  private SSLContext trusting() throws Exception {
    KeyStore own = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(file)) {
      own.load(in, PASSWORD.toCharArray());
    }
    KeyStore trusted = KeyStore.getInstance("PKCS12");
    trusted.load(null, null);
    trusted.setCertificateEntry(ALIAS, own.getCertificate(ALIAS));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), null);
    return context;
  }
}
