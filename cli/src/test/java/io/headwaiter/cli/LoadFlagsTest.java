package io.headwaiter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import picocli.CommandLine;

/** Flags that {@code load} rejects before it connects. */
@Timeout(60)
class LoadFlagsTest {
  /** Returns the exit code and the error output. */
  private static String load(String... more) {
    List<String> words = new ArrayList<>(List.of("load", "--target", "https://127.0.0.1:1"));
    words.addAll(List.of(more));
    StringWriter err = new StringWriter();
    CommandLine line = Main.commandLine();
    line.setErr(new PrintWriter(err)).setOut(new PrintWriter(new StringWriter()));
    return line.execute(words.toArray(String[]::new)) + " " + err;
  }

  @Test
  void rejectsFlagsOfAnotherWorkload() {
    assertThat(load("--requests", "8")).startsWith("2 --requests, --fixed-length, --page");
    assertThat(load("--page", "/a")).contains("AUCTION_BROWSING brings its own pages");
    for (String flag : new String[] {"--users", "--items", "--mean-requests"}) {
      assertThat(load("--workload", "plain", flag, "5")).startsWith("2 --end-reading");
    }
    assertThat(load("--workload", "plain", "--end-reading", "fitted")).startsWith("2 --end");
  }

  @Test
  void explainsWrongValues() {
    assertThat(load("--workload", "plain", "--requests", "0.5"))
        .startsWith("1 headwaiter: The length of a visit is 0.5 requests; allowed is a mean");
    assertThat(load("--workload", "plain", "--fixed-length", "--requests", "1.5"))
        .contains("a whole number from 1 to 1000");
    assertThat(load("--workload", "plain", "--page", "/a,b")).contains("The page b is no target");
    assertThat(load("--workload", "plain", "--assets", "/a.css"))
        .contains("imageConnections is 0, but the pages embed 1 assets");
  }

  @Test
  void tunePoolsRejectsPlainWorkload() {
    StringWriter err = new StringWriter();
    CommandLine line = Main.commandLine();
    line.setErr(new PrintWriter(err)).setOut(new PrintWriter(new StringWriter()));
    assertThat(line.execute("tune", "pools", "--out", "unused", "--workload", "plain"))
        .isEqualTo(2);
    assertThat(err.toString()).startsWith("--workload plain asks for no shop's pages");
  }
}
