package io.headwaiter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class TicketKeysCommandTest {
  @TempDir Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String... arguments) {
    CommandLine line = Main.commandLine();
    line.setOut(new PrintWriter(out));
    line.setErr(new PrintWriter(err));
    return line.execute(arguments);
  }

  @Test
  void makesFileAndAppends() {
    String file = folder.resolve("tickets").toString();
    assertThat(run("ticket-keys", "new", file)).isZero();
    assertThat(run("ticket-keys", "append", file)).isZero();
    assertThat(out.toString())
        .containsPattern("[0-9a-f]{8} encrypts\\.")
        .containsPattern("[0-9a-f]{8} encrypts, [0-9a-f]{8} decrypts\\.");
  }

  @Test
  void refusesStepOutOfOrderWithSentence() {
    String file = folder.resolve("tickets").toString();
    run("ticket-keys", "new", file);
    assertThat(run("ticket-keys", "drop", file)).isEqualTo(1);
    assertThat(err.toString()).contains("drop comes after promote");
  }

  @Test
  void namesAllowedSteps() {
    assertThat(run("ticket-keys", "rotate", "x")).isEqualTo(2);
    assertThat(err.toString()).contains("NEW, APPEND, PROMOTE, DROP");
  }
}
