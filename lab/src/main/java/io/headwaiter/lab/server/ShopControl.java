package io.headwaiter.lab.server;

import io.headwaiter.tuning.mix.AdminRequest;
import java.io.IOException;
import java.net.URI;
import java.util.List;

/** Changes a served shop while it runs, over the port that {@code --control-port} opens. */
public final class ShopControl {
  /** Additional work of every page, KiB hashed. */
  public static final String PAGE_WORK_KIB = "pageWorkKib";

  /** How long a request has a database connection: transaction, request, adaptive. */
  public static final String CONNECTION_POLICY = "connectionPolicy";

  /** Worker threads there can be. */
  static final String WORKER_THREADS = "workerThreads";

  /** Connections to the database there can be. */
  public static final String DATABASE_CONNECTIONS = "databaseConnections";

  private static final int TIMEOUT_MILLIS = 10_000;

  private final URI control;

  private ShopControl(URI control) {
    this.control = control;
  }

  /** Arguments of serve that open the port. */
  public static List<String> arguments() {
    return List.of("--control-port", "0");
  }

  /**
   * Of a server that was started with {@link #arguments}.
   *
   * @throws IOException when it has no such port
   */
  public static ShopControl of(ServerProcess server) throws IOException {
    return new ShopControl(
        server.control().orElseThrow(() -> new IOException("the server has no control port")));
  }

  /**
   * Sets one value.
   *
   * @throws IOException when the server refuses it, with what it said
   */
  public void set(String name, Object value) throws IOException {
    post(control.resolve("/" + name + "?" + value), "does not set " + name + " to " + value);
  }

  /**
   * Sends a command.
   *
   * @param refusal what it means when that is refused, in words
   * @throws IOException when it is refused, with what was said
   */
  static void post(URI address, String refusal) throws IOException {
    try {
      AdminRequest.command(address, TIMEOUT_MILLIS).close();
    } catch (IOException e) {
      throw new IOException("the server " + refusal + ": " + e.getMessage(), e);
    }
  }
}
