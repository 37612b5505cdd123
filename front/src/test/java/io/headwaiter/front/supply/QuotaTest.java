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

/** Control groups of both versions, on a host of four processors. */
class QuotaTest {
  private static final Offset<Double> TICKS = within(0.06);
  private static final String SHOP = "sys/fs/cgroup/kube.slice/pod 7/shop/";
  private static final String POD = "sys/fs/cgroup/kube.slice/pod 7/";

  @TempDir private Path root;
  private FakeHost host;

  @BeforeEach
  void makeHost() {
    host = new FakeHost(root).cpus(4);
  }

  private FakeHost nested() {
    return host.unifiedGroup("/kube.slice/pod 7/shop")
        .file(SHOP + "cpu.max", "max 100000\n")
        .file(POD + "cpu.max", "max 100000\n")
        .file("sys/fs/cgroup/kube.slice/cpu.max", "max 100000\n");
  }

  @Test
  void maxIsNoQuota() {
    assertThat(nested().now().allowed()).isEqualTo(4);
  }

  @Test
  void usesSmallestQuotaOfGroupChain() {
    nested().file(SHOP + "cpu.max", "300000 100000").file(POD + "cpu.max", "75000 50000");
    assertThat(host.now().allowed()).isEqualTo(1.5);
    host.file("sys/fs/cgroup/kube.slice/cpu.max", "25000 100000");
    assertThat(host.now().allowed()).isEqualTo(0.25);
  }

  @Test
  void appliesChangedQuotaAtOnce() {
    nested().file(SHOP + "cpu.max", "200000 100000").now();
    assertThat(host.second(2, true, 0.5, 0.5, 0.5, 0.5).processors()).isCloseTo(2, TICKS);
    host.file(SHOP + "cpu.max", "100000 100000");
    CpuSupply halved = host.tick(1.6, true, 0.6, 0.6, 0.6, 0.6);
    assertThat(halved.allowed()).isEqualTo(1);
    assertThat(halved.processors()).isEqualTo(1);
    host.file(SHOP + "cpu.max", "200000 100000");
    // The process is not idle: its use comes from the ticks.
    assertThat(host.second(1, false, 0.75, 0.75, 0.75, 0.75).processors()).isCloseTo(2, TICKS);
  }

  @Test
  void appliesRemovedQuotaAtOnce() {
    nested().file(SHOP + "cpu.max", "50000 100000").now();
    host.second(0.5, true, 1, 1, 1, 0.5);
    host.file(SHOP + "cpu.max", "max 100000");
    assertThat(host.tick(0.5, true, 1, 1, 1, 0.5).processors()).isCloseTo(4, TICKS);
  }

  @Test
  void subtractsUseOfOthersInGroup() {
    nested().file(POD + "cpu.max", "200000 100000").file(POD + "cpu.stat", "usage_usec 0").now();
    CpuSupply supply = host.now();
    long usageMicros = 0;
    for (int i = 0; i < 20; i++) {
      // The process uses 0.3, a neighbour in the pod 0.5; the rest of the host is idle.
      usageMicros += (long) (0.8 * 50_000);
      host.file(
          POD + "cpu.stat", "usage_usec " + usageMicros + "\nnr_periods 1\nthrottled_usec 0\n");
      supply = host.tick(0.3, false, 0.8, 0.8, 0.8, 0.8);
    }
    assertThat(supply.processors()).isCloseTo(1.5, TICKS);
  }

