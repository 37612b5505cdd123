package io.headwaiter.lab.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.lab.host.Pinning;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpensslSpeedTest {
  @Test
  void signaturesAreRead() {
    assertThat(OpensslSpeed.parse("Doing\n+R1:5720:2048:2.00\n+R2:190000:2048:2.00\n"))
        .contains(new OpensslSpeed(5720, 2.0));
  }

  @Test
  void otherTextHasNone() {
    assertThat(OpensslSpeed.parse("speed: Unknown algorithm rsa2048")).isEmpty();
    assertThat(OpensslSpeed.parse("+R1:5720:4096:2.00")).isEmpty();
  }

  @Test
  void installedProgramSigns(@TempDir Path folder) throws Exception {
    OpensslSpeed speed =
        OpensslSpeed.run(
            new Pinning(List.of(), List.of(), "not pinned"), 1, folder.resolve("openssl.log"));
    assertThat(speed.signatures()).isPositive();
    assertThat(speed.cpuSeconds()).isBetween(0.01, 10.0);
  }
}
