package io.headwaiter.apps.supplier;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.apps.PageBurden;
import io.headwaiter.apps.PageWork;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import javax.sql.DataSource;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;

/** The supplier on an embedded Tomcat on a free loopback port, and a client for it. */
final class SupplierServer implements AutoCloseable {
  private final Tomcat tomcat = new Tomcat();
  private final Path folder;
  private final boolean secure;
  private final HttpClient client =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

  /** Serves without TLS. */
  SupplierServer(DataSource source, SupplierOptions options) throws Exception {
    this(source, options, null);
  }

  /** Serves over TLS with this key; without TLS if it is null. */
  SupplierServer(DataSource source, SupplierOptions options, TestKey key)
      throws IOException, LifecycleException {
    secure = key != null;
    folder = Files.createTempDirectory("supplier");
    tomcat.setBaseDir(folder.toString());
    tomcat.setHostname("127.0.0.1");
    tomcat.setSilent(true);
    tomcat.setConnector(connector(key));
    Context context = tomcat.addContext("", folder.toString());
    Supplier.install(context, source, options, new PageBurden(PageWork.NONE));
    tomcat.start();
  }

  private static Connector connector(TestKey key) {
    Connector connector = new Connector("org.apache.coyote.http11.Http11NioProtocol");
    connector.setPort(0);
    connector.setProperty("address", "127.0.0.1");
    if (key != null) {
      connector.setScheme("https");
      connector.setSecure(true);
      connector.setProperty("SSLEnabled", "true");
      SSLHostConfig host = new SSLHostConfig();
      SSLHostConfigCertificate certificate =
          new SSLHostConfigCertificate(host, SSLHostConfigCertificate.Type.UNDEFINED);
      certificate.setCertificateKeystoreFile(key.store().toString());
      certificate.setCertificateKeystorePassword(TestKey.PASSWORD);
      host.addCertificate(certificate);
      connector.addSslHostConfig(host);
    }
    return connector;
  }

  /** Returns the address, with localhost as its host. */
  URI address() {
    return URI.create(
        (secure ? "https" : "http") + "://localhost:" + tomcat.getConnector().getLocalPort());
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(
            URI.create("http://127.0.0.1:" + tomcat.getConnector().getLocalPort() + path))
        .timeout(Duration.ofSeconds(20));
  }

  HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return client.send(request(path).build(), HttpResponse.BodyHandlers.ofString());
  }

  HttpResponse<byte[]> post(String path, String contentType, byte[] body)
      throws IOException, InterruptedException {
    return client.send(
        request(path)
            .header("Content-Type", contentType)
            .POST(HttpRequest.BodyPublishers.ofByteArray(body))
            .build(),
        HttpResponse.BodyHandlers.ofByteArray());
  }

  HttpResponse<String> post(String path, String contentType, String body)
      throws IOException, InterruptedException {
    return client.send(
        request(path)
            .header("Content-Type", contentType)
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  /** Sends a message and returns the reply, whatever it is. */
  HttpResponse<byte[]> call(MessageFormat format, SupplierServices which, Fields content)
      throws IOException, InterruptedException {
    byte[] message = format.write(which.serviceName(), content);
    return post(which.path(), format.contentType(), message);
  }

  /** Sends a message and returns the reply, which must be the one that belongs to it. */
  byte[] good(MessageFormat format, SupplierServices which, Fields content) throws Exception {
    HttpResponse<byte[]> response = call(format, which, content);
    String text = new String(response.body(), StandardCharsets.UTF_8);
    assertThat(response.statusCode()).as(which + " " + text).isEqualTo(200);
    assertThat(response.headers().firstValue("Content-Type").orElse(""))
        .isEqualToIgnoringCase(format.contentType());
    assertThat(text).contains(which.replyName());
    return response.body();
  }

  /** As {@link #good}, read. */
  Fields read(MessageFormat format, SupplierServices which, Fields content) throws Exception {
    return format.read(which.replyName(), good(format, which, content));
  }

  @Override
  public void close() throws LifecycleException, IOException {
    tomcat.stop();
    tomcat.destroy();
    try (var files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
