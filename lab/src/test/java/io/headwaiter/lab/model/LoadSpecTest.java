package io.headwaiter.lab.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.load.LoadOptions;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class LoadSpecTest {
  private static final URI TARGET = URI.create("https://localhost:8443");
  private static final LoadOptions VISITS =
      LoadOptions.builder(HelloSpec.ANYWHERE).ratePerSecond(7).build();
  private static final LoadSpec PEAK = LoadSpec.of("peak", VISITS).on("a", "b");

  @Test
  void rateIsThatOfTheOptions() {
    assertThat(rate(PEAK, Double.NaN)).isEqualTo(7);
    assertThat(PEAK.needsOneX()).isFalse();
  }

  @Test
  void multiplesAreOfOneX() {
    LoadSpec twice = LoadSpec.times("2x", 2, VISITS);
    assertThat(rate(twice, 50)).isEqualTo(100);
    assertThat(twice.needsOneX()).isTrue();
  }

  @Test
  void shareIsOfWhatWasCompleted() {
    LoadSpec half = LoadSpec.shareOf("half", 0.5, PEAK, VISITS);
    assertThat(rate(half, 50)).isEqualTo(25);
    assertThat(half.needsOneX()).isFalse();
    assertThat(half.asCompletedUnder()).contains("peak");
    assertThat(half.servers()).containsExactly("a", "b");
  }

  @Test
  void allThatWasCompletedComes() {
    assertThat(rate(LoadSpec.asCompletedUnder("as many", PEAK, VISITS), 50)).isEqualTo(50);
  }

  private static double rate(LoadSpec load, double unit) {
    return load.at(TARGET, /* seed= */ 1, Duration.ZERO, Duration.ofSeconds(1), unit)
        .arrivals()
        .ratePerSecond();
  }
}
