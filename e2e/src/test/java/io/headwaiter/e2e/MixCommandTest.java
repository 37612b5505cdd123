package io.headwaiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.tuning.mix.RecordedMix;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code headwaiter mix} on a log; {@link ServeProfileTest} tests it on a running server. */
@Tag("once")
@Timeout(120)
class MixCommandTest {
  @TempDir private Path folder;

  @Test
  void readsAccessLog() throws Exception {
    Path log = folder.resolve("access.log");
    String first = "a - - [21/Nov/2026:14:00:00 +0000] \"GET /ViewItem?itemId=7 HTTP/1.1\" 200 1\n";
    Files.writeString(log, first + first.replace("200", "500") + first.replace("a -", "b -"));
    Path json = folder.resolve("mix.json");
    Command mix =
        Command.headwaiter(
            "mix", "--log", log.toString(), "--format", "common", "--json", json.toString());
    assertThat(mix.exitCode()).as(mix.err()).isZero();
    assertThat(mix.out())
        .containsPattern("/ViewItem +1.5 +3 +1 +0\n")
        .contains("sessions 2, requests of a session 1.5\nof the longest 2, lines not read 0\n");
    assertThat(RecordedMix.read(json).types().get("/ViewItem").examples())
        .containsOnly("/ViewItem?itemId=7");
  }

  @Test
  void warnsOfDoubtfulSessions() throws Exception {
    Path log = folder.resolve("access.log");
    Files.writeString(log, "a \"GET / HTTP/1.1\" en\n");
    Command mix =
        Command.headwaiter("mix", "--log", log.toString(), "--format", "%h \"%r\" %{lang}c");
    assertThat(mix.exitCode()).as(mix.err()).isZero();
    assertThat(mix.err())
        .contains("No line told its time")
        .contains("no cookie is named as a session: %{lang}c.");
  }

  @Test
  void reportsWrongArguments() throws Exception {
    Command none = Command.headwaiter("mix", "--log", folder.resolve("none").toString());
    assertThat(none.exitCode()).isEqualTo(1);
    assertThat(none.err()).contains("cannot be read. Is it there?");
    Command pattern = Command.headwaiter("mix", "--log", "x", "--format", "%h");
    assertThat(pattern.exitCode()).isEqualTo(2);
    assertThat(pattern.err()).contains("does not tell the path; it needs %r or %U.");
    Command type = Command.headwaiter("mix", "--log", "x", "--request-patterns", "shop");
    assertThat(type.exitCode()).isEqualTo(2);
    assertThat(type.err()).contains("The URL pattern \"shop\" cannot be used");
    Command both = Command.headwaiter("mix");
    assertThat(both.exitCode()).isEqualTo(2);
    Command nobody = Command.headwaiter("mix", "--url", "http://127.0.0.1:1/");
    assertThat(nobody.exitCode()).isEqualTo(1);
    assertThat(nobody.err()).contains("http://127.0.0.1:1/ does not answer");
  }
}