  @Test
  void reportsThrottledPart() {
    nested().file(SHOP + "cpu.max", "200000 100000").now();
    CpuSupply supply = host.now();
    long throttledMicros = 0;
    for (int i = 0; i < 40; i++) {
      throttledMicros += 4 * 12_500; // a quarter of the time on each of four processors
      host.file(SHOP + "cpu.stat", "nr_throttled 3\nthrottled_usec " + throttledMicros + "\n");
      supply = host.tick(2, true, 0.5, 0.5, 0.5, 0.5);
    }
    assertThat(supply.throttledPart()).isCloseTo(0.25, within(0.01));
    assertThat(supply.processors()).isCloseTo(2, TICKS);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "garbage",
        "-5 100000",
        "100000",
        "100000 0",
        "0 100000",
        "99999999999999999999 100000",
        "NaN NaN",
        "\n"
      })
  void reportsInvalidQuotaOnceAndIgnoresIt(String text) {
    nested().file(SHOP + "cpu.max", text).file(POD + "cpu.max", "300000 100000");
    assertThat(host.now().allowed()).isEqualTo(3);
    host.now();
    assertThat(host.complaints).singleElement().asString().contains("cpu.max");
  }

  @Test
  void ignoresGroupsOutsideContainer() {
    host.unifiedGroup("/../../other.slice").file("sys/fs/cgroup/cpu.max", "100000 100000");
    assertThat(host.now().allowed()).isEqualTo(1);
    assertThat(host.complaints).isEmpty();
  }

  @Test
  void followsProcessToOtherGroup() {
    nested().file(SHOP + "cpu.max", "100000 100000");
    assertThat(host.now().allowed()).isEqualTo(1);
    host.unifiedGroup("/kube.slice");
    host.second(0.1, false, 1, 1, 1, 0.9);
    assertThat(host.second(0.1, false, 1, 1, 1, 0.9).allowed()).isEqualTo(4);
  }

  @Test
  void emptyQuotaFileMeansNoQuota() {
    nested().file(SHOP + "cpu.max", "100000 100000");
    assertThat(host.now().allowed()).isEqualTo(1);
    host.file(SHOP + "cpu.max", "");
    assertThat(host.now().allowed()).isEqualTo(4);
  }

  private void hybrid(String membership) {
    host.file("proc/self/cgroup", membership)
        .file(
            "proc/self/mountinfo",
            """
            31 23 0:28 / /sys/fs/cgroup rw - tmpfs tmpfs rw,mode=755
            32 31 0:29 / /sys/fs/cgroup/cpu rw,relatime - cgroup cgroup rw,cpu
            33 31 0:30 / /sys/fs/cgroup/cpuacct rw - cgroup cgroup rw,cpuacct
            34 31 0:31 / /sys/fs/cgroup/cpuset rw - cgroup cgroup rw,cpuset
            40 31 0:37 / /sys/fs/cgroup/systemd rw - cgroup cgroup rw,name=systemd
            41 31 0:38 / /sys/fs/cgroup/unified rw - cgroup2 cgroup2 rw
            """);
  }

  @Test
  void readsVersion1ControllersBesideEmptyVersion2() {
    hybrid("9:name=systemd:/\n3:cpuset:/half\n2:cpuacct:/shops/a\n1:cpu:/shops/a\n0::/\n");
    host.file("sys/fs/cgroup/cpu/shops/a/cpu.cfs_quota_us", "-1\n")
        .file("sys/fs/cgroup/cpu/shops/a/cpu.cfs_period_us", "100000\n")
        .file("sys/fs/cgroup/cpu/shops/cpu.cfs_quota_us", "150000\n")
        .file("sys/fs/cgroup/cpu/shops/cpu.cfs_period_us", "100000\n")
        .file("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "-1\n")
        .file("sys/fs/cgroup/cpuset/half/cpuset.effective_cpus", "2-3\n");
    assertThat(host.now().allowed()).isEqualTo(1.5);
    host.file("sys/fs/cgroup/cpu/shops/cpu.cfs_quota_us", "-1\n");
    assertThat(host.now().allowed()).isEqualTo(2);
    assertThat(host.complaints).isEmpty();
  }

  @Test
  void readsThrottlingAndUseOfVersion1() {
    hybrid("3:cpuset:/\n2:cpuacct:/shop\n1:cpu:/shop\n");
    host.file("sys/fs/cgroup/cpu/shop/cpu.cfs_quota_us", "100000\n")
        .file("sys/fs/cgroup/cpu/shop/cpu.cfs_period_us", "100000\n")
        .now();
    CpuSupply supply = host.now();
    for (int i = 1; i <= 40; i++) {
      host.file("sys/fs/cgroup/cpuacct/shop/cpuacct.usage", (long) (i * 0.9 * 50e6) + "\n");
      host.file(
          "sys/fs/cgroup/cpu/shop/cpu.stat", "nr_periods 2\nthrottled_time " + i * 20_000_000L);
      supply = host.tick(0.7, false, 0.8, 0.8, 0.8, 0.8);
    }
    assertThat(supply.processors()).isCloseTo(0.8, TICKS);
    assertThat(supply.throttledPart()).isCloseTo(0.1, within(0.01));
  }

  @Test
  void readsCombinedControllersInsideContainer() {
    host.file("proc/self/cgroup", "4:cpu,cpuacct:/docker/abc/inner\n")
        .file(
            "proc/self/mountinfo",
            """
            nonsense
            50 40 0:9 /docker/abc /sys/fs/cgroup/cpu,cpuacct ro master:7 - cgroup cgroup rw,cpu,cpuacct
            """)
        .file("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_quota_us", "200000")
        .file("sys/fs/cgroup/cpu,cpuacct/cpu.cfs_period_us", "100000")
        .file("sys/fs/cgroup/cpu,cpuacct/inner/cpu.cfs_quota_us", "50000")
        .file("sys/fs/cgroup/cpu,cpuacct/inner/cpu.cfs_period_us", "100000");
    assertThat(host.now().allowed()).isEqualTo(0.5);
  }

  @Test
  void reportsQuotaWithoutPeriod() {
    hybrid("1:cpu:/\n");
    host.file("sys/fs/cgroup/cpu/cpu.cfs_quota_us", "50000\n");
    assertThat(host.now().allowed()).isEqualTo(4);
    assertThat(host.complaints).singleElement().asString().contains("cfs_quota_us");
  }
}
