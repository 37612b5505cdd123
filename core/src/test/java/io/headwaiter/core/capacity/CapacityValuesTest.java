package io.headwaiter.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Results and ranges of the values in this package. */
class CapacityValuesTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "0|1|0|0|0|processors must be above 0, got 0.0",
        "1|NaN|0|0|0|allowed must be above 0, got NaN",
        "1|1|-1|0|0|others must be at least 0, got -1.0",
        "1|1|0|-2|0|stolen must be at least 0, got -2.0",
        "1|1|0|0|1.5|throttledPart must be 0 to 1, got 1.5",
        "1|1|0|0|-0.5|throttledPart must be 0 to 1, got -0.5",
      })
  void supplyRejectsValueOutOfRange(
      double processors,
      double allowed,
      double others,
      double stolen,
      double throttled,
      String sentence) {
    assertThatThrownBy(() -> new CpuSupply(processors, allowed, others, stolen, throttled))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(sentence);
  }

  @Test
  void supplyAcceptsFullyThrottledInterval() {
    assertThat(new CpuSupply(1, 1, 0, 0, 1).throttledPart()).isEqualTo(1);
  }

  @Test
  void subtractsEarlierTotalFromFirstUses() {
    FirstUses earlier = new FirstUses(1, 2, 3, 4, 5);
    assertThat(new FirstUses(11, 22, 33, 44, 55).since(earlier))
        .isEqualTo(new FirstUses(10, 20, 30, 40, 50));
  }

  @Test
  void reportContainsProcessorsOfSupply() {
    MeterSnapshot interval = MeterSnapshot.builder(1, 1).supply(CpuSupply.of(3)).build();
    ControlReport report = new AdaptiveController(1, 1).step(interval).report();
    assertThat(report.processors()).isEqualTo(3);
  }

  @ParameterizedTest
  @EnumSource(Resource.class)
  void resourcesHaveLowerCaseLabels(Resource resource) {
    assertThat(resource.label()).isNotBlank().isEqualTo(resource.label().toLowerCase(Locale.ROOT));
  }
}
