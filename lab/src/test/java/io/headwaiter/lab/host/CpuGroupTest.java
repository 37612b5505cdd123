package io.headwaiter.lab.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CpuGroupTest {
  @TempDir private Path root;
  private final String own = "headwaiter-" + ProcessHandle.current().pid() + "-a";

  @BeforeEach
  void nothingMounted() {
    assertThat(CpuGroup.whyNot(root)).hasValueSatisfying(why -> assertThat(why).contains("quota"));
  }

  private void mountFirst() throws IOException {
    Files.createDirectory(root.resolve("cpu"));
    Files.writeString(root.resolve("cpu/cpu.cfs_quota_us"), "-1");
    Files.writeString(root.resolve("cpu/cgroup.procs"), "");
  }

  private static void clear(Path folder, String... files) throws IOException {
    for (String file : files) { // the kernel's own files go with their folder; these do not
      Files.delete(folder.resolve(file));
    }
  }

  @Test
  void theFirstVersionHasQuotaAndPeriodInFilesOfTheirOwn() throws IOException {
    mountFirst();
    Path folder = root.resolve("cpu").resolve(own);
    try (CpuGroup group = CpuGroup.create(root, "a")) {
      group.add(4711);
      group.quota(0.5);
      assertThat(folder.resolve("cpu.cfs_period_us")).hasContent("20000");
      assertThat(folder.resolve("cpu.cfs_quota_us")).hasContent("10000");
      assertThat(folder.resolve("cgroup.procs")).hasContent("4711");
      clear(folder, "cpu.cfs_quota_us");
      group.unlimited();
      assertThat(folder.resolve("cpu.cfs_quota_us")).hasContent("-1");
      clear(folder, "cpu.cfs_quota_us", "cpu.cfs_period_us", "cgroup.procs");
    }
    assertThat(folder).doesNotExist();
  }

  @Test
  void theSecondVersionHasBothInOne() throws IOException {
    Files.writeString(root.resolve("cgroup.subtree_control"), "");
    try (CpuGroup group = CpuGroup.create(root, "a")) {
      group.quota(0.25);
      assertThat(root.resolve("cgroup.subtree_control")).hasContent("+cpu");
      assertThat(root.resolve(own).resolve("cpu.max")).hasContent("5000 20000");
      clear(root.resolve(own), "cpu.max");
    }
    assertThat(root.resolve(own)).doesNotExist();
  }

  @Test
  void whatIsTooSmallForTheKernelIsItsLeast() throws IOException {
    mountFirst();
    Path folder = root.resolve("cpu").resolve(own);
    try (CpuGroup group = CpuGroup.create(root, "a")) {
      group.quota(0.001);
      assertThat(folder.resolve("cpu.cfs_quota_us")).hasContent("1000");
      assertThatThrownBy(() -> group.quota(0)).hasMessageContaining("above 0");
      clear(folder, "cpu.cfs_quota_us", "cpu.cfs_period_us");
    }
  }

  @Test
  void processesThatAreLeftGoBackToTheGroupAbove() throws IOException {
    mountFirst();
    Path folder = root.resolve("cpu").resolve(own);
    CpuGroup group = CpuGroup.create(root, "a");
    group.add(4711);
    assertThatThrownBy(group::close).hasMessageContaining(own); // here the file stays in the folder
    assertThat(root.resolve("cpu/cgroup.procs")).hasContent("4711");
    clear(folder, "cgroup.procs");
    group.close();
    assertThat(folder).doesNotExist();
  }

  @Test
  void withoutOneItSaysWhy() {
    assertThatThrownBy(() -> CpuGroup.create(root, "a"))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("no control group");
  }
}
