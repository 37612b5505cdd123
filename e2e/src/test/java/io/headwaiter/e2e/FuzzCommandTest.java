package io.headwaiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** The {@code fuzz} command, which runs every night. */
class FuzzCommandTest {
  @Test
  void reportsProgressAndSuccess() throws Exception {
    Command result = Command.headwaiter("fuzz", "--inputs", "2000", "--seed", "5");
    assertThat(result.exitCode()).as(result.err()).isZero();
    assertThat(result.out())
        .contains("100 of 2000 inputs", "2000 of 2000 inputs")
        .contains(
            "all promises held: 2000 inputs (hello, gate, room, lane, controller, proxy), seed 5");
  }

  @Test
  void repeatsOneInput() throws Exception {
    Command result = Command.headwaiter("fuzz", "--only", "hello", "--input", "1603010001ff");
    assertThat(result.exitCode()).as(result.err()).isZero();
    assertThat(result.out()).contains("all promises held: 1 inputs (hello)");
  }

  @Test
  void reportsWrongOptions() throws Exception {
    Command result = Command.headwaiter("fuzz", "--only", "door");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err())
        .contains("--only is door; allowed is one of hello, gate, room, lane, controller, proxy");
    assertThat(Command.headwaiter("fuzz", "--input", "00").err()).contains("--input goes with");
    assertThat(Command.headwaiter("fuzz", "--only", "gate", "--input", "0").err())
        .contains("--input must be pairs of hex digits");
  }
}
