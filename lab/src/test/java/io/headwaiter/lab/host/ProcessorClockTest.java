package io.headwaiter.lab.host;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.tuning.HostTime;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessorClockTest {
  private static final String STAT =
      """
      cpu  2009467 1761 160311 931078 9506 0 42664 104946 0 0
      cpu0 1009467 761 100311 431078 4506 0 22664 47648 0 0
      cpu1 1000000 1000 60000 500000 5000 0 20000 57298 0 0
      cpu12 1 1 1 5 2 0 1 7 0 0
      intr 4711 0 0
      """;

  @TempDir private Path proc;

  private HostTime read(String cpus) throws Exception {
    Path process = Files.createDirectories(proc.resolve("4711"));
    Files.writeString(process.resolve("status"), "Name:\tjava\nCpus_allowed_list:\t" + cpus + "\n");
    return ProcessorClock.of(proc, 4711).read();
  }

  @Test
  void theProcessorsOfTheProcessCount() throws Exception {
    Files.writeString(proc.resolve("stat"), STAT);
    assertThat(read("0").stolenNanos()).isEqualTo(476_480_000_000.0);
    assertThat(read("0").idleNanos()).isEqualTo(4_355_840_000_000.0);
    assertThat(read("0-1").stolenNanos()).isEqualTo(1_049_460_000_000.0 / 2);
    assertThat(read("12").stolenNanos()).isEqualTo(70_000_000);
    assertThat(read("12").idleNanos()).isEqualTo(70_000_000);
    assertThat(read("3")).isNull();
  }

  @Test
  void whereNobodyCountsNothingIsKnown() throws Exception {
    assertThat(ProcessorClock.of(proc, 4711).read()).isNull();
    assertThat(read("0")).isNull();
    Files.writeString(proc.resolve("stat"), "cpu0 1 2 3 4\n"); // an old kernel
    assertThat(read("0")).isNull();
  }
}
