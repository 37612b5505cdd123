package io.headwaiter.lab.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.headwaiter.core.pool.profile.PoolSizes;
import io.headwaiter.core.profile.RequestProfile;
import io.headwaiter.lab.host.ProcessorClock;
import io.headwaiter.tuning.HostTime;
import io.headwaiter.tuning.TunedServer;
import java.io.IOException;
import java.net.URI;
import java.util.List;

/** A shop that {@code serve} serves, sized over its control port. */
public final class ServedPools implements TunedServer {
  /** The longest that can be asked for: a crowd that waits is what a server is profiled with. */
  public static final int TIMEOUT_MILLIS = 600_000;

  /** The same as flags of a server: for a worker. */
  public static final List<String> NOBODY_IS_LATE_TO_WORK =
      List.of("--worker-timeout-millis", Integer.toString(TIMEOUT_MILLIS));

  /** And for a connection, too. */
  public static final List<String> NOBODY_IS_LATE =
      List.of(
          "--worker-timeout-millis",
          Integer.toString(TIMEOUT_MILLIS),
          "--connection-timeout-millis",
          Integer.toString(TIMEOUT_MILLIS));

  private static final double NANOS_PER_MILLI = 1e6;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final ShopControl control;
  private final URI admin;
  private final ProcessorClock clock;

  private ServedPools(ShopControl control, URI admin, ProcessorClock clock) {
    this.control = control;
    this.admin = admin;
    this.clock = clock;
  }

  /**
   * Of a server that was started with {@link ShopControl#arguments} and an admin port.
   *
   * @throws IOException when it has none
   */
  public static ServedPools of(ServerProcess server) throws IOException {
    URI admin = server.requireAdmin();
    return new ServedPools(ShopControl.of(server), admin, ProcessorClock.of(server.pid()));
  }

  @Override
  public void resize(PoolSizes sizes) throws IOException {
    control.set(ShopControl.DATABASE_CONNECTIONS, sizes.connections());
    control.set(ShopControl.WORKER_THREADS, sizes.threads());
  }

  @Override
  public Reading read() throws IOException {
    return reading(admin, clock.read());
  }

  /**
   * What the server of an admin endpoint tells now.
   *
   * @param host what its host tells; null if nobody knows
   */
  public static Reading reading(URI admin, HostTime host) throws IOException {
    JsonNode status = StatusReader.status(admin);
    JsonNode threads = status.path("resourceTotals").path("worker_threads");
    JsonNode requests = status.path("profile").path("sinceStart");
    JsonNode cpu = status.path("cpuMillis");
    if (!requests.isObject() || !threads.isObject()) {
      throw new IOException(admin + " tells no profile of its requests and threads at /status");
    }
    return new Reading(
        JSON.treeToValue(requests, RequestProfile.class),
        threads.path("busySum").asDouble(),
        threads.path("samples").asLong(),
        NANOS_PER_MILLI * Math.max(0, cpu.path("process").asDouble() - cpu.path("jit").asDouble()),
        NANOS_PER_MILLI * cpu.path("jit").asDouble(),
        status.path("supply").path("allowed").asDouble(),
        host);
  }
}
