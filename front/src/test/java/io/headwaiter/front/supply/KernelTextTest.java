package io.headwaiter.front.supply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Parsing of texts that the kernel writes, and of texts that it never writes. */
class KernelTextTest {
  private static final String BLANK = " ";

  private final BitSet cpus = new BitSet();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {"0|{0}", "0-3|{0, 1, 2, 3}", "0-1,8|{0, 1, 8}", "7,3-4|{3, 4, 7}", "65535|{65535}"})
  void parsesProcessorLists(String text, String expected) {
    assertThat(CpuList.read(FileText.of(text + "\n"), cpus)).isTrue();
    assertThat(cpus).hasToString(expected);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "\n", "a", "3-1", "1-", "-1", "1,", "1,,2", "0-65536", "1 2", "0x1"})
  void rejectsInvalidProcessorLists(String text) {
    cpus.set(5);
    assertThat(CpuList.read(FileText.of(text), cpus)).isFalse();
    assertThat(cpus.isEmpty()).isTrue();
  }

  @Property
  void readsBackWrittenProcessorList(@ForAll("sets") BitSet set) {
    String text = set.stream().mapToObj(Integer::toString).collect(Collectors.joining(","));
    assertThat(CpuList.read(FileText.of(text), cpus)).isTrue();
    assertThat(cpus).isEqualTo(set);
  }

  @Provide
  Arbitrary<BitSet> sets() {
    return Arbitraries.integers()
        .between(0, 1_000)
        .set()
        .ofMinSize(1)
        .map(
            numbers -> {
              BitSet set = new BitSet();
              numbers.forEach(set::set);
              return set;
            });
  }

  @Property
  void noTextMakesParserThrow(@ForAll("texts") String text) {
    assertThatCode(
            () -> {
              CpuList.read(FileText.of(text), cpus);
              CpuList.readStatus(FileText.of(text), cpus);
              CpuQuota.ofMax(FileText.of(text));
              CpuQuota.ofCfs(FileText.of(text), FileText.of(text));
              new GroupStat().read(FileText.of(text));
              CpuTicks ticks = new CpuTicks();
              ticks.read(FileText.of(text));
              ticks.idleNanos(ticks.online());
              Cgroups groups = new Cgroups(text, text);
              groups.together("cpu", "cpuacct");
            })
        .doesNotThrowAnyException();
  }

  @Provide
  Arbitrary<String> texts() {
    Arbitrary<String> words =
        Arbitraries.of(
            "cpu",
            "cpu0 ",
            "0",
            "-",
            ",",
            "99999999999999999999",
            "max",
            "\n",
            BLANK,
            ":",
            "/",
            "usage_usec ",
            "throttled_time ",
            "Cpus_allowed_list:\t",
            " - ",
            "cgroup2",
            "cgroup");
    return words.list().ofMaxSize(40).map(list -> String.join("", list));
  }

  @Test
  void parsesQuotasOfBothVersions() {
    assertThat(CpuQuota.ofMax(FileText.of("max 100000\n"))).isPositive().isInfinite();
    assertThat(CpuQuota.ofMax(FileText.of("max\n"))).isPositive().isInfinite();
    assertThat(CpuQuota.ofMax(FileText.of("150000 100000\n"))).isEqualTo(1.5);
    assertThat(CpuQuota.ofMax(FileText.of("1000 1000000\n"))).isEqualTo(0.001);
    assertThat(CpuQuota.ofCfs(FileText.of("-1\n"), FileText.of("100000\n"))).isInfinite();
    assertThat(CpuQuota.ofCfs(FileText.of("50000\n"), FileText.of("25000\n"))).isEqualTo(2);
    assertThat(CpuQuota.ofCfs(FileText.of("50000\n"), FileText.of(""))).isNaN();
  }

  @Test
  void parsesStatisticsOfBothVersions() {
    GroupStat stat = new GroupStat();
    stat.read(
        FileText.of(
            "usage_usec 12\nuser_usec 5\nnr_periods 7\nnr_throttled 2\nthrottled_usec 345\n"));
    assertThat(stat.usageNanos()).isEqualTo(12_000);
    assertThat(stat.throttledNanos()).isEqualTo(345_000);
    stat.read(FileText.of("nr_periods 7\nnr_throttled 2\nthrottled_time 345\n"));
    assertThat(stat.usageNanos()).isEqualTo(FileText.NONE);
    assertThat(stat.throttledNanos()).isEqualTo(345);
    stat.read(FileText.of("usage_usec 9999999999999999999\n"));
    assertThat(stat.usageNanos()).isEqualTo(FileText.NONE);
  }

  @Test
  void countsTicksOfOnlineProcessors() {
    CpuTicks ticks = new CpuTicks();
    String old = "cpu3 1 2 3 9\n"; // kernels before 2.6 wrote no more
    assertThat(
            ticks.read(
                FileText.of(
                    "cpu  1 1 1 1\ncpu1 10 0 5 100 20 1 1 7 0 0\n" + old + "intr 5\ncpu2 1 1 1 1")))
        .isTrue();
    assertThat(ticks.online()).hasToString("{1, 3}");
    cpus.set(0, 10);
    assertThat(ticks.idleNanos(cpus)).isEqualTo(129 * CpuTicks.TICK_NANOS);
    assertThat(ticks.stolenNanos(cpus)).isEqualTo(7 * CpuTicks.TICK_NANOS);
    cpus.clear(3);
    assertThat(ticks.idleNanos(cpus)).isEqualTo(120 * CpuTicks.TICK_NANOS);
  }

  @Test
  void countsTicksOf300Processors() {
    StringBuilder text = new StringBuilder();
    for (int cpu = 0; cpu < 300; cpu++) {
      text.append("cpu").append(cpu).append(" 1 1 1 1 0 0 0 0 0 0\n");
    }
    CpuTicks ticks = new CpuTicks();
    ticks.read(FileText.of(text.toString()));
    assertThat(ticks.idleNanos(ticks.online())).isEqualTo(300 * CpuTicks.TICK_NANOS);
  }

  @Test
  void groupChainEndsAtMount() {
    Cgroups groups =
        new Cgroups(
            "29 23 0:26 / /mnt/c\\040g rw - cgroup2 none rw\n", "1:name=systemd:/x\n0::/a/b\n");
    assertThat(groups.unified())
        .containsExactly(Path.of("/mnt/c g/a/b"), Path.of("/mnt/c g/a"), Path.of("/mnt/c g"));
    assertThat(groups.of("cpu")).isEmpty();
  }

  @Test
  void limitsDepthOfGroups() {
    Cgroups deep =
        new Cgroups("29 23 0:26 / /sys/fs/cgroup rw - cgroup2 c rw\n", "0::" + "/a".repeat(900));
    assertThat(deep.unified()).hasSize(Cgroups.DEPTH_MAX);
  }

  @Test
  void readsFileAgainAfterMissOrClose(@TempDir Path folder) throws IOException {
    Path path = folder.resolve("cpu.max");
    KernelFile file = new KernelFile(path);
    FileText text = new FileText();
    assertThat(file.read(text)).isFalse();
    Files.writeString(path, "x".repeat(20_000));
    int looks = 0;
    while (!file.read(text)) {
      looks++;
      assertThat(looks).isLessThan(100);
    }
    assertThat(text.length()).isEqualTo(20_000);
    Files.writeString(path, "max");
    assertThat(file.read(text)).isTrue();
    assertThat(text).hasToString("max");
    file.close();
    assertThat(file.read(text)).as("after it was closed").isTrue();
    file.close();
  }

  @Test
  void limitsBytesReadFromFile(@TempDir Path folder) throws IOException {
    Path path = folder.resolve("stat");
    Files.write(path, new byte[KernelFile.BYTES_MAX + 100_000]);
    KernelFile file = new KernelFile(path);
    FileText text = new FileText();
    file.read(text);
    file.close();
    assertThat(text.length()).isBetween(KernelFile.BYTES_MAX, KernelFile.BYTES_MAX + 8192);
  }
}
