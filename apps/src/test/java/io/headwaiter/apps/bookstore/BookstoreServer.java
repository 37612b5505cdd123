package io.headwaiter.apps.bookstore;

import io.headwaiter.apps.PageBurden;
import io.headwaiter.apps.PageWork;
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
import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.sql.DataSource;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.startup.Tomcat;

/**
 * The bookstore on an embedded Tomcat with plain HTTP on a free loopback port, and a client for it.
 */
final class BookstoreServer implements AutoCloseable {
  private final Tomcat tomcat = new Tomcat();
  private final Path folder;
  private final HttpClient client =
      HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(5)).build();

  BookstoreServer(DataSource source, BookstoreOptions options) throws Exception {
    this(source, options, new LocalGateway());
  }

  BookstoreServer(DataSource source, BookstoreOptions options, PaymentGateway gateway)
      throws IOException, LifecycleException {
    folder = Files.createTempDirectory("bookstore");
    tomcat.setBaseDir(folder.toString());
    tomcat.setHostname("127.0.0.1");
    tomcat.setPort(0);
    tomcat.setSilent(true);
    tomcat.getConnector().setProperty("address", "127.0.0.1");
    Context context = tomcat.addContext("", folder.toString());
    PageBurden none = new PageBurden(PageWork.NONE);
    context.addServletContainerInitializer(
        (classes, servlets) -> Bookstore.install(servlets, source, options, none, gateway), null);
    tomcat.start();
  }

  private URI uri(String pathAndQuery) {
    return URI.create("http://127.0.0.1:" + tomcat.getConnector().getLocalPort() + pathAndQuery);
  }

  HttpResponse<String> get(String pathAndQuery) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(uri(pathAndQuery)).timeout(Duration.ofSeconds(20)).build();
    return client.send(request, BodyHandlers.ofString());
  }

  HttpResponse<byte[]> getBytes(String path) throws IOException, InterruptedException {
    return client.send(HttpRequest.newBuilder(uri(path)).build(), BodyHandlers.ofByteArray());
  }

  HttpResponse<String> post(String path, String form) throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(uri(path))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(form))
            .build();
    return client.send(request, BodyHandlers.ofString());
  }

  static String encode(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8);
  }

  /** Returns the first number that a page gives this name, in a link or a form. */
  static int number(String page, String name) {
    Matcher found = Pattern.compile(name + "(?:=|\" value=\")([0-9]+)").matcher(page);
    if (!found.find()) {
      throw new AssertionError("no " + name + " in " + page);
    }
    return Integer.parseInt(found.group(1));
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
