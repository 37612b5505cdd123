package io.headwaiter.lab.server;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.headwaiter.core.pool.profile.PoolSizes;
import io.headwaiter.tuning.TunedServer;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;

/**
 * A Headwaiter that somebody else has started with {@code --tunable}, sized over its admin
 * endpoint. The sizes that it had are put back by {@link #close()}, and at the end of this JVM.
 */
public final class TunableServer implements TunedServer, AutoCloseable {
  private final URI admin;
  private final int threadsBefore;
  private final int connectionsBefore;
  private final Thread hook = new Thread(this::putBackQuietly, "put-pools-back");

  private TunableServer(URI admin, JsonNode pools) {
    this.admin = admin;
    this.threadsBefore = pools.path("threads").asInt();
    this.connectionsBefore = pools.path("connections").asInt();
  }

  /**
   * Looks whether it is one.
   *
   * @param admin its admin endpoint, as http://127.0.0.1:9180/
   * @throws IOException with a sentence when nobody answers there, or it is none, or its pools are
   *     not to be set
   */
  public static TunableServer open(URI admin) throws IOException {
    JsonNode status = status(admin);
    if (!status.path("admission").isTextual() || !status.path("profile").isObject()) {
      throw noHeadwaiter(admin, null);
    }
    JsonNode pools = status.path("pools");
    if (!pools.path("tunable").asBoolean()) {
      throw new IOException(
          "The server of "
              + admin
              + " does not let its pools be set. Start it with headwaiter serve --admission off"
              + " --tunable, and without --pools.");
    }
    TunableServer server = new TunableServer(admin, pools);
    Runtime.getRuntime().addShutdownHook(server.hook);
    return server;
  }

  private static JsonNode status(URI admin) throws IOException {
    try {
      return StatusReader.status(admin);
    } catch (JsonProcessingException | FileNotFoundException | IllegalArgumentException e) {
      throw noHeadwaiter(admin, e);
    } catch (IOException e) {
      throw new IOException(
          admin
              + " does not answer ("
              + e.getMessage()
              + "). Is the server running, and is that its admin endpoint?",
          e);
    }
  }

  private static IOException noHeadwaiter(URI admin, Exception cause) {
    return new IOException(
        admin + " is no admin endpoint of a Headwaiter: it does not tell a status and a profile.",
        cause);
  }

  @Override
  public void resize(PoolSizes sizes) throws IOException {
    set(sizes.threads(), sizes.connections());
  }

  private void set(int threads, int connections) throws IOException {
    String sizes = "threads=" + threads + "&connections=" + connections;
    ShopControl.post(admin.resolve("/pools?" + sizes), "does not set its pools to " + sizes);
  }

  @Override
  public Reading read() throws IOException {
    return ServedPools.reading(admin, /* host= */ null);
  }

  @Override
  public void close() throws IOException {
    try {
      Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException alreadyShuttingDown) {
      return; // the hook runs, or has run
    }
    putBack();
  }

  private void putBack() throws IOException {
    if (threadsBefore >= 1 && connectionsBefore >= 1) {
      set(threadsBefore, connectionsBefore);
    }
  }

  private void putBackQuietly() {
    try {
      putBack();
    } catch (IOException e) {
      System.getLogger(TunableServer.class.getName())
          .log(System.Logger.Level.WARNING, "The pools keep their last sizes: " + e.getMessage());
    }
  }
}
