package io.headwaiter.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.outcome.ProgressLine;
import io.headwaiter.lab.server.ServerUnderTest;
import io.headwaiter.lab.study.Visits;
import io.headwaiter.load.LoadOptions;
import io.headwaiter.load.workload.PlainWorkload;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is known of a server after its warm-up. Each window of one second has 850 pages. */
class WarmUpTest {
  private static final Duration WINDOW = Duration.ofSeconds(1);
  private static final double CPU_SECONDS_PER_WINDOW = 0.85;

  private double cpuSeconds;

  private final class Counting implements ServerUnderTest {
    @Override
    public URI target() {
      return URI.create("https://127.0.0.1:1/");
    }

    @Override
    public Optional<URI> admin() {
      return Optional.empty();
    }

    @Override
    public double cpuSeconds() {
      return cpuSeconds;
    }

    @Override
    public void close() {}
  }

  private double fitsPerSecond(LoadOptions visits, double cpuSecondsPerWindow)
      throws InterruptedException {
    LoadOptions load = visits.toBuilder().ratePerSecond(100).duration(WINDOW).build();
    WarmUp warmUp =
        new WarmUp(
            "server",
            new Counting(),
            new WarmUp.Steps(WINDOW, 1, 1, (target, rate, window) -> load),
            (options, progress) -> {
              cpuSeconds += cpuSecondsPerWindow;
              return Results.of(options, 100, 200, 0);
            },
            ProgressLine.onStandardError());
    warmUp.step();
    return warmUp.fitsPerSecond();
  }

  /** Otherwise a search for the most that is served begins far below it. */
  @Test
  void visitsOfOnePageFitMoreOftenThanLongOnes() throws InterruptedException {
    LoadOptions browsing = Visits.browsing(Customers.of(1));
    assertThat(fitsPerSecond(browsing, CPU_SECONDS_PER_WINDOW)).isCloseTo(117.6, within(0.1));
    LoadOptions onePage =
        browsing.toBuilder()
            .plain(new PlainWorkload(1, /* fixedLength= */ true, List.of("/"), List.of()))
            .build();
    assertThat(fitsPerSecond(onePage, CPU_SECONDS_PER_WINDOW)).isCloseTo(1000, within(0.1));
  }

  @Test
  void nothingIsKnownBeforeCpuTimeIs() throws InterruptedException {
    assertThat(fitsPerSecond(Visits.browsing(Customers.of(1)), /* cpuSecondsPerWindow= */ 0))
        .isNaN();
  }
}
