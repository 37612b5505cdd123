package io.headwaiter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Flags of {@code experiment} about a server that runs already, before anything is measured. */
@Timeout(60)
class TargetFlagsTest {
  @TempDir private Path folder;

  /** Returns the exit code and the error output. */
  private String experiment(String words) {
    List<String> all = new ArrayList<>(List.of("experiment"));
    all.addAll(List.of(words.split(" ", -1)));
    all.addAll(List.of("--out", folder.resolve("out").toString(), "--dry-run"));
    StringWriter err = new StringWriter();
    return LabMain.commandLine()
            .setErr(new PrintWriter(err))
            .setOut(new PrintWriter(new StringWriter()))
            .execute(all.toArray(String[]::new))
        + " "
        + err;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "scalability --page /a | are about a server of your own",
        "scalability --insecure | are about a server of your own",
        "demo --target https://127.0.0.1:1 | starts its own servers; --target goes with scalability",
        "scalability --target https://192.0.2.1 | 192.0.2.1 is not on this machine. Give --yes",
        "scalability --target shop.example | it must be written as https://HOST:PORT",
        "ssl-impact --target http://127.0.0.1:1 | is about TLS: --target must be https",
        "handshake-cost --target https://127.0.0.1:1 | process with --pid",
        "scalability --target https://127.0.0.1:1 --pid 999999999 | There is no process 999999999",
        "scalability --target https://127.0.0.1:1 --auction --page /a | give one",
        "scalability --target https://127.0.0.1:1 --think 20s | think-time factor",
        "scalability --target https://127.0.0.1:1 --ca x --insecure | leave one of them out",
        "scalability --target http://127.0.0.1:1 --insecure | are for https targets",
        "scalability --target https://127.0.0.1:1 --page a | The page a is no target",
        "scalability --target https://127.0.0.1:1 --mix none.json | none.json cannot be read"
      })
  void saysWhatIsWrong(String words, String sentence) {
    assertThat(experiment(words)).contains(sentence).doesNotStartWith("0 ").doesNotContain("\tat ");
    assertThat(folder.resolve("out")).doesNotExist();
  }

  @Test
  void acceptsServersOfOnesOwn() {
    assertThat(experiment("scalability --target https://127.0.0.1:1 --page /a,/b --insecure"))
        .startsWith("0 ");
    assertThat(experiment("ssl-impact --target https://192.0.2.1 --yes --auction"))
        .startsWith("0 ");
    long pid = ProcessHandle.current().pid();
    assertThat(experiment("handshake-cost --target https://127.0.0.1:1 --pid " + pid))
        .startsWith("0 ");
  }
}
