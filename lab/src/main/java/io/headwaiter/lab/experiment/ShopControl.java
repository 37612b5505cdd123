package io.headwaiter.lab.experiment;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Changes a served shop while it runs, over the port that {@code --control-port} opens. */
public final class ShopControl {
  /** Arguments of serve that open it. */
  static final String[] ASKED = {"--control-port", "0"};

  /** Additional work of every page, KiB hashed. */
  static final String PAGE_WORK_KIB = "pageWorkKib";

  /** Pause that holds the worker in every page, milliseconds. */
  static final String PAGE_PAUSE_MILLIS = "pagePauseMillis";

  /** Tomcat's bound of all connections. */
  static final String MAX_CONNECTIONS = "maxConnections";

  /** New visits that an open gate lets in per second from now on. */
  static final String STATIC_PER_SECOND = "staticPerSecond";

  /** How long a request has a database connection: transaction, request, adaptive. */
  static final String CONNECTION_POLICY = "connectionPolicy";

  /** Worker threads there can be. */
  static final String WORKER_THREADS = "workerThreads";

  /** Connections to the database there can be. */
  static final String DATABASE_CONNECTIONS = "databaseConnections";

  private static final int TIMEOUT_MILLIS = 5000;
  private static final int OK = 200;

  private final URI control;

  private ShopControl(URI control) {
    this.control = control;
  }

  /** Arguments of serve that open the port. */
  public static List<String> arguments() {
    return List.of(ASKED);
  }

  /**
   * Of a server that was started with {@link #arguments}.
   *
   * @throws IOException when it has no such port
   */
  static ShopControl of(ServerProcess server) throws IOException {
    return new ShopControl(
        server.control().orElseThrow(() -> new IOException("the server has no control port")));
  }

  /**
   * Sets one value.
   *
   * @throws IOException when the server refuses it, with what it said
   */
  void set(String name, Object value) throws IOException {
    HttpURLConnection connection =
        (HttpURLConnection) control.resolve("/" + name + "?" + value).toURL().openConnection();
    connection.setConnectTimeout(TIMEOUT_MILLIS);
    connection.setReadTimeout(TIMEOUT_MILLIS);
    connection.setRequestMethod("POST");
    connection.setFixedLengthStreamingMode(0);
    connection.setDoOutput(true);
    connection.getOutputStream().close();
    if (connection.getResponseCode() != OK) {
      String said = new String(connection.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
      throw new IOException("the server does not set " + name + " to " + value + ": " + said);
    }
  }
}
