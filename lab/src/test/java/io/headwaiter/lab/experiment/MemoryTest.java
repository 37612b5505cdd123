package io.headwaiter.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.lab.host.ProcessMemory;
import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Estimate;
import io.headwaiter.lab.outcome.OutcomeJson;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Reading a process's memory, and what is made of it. */
class MemoryTest {
  private static final SoakFigures.Heap FLAT = new SoakFigures.Heap(50e6, 80e6, 80.001e6);
  private static final SoakFigures.Heap GROWING = new SoakFigures.Heap(50e6, 80e6, 100e6);

  private static final double MEGA = 1e6;

  @Test
  void residentMemoryIsALineOfStatus() {
    String status = "Name:\tjava\nVmPeak:\t 9 kB\nVmRSS:\t  1234 kB\nRssAnon:\t 7 kB\n";
    assertThat(ProcessMemory.residentBytes(status)).hasValue(1234 * 1024);
    assertThat(ProcessMemory.residentBytes("Name:\tjava\n")).isEmpty();
  }

  @Test
  void whatSurvivesAFullCollectionIsTenured() {
    String info =
        """
        4711:
         def new generation   total 314560K, used 100K [0x1, 0x2, 0x3)
          eden space 279616K,   0% used [0x1, 0x2, 0x3)
         tenured generation   total 699072K, used 2000K [0x1, 0x2, 0x3)
         Metaspace       used 6500K, committed 6784K, reserved 1114112K
        """;
    assertThat(ProcessMemory.usedBytes(info)).hasValue(2000 * 1024);
    assertThat(ProcessMemory.usedBytes("Tenured    total 699072K, used 26844K [0x1, 0x2)"))
        .as("JDK 25")
        .hasValue(26844 * 1024);
    assertThat(ProcessMemory.usedBytes("garbage-first heap total 1K, used 1K")).isEmpty();
  }

  @Test
  void ownMemoryCanBeRead() throws Exception {
    ProcessMemory own = new ProcessMemory(ProcessHandle.current().pid());
    assertThat(own.residentBytes()).isBetween(1L << 20, 1L << 40);
  }

  private static MemoryTrend trend(double megabytesPerStep) {
    List<MemoryTrend.Sample> samples = new ArrayList<>();
    for (int i = 0; i <= 200; i++) {
      double wobble = i % 2 == 0 ? 0.1 : -0.1;
      samples.add(new MemoryTrend.Sample(1000 * i, MEGA * (1000 + i * megabytesPerStep + wobble)));
    }
    return new MemoryTrend(samples);
  }

  @Test
  void aFlatLineHasNoGrowth() {
    assertThat(trend(0).growthBytes().value()).isCloseTo(0, within(0.1 * MEGA));
    Estimate slope = trend(0).slopeOfLastHalf();
    assertThat(slope.value()).isCloseTo(0, within(5.0));
    assertThat(slope.low()).isLessThanOrEqualTo(0);
    assertThat(slope.high()).isGreaterThanOrEqualTo(0);
  }

  @Test
  void aLeakShowsInGrowthAndSlope() {
    // 0.2 MB for each 1000 handshakes; the quarters are 100 steps apart
    assertThat(trend(0.2).growthBytes().value()).isCloseTo(20 * MEGA, within(0.2 * MEGA));
    assertThat(trend(0.2).slopeOfLastHalf().value()).isCloseTo(200, within(5.0));
    assertThat(trend(-0.2).growthBytes().value()).isCloseTo(-20 * MEGA, within(0.2 * MEGA));
    assertThat(MemoryTrend.smallestLeak(10 * MEGA, 200_000)).isEqualTo(100);
  }

  @Test
  void withoutSamplesNothingIsKnown() {
    assertThat(new MemoryTrend(List.of()).growthBytes().known()).isFalse();
    assertThat(new MemoryTrend(List.of()).slopeOfLastHalf().known()).isFalse();
  }

  @Test
  void heapThatNobodySawProvesNothing() {
    SoakFigures.Heap unseen = new SoakFigures.Heap(50e6, Double.NaN, 60e6);
    assertThat(new SoakFigures(200_000, 200_000, unseen, trend(0)).checks())
        .extracting(Check::holds)
        .containsExactly(true, false);
  }

  @Test
  void aSoakHoldsWhenItIsFlatAndLongEnough() {
    assertThat(new SoakFigures(200_000, 200_000, FLAT, trend(0)).checks())
        .hasSize(2)
        .allMatch(Check::holds);
    assertThat(new SoakFigures(200_000, 200_000, GROWING, trend(0.2)).checks())
        .noneMatch(Check::holds);
    assertThat(new SoakFigures(200_000, 150_000, FLAT, trend(0)).checks()).noneMatch(Check::holds);
    assertThat(new SoakFigures(20_000, 20_000, FLAT, trend(0)).checks()).isEmpty();
    SoakFigures leak = new SoakFigures(200_000, 200_000, FLAT, trend(0.2));
    assertThat(leak.notes()).anyMatch(n -> n.startsWith("A leak of 100 bytes"));
    assertThat(leak.table()).contains("200000");
    assertThat(OutcomeJson.figures(leak.raw()).get("residentMegabytesSampled")).hasSize(201);
  }
}
