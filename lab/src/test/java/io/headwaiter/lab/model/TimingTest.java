package io.headwaiter.lab.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimingTest {
  private static Timing warmingUp(int compileWindows, int warmUpMax) {
    return Timing.ofMillis(0, 1000, 0, 2000, compileWindows, warmUpMax);
  }

  /** Four windows tell once whether a server is warm, and each further one tells again. */
  @ParameterizedTest
  @CsvSource({"0, 0", "1, 1", "2, 4", "4, 8"})
  void serverHasChanceToBeWarm(int warmUpMax, int windows) {
    assertThat(warmingUp(1, warmUpMax).steadyWindowsMax()).isEqualTo(windows);
  }

  @Test
  void longestWarmUpHasAllWindows() {
    assertThat(warmingUp(3, 4).warmUp()).isEqualTo(Duration.ofSeconds(22));
  }
}
