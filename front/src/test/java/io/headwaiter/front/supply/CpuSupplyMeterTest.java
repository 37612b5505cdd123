package io.headwaiter.front.supply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.core.capacity.CpuSupply;
import java.nio.file.Path;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whole hosts made of files, in virtual time. Processors are compared within the error that ticks
 * cause.
 */
class CpuSupplyMeterTest {
  private static final Offset<Double> EXACT = within(1e-9);
  private static final Offset<Double> TICKS = within(0.06);

  @TempDir private Path root;
  private FakeHost host;

  @BeforeEach
  void makeHost() {
    host = new FakeHost(root);
  }

  @Test
  void bareHostHasAllItsProcessors() {
    host.cpus(4);
    assertThat(host.now().allowed()).isEqualTo(4);
    CpuSupply supply = host.second(1, false, 0.5, 0.5, 1, 1);
    assertThat(supply.processors()).isCloseTo(4, TICKS);
    assertThat(supply.others()).isCloseTo(0, TICKS);
    assertThat(host.complaints).isEmpty();
  }

  @Test
  void usesJvmCountWithoutProcFiles() {
    assertThat(host.now()).isEqualTo(CpuSupply.of(FakeHost.JVM_SAYS));
    CpuSupply supply = host.second(1, true);
    assertThat(supply.processors()).isCloseTo(FakeHost.JVM_SAYS, EXACT);
    assertThat(host.complaints).isEmpty();
  }

  @Test
  void seesOtherProcessWhileIdle() {
    host.cpus(1).now();
    host.second(0, false, 1);
    CpuSupply supply = host.second(0, false, 0.5);
    assertThat(supply.processors()).isCloseTo(0.5, TICKS);
    assertThat(supply.others()).isCloseTo(0.5, TICKS);
  }

  @Test
  void seesOtherProcessWhileSaturated() {
    host.cpus(1).now();
    assertThat(host.second(1, true, 0).processors()).isCloseTo(1, TICKS);
    CpuSupply supply = host.second(0.5, true, 0);
    assertThat(supply.processors()).isCloseTo(0.5, TICKS);
    assertThat(supply.others()).isCloseTo(0.5, TICKS);
    assertThat(host.second(0.5, false, 0.5).processors()).isCloseTo(1, TICKS); // it has ended
  }

  @Test
  void startsAtEqualShareAndLearnsActualShare() {
    host.cpus(2).now();
    assertThat(host.second(0, false, 0, 0).processors()).isCloseTo(1, TICKS);
    // It asks for all, and gets more than that, because the others have fewer threads.
    assertThat(host.second(1.6, true, 0, 0).processors()).isCloseTo(1.6, TICKS);
    // The share that it once got counts while it wants less.
    assertThat(host.second(0.2, false, 0, 0).processors()).isCloseTo(1.6, TICKS);
    // It gets less than that.
    assertThat(host.second(0.4, true, 0, 0).processors()).isCloseTo(0.4, TICKS);
  }

  @Test
  void smallShareReturnsToEqualShare() {
    host.cpus(2).now();
    host.second(0.4, true, 0, 0);
    CpuSupply supply = host.now();
    for (int i = 0; i < 60; i++) {
      supply = host.second(0.4, false, 0, 0);
    }
    assertThat(supply.processors()).isCloseTo(0.9, within(0.1));
  }

  @Test
  void subtractsStolenTime() {
    host.cpus(2).now();
    CpuSupply supply = host.now();
    for (int i = 0; i < 20; i++) {
      supply = host.tick(50, 1.2, true, /* stolen= */ 0.4, 0, 0);
    }
    assertThat(supply.stolen()).isCloseTo(0.8, TICKS);
    assertThat(supply.processors()).isCloseTo(1.2, TICKS);
    assertThat(supply.others()).isCloseTo(0, within(0.1));
  }

  @Test
  void detectsLoadThatGrowsWithOwnUse() {
    host.cpus(2).now();
    // The database takes half a processor for each of this process; load goes up and down.
    for (int i = 0; i < 20; i++) {
      double own = i % 2 == 0 ? 0.2 : 0.8;
      double idle = (2 - 1.5 * own) / 2;
      host.second(own, false, idle, idle);
    }
    double own = 0.4;
    double idle = (2 - 1.5 * own) / 2;
    CpuSupply supply = host.second(own, false, idle, idle);
    // 2 / 1.5 = 1.33 is right, and 1.45 is reported; without the slope it would be 1.8.
    assertThat(supply.processors()).isBetween(1.3, 1.5);
    // At the limit the report is exact.
    assertThat(host.second(1.333, true, 0, 0).processors()).isCloseTo(1.333, TICKS);
  }

