package io.headwaiter.lab.server;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.headwaiter.tuning.mix.AdminRequest;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * A Prometheus that reads one server every five seconds, as the documentation says, and judges the
 * alerts of the project. Thread-safe.
 */
public final class PrometheusProcess implements AutoCloseable {
  private static final String RULES = "/deploy/headwaiter-rules.yml";
  private static final List<Path> PLACES =
      List.of(Path.of("/usr/bin/prometheus"), Path.of("/usr/local/bin/prometheus"));
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final int TIMEOUT_MILLIS = 5000;
  private static final long STEP_MILLIS = 100;

  private final ServerProcess process;

  private PrometheusProcess(ServerProcess process) {
    this.process = process;
  }

  /** Returns where it is installed, if it is. */
  public static Optional<Path> find() {
    return PLACES.stream().filter(Files::isExecutable).findFirst();
  }

  /**
   * Starts one, on the processors of this process.
   *
   * @param admin the admin endpoint to read
   * @param port a free one
   * @param folder for its files, which must be empty
   * @param log for what it says
   * @throws IOException if it is not installed, or does not come up
   */
  public static PrometheusProcess start(URI admin, int port, Path folder, Path log)
      throws IOException, InterruptedException {
    Path program =
        find()
            .orElseThrow(
                () ->
                    new IOException(
                        "Prometheus is not installed; on Debian and Ubuntu: apt-get install"
                            + " prometheus, and stop the service that comes with it."));
    Path rules = folder.resolve("rules.yml");
    try (InputStream file = PrometheusProcess.class.getResourceAsStream(RULES)) {
      if (file == null) {
        throw new IOException(RULES + " is missing from the laboratory's jar");
      }
      Files.copy(file, rules);
    }
    Path configuration = Files.writeString(folder.resolve("prometheus.yml"), text(admin, rules));
    String address = "127.0.0.1:" + port;
    List<String> command =
        List.of(
            program.toString(),
            "--config.file=" + configuration,
            "--storage.tsdb.path=" + folder.resolve("data"),
            "--web.listen-address=" + address,
            "--log.level=warn");
    ServerProcess process =
        ServerProcess.start(
            "prometheus",
            ServerProcess.announced("READY http://" + address + "/", command),
            log,
            PATIENCE);
    PrometheusProcess prometheus = new PrometheusProcess(process);
    try {
      prometheus.awaitReady();
    } catch (IOException | InterruptedException | RuntimeException e) {
      prometheus.close();
      throw e;
    }
    return prometheus;
  }

  private static String text(URI admin, Path rules) {
    return """
        rule_files: [%s]
        scrape_configs:
          - job_name: shop
            scrape_interval: 5s
            static_configs:
              - targets: ["%s"]
        """
        .formatted(rules, admin.getAuthority());
  }

  private void awaitReady() throws IOException, InterruptedException {
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (true) {
      try {
        AdminRequest.get(process.target().resolve("/-/ready"), TIMEOUT_MILLIS);
        return;
      } catch (IOException e) {
        if (System.nanoTime() - end > 0 || !process.isAlive()) {
          throw new IOException("Prometheus is not ready: " + process.tail(), e);
        }
        Thread.sleep(STEP_MILLIS);
      }
    }
  }

  /** Returns the names of the alerts that fire. */
  public Set<String> firing() throws IOException {
    byte[] answer = AdminRequest.get(process.target().resolve("/api/v1/alerts"), TIMEOUT_MILLIS);
    Set<String> firing = new TreeSet<>();
    for (JsonNode alert : new ObjectMapper().readTree(answer).path("data").path("alerts")) {
      if (alert.path("state").asText().equals("firing")) {
        firing.add(alert.path("labels").path("alertname").asText());
      }
    }
    return firing;
  }

  @Override
  public void close() {
    process.close();
  }
}
