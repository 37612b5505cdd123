package io.headwaiter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class DemoFlagsTest {
  @Test
  void unknownDatabaseErrorListsDatabases() {
    StringWriter err = new StringWriter();
    CommandLine line = Main.commandLine();
    line.setErr(new PrintWriter(err));
    assertThat(line.execute("demo", "--db", "oracle")).isEqualTo(2);
    assertThat(err.toString()).contains("one of h2, postgresql, mariadb, got oracle.");
  }
}