  @Test
  void followsAffinityAtRuntime() {
    host.cpus(4).now();
    host.second(2, false, 0.5, 0.5, 0.5, 0.5);
    host.affinity("1");
    host.tick(1, false, 1, 0, 1, 1);
    CpuSupply one = host.tick(1, false, 1, 0, 1, 1);
    assertThat(one.allowed()).isEqualTo(1);
    assertThat(one.processors()).isCloseTo(1, EXACT);
    host.affinity("0,2-3");
    host.tick(1, false, 0.6, 1, 0.7, 0.7);
    CpuSupply three = host.tick(1, false, 0.6, 1, 0.7, 0.7);
    assertThat(three.allowed()).isEqualTo(3);
    assertThat(host.second(1, false, 0.6, 1, 0.7, 0.7).processors()).isCloseTo(3, TICKS);
  }

  @Test
  void ignoresLoadOutsideAffinity() {
    host.cpus(2).affinity("1").now();
    CpuSupply supply = host.second(0.3, false, 0, 0.7);
    assertThat(supply.processors()).isCloseTo(1, TICKS);
    assertThat(supply.others()).isCloseTo(0, TICKS);
  }

  @Test
  void ignoresOfflineProcessors() {
    host.cpus(2).affinity("0-127").now();
    assertThat(host.second(1, false, 0.5, 0.5).allowed()).isEqualTo(2);
  }

  @Test
  void acceptsRenumberedProcessors() {
    host.cpus(2).affinity("6-7").now();
    CpuSupply supply = host.second(0.5, false, 0.5, 0.5);
    assertThat(supply.allowed()).isEqualTo(2);
    assertThat(supply.processors()).isCloseTo(1.5, TICKS);
  }

  @Test
  void followsCpusetChanges() {
    host.cpus(4).unifiedGroup("/shop").file("sys/fs/cgroup/shop/cpuset.cpus.effective", "0-1\n");
    assertThat(host.now().allowed()).isEqualTo(2);
    host.file("sys/fs/cgroup/shop/cpuset.cpus.effective", "0-2\n");
    host.tick(0, false, 1, 1, 1, 1);
    assertThat(host.tick(0, false, 1, 1, 1, 1).allowed()).isEqualTo(3);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "\n", "nonsense", "cpu", "cpu0", "cpu0 1 2", "cpu0 x y z", "cpu-1 1 2 3 4"})
  void reportsInvalidStatOnce(String text) {
    host.cpus(2).now();
    host.file("proc/stat", text);
    for (int i = 0; i < 6; i++) {
      CpuSupply supply = host.now();
      assertThat(supply.allowed()).isEqualTo(2);
      assertThat(supply.processors()).isGreaterThan(0).isLessThanOrEqualTo(2);
    }
    assertThat(host.complaints).hasSizeLessThanOrEqualTo(1);
    if (!text.isEmpty()) {
      assertThat(host.complaints).singleElement().asString().contains("stat");
    }
  }

  @Test
  void usesOnlineProcessorsWithInvalidStatus() {
    host.cpus(2).affinity("3-1").now();
    assertThat(host.now().allowed()).isEqualTo(2);
    assertThat(host.complaints).singleElement().asString().contains("status");
  }

  @Test
  void ignoresCountersThatDecrease() {
    host.cpus(1).now();
    host.second(0.5, false, 0.5);
    host.cpus(1); // from 0 again
    CpuSupply supply = host.tick(0.5, false, 0.5);
    assertThat(supply.processors()).isCloseTo(1, TICKS);
  }

  @Test
  void returnsSameSampleWithoutElapsedTime() {
    CpuSupplyMeter meter = new CpuSupplyMeter(root, () -> 1, () -> 0, host.complaints::add);
    CpuSupply first = meter.sample(5, false);
    assertThat(meter.sample(5, false)).isSameAs(first);
    assertThat(meter.sample(4, true)).isSameAs(first);
    meter.close();
  }
}
