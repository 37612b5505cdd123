package io.headwaiter.lab.experiment;

import io.headwaiter.lab.search.GridSearch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * HAProxy that ends TLS in front of a Tomcat on plain HTTP, on the same processor, with the best
 * limits that {@link HaproxySearch} finds by trying. A new setting starts the proxy again; the
 * Tomcat behind stays warm.
 *
 * @param repeats how often the best setting is tried
 * @param trialsMax how many trials at most
 */
record HaproxyRival(int repeats, int trialsMax) implements Rival {
  @Override
  public String name() {
    return "HAProxy";
  }

  @Override
  public Optional<String> missing() {
    return Proxy.HAPROXY.find().isPresent()
        ? Optional.empty()
        : Optional.of(Proxy.HAPROXY.missing());
  }

  @Override
  public Running start(ExperimentSetting setting, DemoPlan demo)
      throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("headwaiter-haproxy");
    ServerProcess behind;
    try {
      behind = setting.start(DemoPlan.STOCK, "rival-haproxy-stock", demo, "--plain-http");
    } catch (IOException | InterruptedException | RuntimeException e) {
      delete(folder);
      throw e;
    }
    Both both = new Both(this, setting, demo, folder, behind);
    try {
      both.set(Map.of());
    } catch (IOException | InterruptedException | RuntimeException e) {
      both.close();
      throw e;
    }
    return both;
  }

  /** The proxy and the shop behind it. Belongs to one thread. */
  private static final class Both implements Running {
    private final HaproxyRival rival;
    private final ExperimentSetting setting;
    private final DemoPlan demo;
    private final Path folder;
    private final ServerProcess behind;
    private ServerProcess proxy;

    Both(
        HaproxyRival rival,
        ExperimentSetting setting,
        DemoPlan demo,
        Path folder,
        ServerProcess behind) {
      this.rival = rival;
      this.setting = setting;
      this.demo = demo;
      this.folder = folder;
      this.behind = behind;
    }

    @Override
    public Contender contender() {
      return Contender.of(rival.name(), setting.pinning(), proxy, behind);
    }

    @Override
    public Tuned tune(double fitsPerSecond, Score score) throws IOException, InterruptedException {
      GridSearch search = HaproxySearch.begin(fitsPerSecond, rival.repeats(), rival.trialsMax());
      return Tuned.search(search, this::set, score);
    }

    void set(Map<String, Double> values) throws IOException, InterruptedException {
      if (proxy != null) {
        proxy.close();
      }
      proxy =
          ProxyProcess.start(
              Proxy.HAPROXY,
              Proxy.HAPROXY.find().orElseThrow(),
              setting,
              folder,
              behind.target().getPort(),
              demo.keepAlive(),
              HaproxySearch.limits(values));
    }

    @Override
    public void close() {
      if (proxy != null) {
        proxy.close();
      }
      behind.close();
      delete(folder);
    }
  }

  /** The key in it is worth nothing, but nobody wants it left behind. */
  private static void delete(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("the folder " + folder + " could not be removed", e);
    }
  }
}
