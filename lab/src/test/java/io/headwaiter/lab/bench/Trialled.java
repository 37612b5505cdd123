package io.headwaiter.lab.bench;

import io.headwaiter.load.LoadOptions;
import java.net.URI;
import java.time.Duration;

/** Made-up trials. */
public final class Trialled {
  private Trialled() {}

  /** A window of ten seconds, in which whoever is not completed is refused. */
  public static Trial of(
      String server, String load, double offered, double completed, double p99Millis) {
    LoadOptions options =
        LoadOptions.builder(URI.create("https://127.0.0.1:1"))
            .ratePerSecond(offered)
            .duration(Duration.ofSeconds(10))
            .build();
    return new Trial(server, load, Results.of(options, completed, p99Millis, 0), 9.5);
  }
}
