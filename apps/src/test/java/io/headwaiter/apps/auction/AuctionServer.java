package io.headwaiter.apps.auction;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import javax.sql.DataSource;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;

/**
 * The auction on an embedded Tomcat with plain HTTP on a free loopback port, and a client for it.
 */
final class AuctionServer implements AutoCloseable {
  private final Tomcat tomcat = new Tomcat();
  private final Path folder;
  private final HttpClient client =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

  AuctionServer(DataSource source) throws IOException, LifecycleException {
    folder = Files.createTempDirectory("auction");
    tomcat.setBaseDir(folder.toString());
    tomcat.setHostname("127.0.0.1");
    tomcat.setPort(0);
    tomcat.setSilent(true);
    tomcat.getConnector().setProperty("address", "127.0.0.1");
    Context context = tomcat.addContext("", folder.toString());
    Auction.install(context, source);
    tomcat.start();
  }

  URI uri(String pathAndQuery) {
    return URI.create("http://127.0.0.1:" + tomcat.getConnector().getLocalPort() + pathAndQuery);
  }

  HttpResponse<String> get(String pathAndQuery) throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(uri(pathAndQuery)).timeout(Duration.ofSeconds(20)).build());
  }

  HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
    return client.send(request, BodyHandlers.ofString());
  }

  HttpResponse<byte[]> getBytes(String path) throws IOException, InterruptedException {
    return client.send(HttpRequest.newBuilder(uri(path)).build(), BodyHandlers.ofByteArray());
  }

  /** Posts the given query as a form. */
  HttpResponse<String> post(String path, String form) throws IOException, InterruptedException {
    return send(
        HttpRequest.newBuilder(uri(path))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(form))
            .build());
  }

  static String encode(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws LifecycleException, IOException {
    tomcat.stop();
    tomcat.destroy();
    try (var files = Files.walk(folder)) {
      for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
