package io.headwaiter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What a user reads of a failure. */
class SentencesTest {
  @TempDir private Path folder;

  private static String run(String... words) {
    StringWriter err = new StringWriter();
    CommandLine line = Main.commandLine();
    line.setErr(new PrintWriter(err)).setOut(new PrintWriter(new StringWriter()));
    return line.execute(words) + " " + err;
  }

  private static String of(Path file) {
    try {
      Files.readString(file);
      return "";
    } catch (IOException e) {
      return Sentences.of(e);
    }
  }

  @Test
  void missingFileIsNamed() {
    Path missing = folder.resolve("none.json");
    assertThat(of(missing))
        .isEqualTo(missing + " does not exist. Is the name right, and is its folder there?");
  }

  @Test
  void packedFileIsNoText() throws IOException {
    Path packed = Files.write(folder.resolve("x.gz"), new byte[] {31, (byte) 139, 8, 0});
    assertThat(of(packed)).contains("should be text");
  }

  @Test
  void passwordsAreHidden() {
    assertThat(Sentences.of(new IOException("jdbc:x://u:sesame@db/y is wrong")))
        .isEqualTo("jdbc:x://u:***@db/y is wrong");
  }

  @Test
  void missingFolderIsFoundBeforeTheRun() {
    String none = folder.resolve("none").resolve("run.json").toString();
    String target = "https://127.0.0.1:1";
    assertThat(run("load", "--target", target, "--json", none))
        .startsWith("2 ")
        .contains("there is no folder " + folder.resolve("none"));
    assertThat(run("load", "--target", target, "--hdr", none)).startsWith("2 --hdr is");
  }

  @Test
  void rawHellosNeedAHostOfThisMachine() {
    assertThat(run("replay", "--target", "localhost:8443")).startsWith("2 --target must be");
    assertThat(run("replay", "--target", "https://192.0.2.1")).contains("got https://192.0.2.1;");
  }

  @Test
  void adminUrlWithoutSchemeIsExplained() {
    assertThat(run("mix", "--url", "localhost:9180")).contains("http://127.0.0.1:9180/");
    assertThat(run("mix", "--url", "file:///x")).contains("http://127.0.0.1:9180/");
  }

  @Test
  void logsOfOtherFormatLeaveTheMixAlone() throws IOException {
    Path log = Files.writeString(folder.resolve("access.log"), "no log line\n");
    Path json = Files.writeString(folder.resolve("mix.json"), "good");
    assertThat(run("mix", "--log", log.toString(), "--json", json.toString()))
        .startsWith("1 ")
        .contains("No line of the 1 in the logs is of that format");
    assertThat(json).hasContent("good");
  }

  @Test
  void wrongCountLeavesTheSessionLogAlone() throws IOException {
    Path log = Files.writeString(folder.resolve("good.log"), "good");
    assertThat(
            run(
                "sessions",
                "--target",
                "https://127.0.0.1:1",
                "--count",
                "0",
                "--out",
                log.toString()))
        .startsWith("2 ");
    assertThat(log).hasContent("good");
  }
}
