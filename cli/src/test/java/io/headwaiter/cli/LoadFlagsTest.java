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
    List<String> words = new ArrayList<>(List.of("load"));
    words.addAll(List.of(more));
    if (!words.contains("--target")) {
      words.addAll(List.of("--target", "https://127.0.0.1:1"));
    }
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
    assertThat(load("--workload", "plain", "--assets", "/a.css", "--image-connections", "0"))
        .contains("imageConnections is 0, but the pages embed assets");
    assertThat(load("--workload", "plain", "--assets", "/a.css", "--assets-per-page", "2-3"))
        .contains("A page embeds 2 to 3 of 1 assets");
    assertThat(load("--workload", "plain", "--assets", "/a.css", "--embedded"))
        .contains("Do one or the other");
    assertThat(load("--workload", "plain", "--assets-per-page", "x"))
        .contains("no number of assets");
  }

  @Test
  void rejectsFlagsThatWouldDoNothing() {
    assertThat(load("--clients", "5", "--rate", "2")).startsWith("2 --clients is a closed");
    assertThat(load("--clients", "5", "--arrivals", "uniform")).startsWith("2 --clients");
    assertThat(load("--dispersion", "5")).startsWith("2 --burst-factor and --dispersion are for");
    assertThat(load("--clients", "5", "--burst-factor", "1.5")).startsWith("2 --burst-factor");
  }

  @Test
  void explainsWrongConnections() {
    assertThat(load("--http", "3")).startsWith("2 ").contains("\"3\" is no version of HTTP");
    assertThat(load("--http", "2", "--burst", "4")).contains("choose HTTP/1.1");
    assertThat(load("--part", "3")).startsWith("2 ").contains("\"3\" is no part");
    assertThat(load("--part", "4/3")).contains("part is 4; allowed is 1 to 3");
    assertThat(load("--patience", "0s")).startsWith("2 ").contains("leaves no time for a reply");
    assertThat(load("--insecure", "--ca", "x.pem")).contains("leave one of them out");
    assertThat(load("--ca", "no-such.pem")).startsWith("1 ").contains("no-such.pem");
    assertThat(load("--target", "http://127.0.0.1:1", "--insecure"))
        .contains("this one has no certificate");
    assertThat(load("--suite", "TLS_AES_128_GCM_SHA256")).contains("for TLS 1.2 only");
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
