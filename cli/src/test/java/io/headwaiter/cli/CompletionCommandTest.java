package io.headwaiter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What a bash completes with the script that the command prints. */
class CompletionCommandTest {
  // $1 is the script, and the words before the cursor come after it.
  private static final String COMPLETE =
      ". \"$1\"; shift; COMP_WORDS=(headwaiter \"$@\"); COMP_CWORD=$#;"
          + " _complete_headwaiter; printf '%s\\n' \"${COMPREPLY[@]}\"";

  @TempDir Path folder;

  private String[] completions(String... words) throws Exception {
    StringWriter out = new StringWriter();
    CommandLine line = Main.commandLine();
    line.setOut(new PrintWriter(out));
    assertThat(line.execute("completion")).isZero();
    Path script = Files.writeString(folder.resolve("completion.sh"), out.toString());
    ProcessBuilder bash = new ProcessBuilder("bash", "-c", COMPLETE, "bash", script.toString());
    bash.command().addAll(List.of(words));
    Process process = bash.redirectErrorStream(true).start();
    String all = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(all).isZero();
    return all.split("\\s+", -1);
  }

  @Test
  void completesCommands() throws Exception {
    assertThat(completions("se")).contains("serve");
    assertThat(completions("pack")).contains("package");
    assertThat(completions("lab", "exp")).contains("experiment");
  }

  @Test
  void completesOptions() throws Exception {
    assertThat(completions("serve", "--ticket-key-f")).contains("--ticket-key-file");
    assertThat(completions("doctor", "--tom")).contains("--tomcat");
  }
}
