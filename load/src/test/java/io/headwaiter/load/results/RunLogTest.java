package io.headwaiter.load.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class RunLogTest {
  private static final Handshakes RESULT = new Handshakes(3, 2, 1);

  @TempDir private Path folder;

  @Test
  void replacesFileAndLeavesNoOther() throws IOException {
    Path file = folder.resolve("run.json");
    Files.writeString(file, "old");
    RunLog.write(RESULT, file);
    assertThat(file).content().contains("\"full\" : 3");
    try (var files = Files.list(folder)) {
      assertThat(files).containsExactly(file);
    }
  }

  @Test
  void linkStaysLink() throws IOException {
    Path file = folder.resolve("run.json");
    Files.writeString(file, "old");
    Path link = Files.createSymbolicLink(folder.resolve("latest.json"), file);
    RunLog.write(RESULT, link);
    assertThat(link).isSymbolicLink();
    assertThat(file).content().contains("\"resumed\" : 2");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void fullDeviceIsNamedAndStaysDevice() throws IOException {
    // by a link, so that a fault replaces the link and not the device
    Path link = Files.createSymbolicLink(folder.resolve("out.json"), Path.of("/dev/full"));
    assertThatThrownBy(() -> RunLog.write(RESULT, link))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("Cannot write /dev/full: ");
    assertThat(link).isSymbolicLink();
  }
}
