package io.headwaiter.lab.host;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;

class ProcessUsageTest {
  @Test
  void readsTicksBehindNameWithBrackets() {
    String stat = "7 (a (b) c) S 1 7 7 0 -1 4194560 5 6 7 8 250 50 0 0 20 0 3 0 99";

    assertThat(ProcessUsage.parse(stat, 12)).isEqualTo(new ProcessUsage(2.5, 0.5, 12));
  }

  @Test
  void thisProcessHasUsedSomething() throws IOException {
    ProcessUsage used = ProcessUsage.of(ProcessHandle.current().pid());

    assertThat(used.userSeconds()).isPositive();
    assertThat(used.contextSwitches()).isPositive();
    assertThat(used.plus(used).contextSwitches()).isEqualTo(2 * used.contextSwitches());
  }
}
