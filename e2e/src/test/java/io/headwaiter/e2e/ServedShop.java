package io.headwaiter.e2e;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code headwaiter serve} in a process of its own, on free ports. */
final class ServedShop implements AutoCloseable {
  private static final Pattern READY =
      Pattern.compile("READY (https?://\\S+)(?: admin=(http://\\S+))?(?: control=(http://\\S+))?");

  private final Process process;
  private final URI shop;
  private final URI admin;
  private final URI control;

  private ServedShop(Process process, Matcher ready) {
    this.process = process;
    this.shop = URI.create(ready.group(1));
    this.admin = uriOrNull(ready.group(2));
    this.control = uriOrNull(ready.group(3));
  }

  private static URI uriOrNull(String text) {
    return text == null ? null : URI.create(text);
  }

  static ServedShop start(String... more) throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of("serve", "--port", "0", "--active-scale", "0.01", "--scale", "0.001"));
    arguments.addAll(List.of(more));
    return startLine(arguments);
  }

  /** Starts it with something else than the smallest auction. */
  static ServedShop startWith(String... more) throws IOException {
    List<String> arguments = new ArrayList<>(List.of("serve", "--port", "0"));
    arguments.addAll(List.of(more));
    return startLine(arguments);
  }

  private static ServedShop startLine(List<String> arguments) throws IOException {
    Process process =
        new ProcessBuilder(Command.headwaiterLine(arguments.toArray(String[]::new)))
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    BufferedReader out =
        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    for (String line = out.readLine(); line != null; line = out.readLine()) {
      Matcher matcher = READY.matcher(line);
      if (matcher.matches()) {
        return new ServedShop(process, matcher);
      }
    }
    process.destroyForcibly();
    throw new IOException("serve ended before it was ready");
  }

  URI uri(String path) {
    return shop.resolve(path);
  }

  /** Returns HOST:PORT, as openssl expects it. */
  String hostAndPort() {
    return shop.getHost() + ":" + shop.getPort();
  }

  /** Returns the address of the admin endpoint. */
  URI adminUri() {
    return admin;
  }

  /** Returns the body of a page of the admin endpoint. */
  String admin(String path) throws IOException, InterruptedException {
    return body(admin.resolve(path));
  }

  /** Returns the body of a page of the control port. */
  String control(String path) throws IOException, InterruptedException {
    return body(control.resolve(path));
  }

  private static String body(URI page) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(page).build();
    return HttpClient.newHttpClient().send(request, BodyHandlers.ofString()).body();
  }

  @Override
  public void close() throws IOException {
    process.destroy();
    try {
      process.toHandle().onExit().get(30, TimeUnit.SECONDS);
    } catch (InterruptedException | ExecutionException | TimeoutException e) {
      process.destroyForcibly();
      throw new IOException("serve did not end within 30 s of SIGTERM", e);
    }
  }
}
