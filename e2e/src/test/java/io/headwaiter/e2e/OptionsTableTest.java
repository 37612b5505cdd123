package io.headwaiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.admission.RefusalReason;
import io.headwaiter.front.config.HeadwaiterOption;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The tables of options and of reasons in the docs match the enums, line by line. */
class OptionsTableTest {
  @Test
  void docsListEveryOption() throws Exception {
    String docs = Files.readString(Path.of("..", "docs", "options.md"));
    for (HeadwaiterOption option : HeadwaiterOption.values()) {
      assertThat(docs).contains(row(option));
    }
    long rows = docs.lines().filter(line -> line.startsWith("| `")).count();
    assertThat(rows).isEqualTo(HeadwaiterOption.values().length);
  }

  @Test
  void docsListEveryRefusalReason() throws Exception {
    String docs = Files.readString(Path.of("..", "docs", "explain.md"));
    for (RefusalReason reason : RefusalReason.values()) {
      assertThat(docs).contains("| `" + reason.label() + "` | " + reason.sentence() + " |");
    }
  }

  private static String row(HeadwaiterOption option) {
    String unset = option.defaultValue().isEmpty() ? "none" : option.defaultValue();
    return "| `"
        + option.optionName()
        + "` | `"
        + option.flag()
        + "` | "
        + option.allowed()
        + " | "
        + unset
        + " | "
        + option.meaning()
        + " |";
  }
}
