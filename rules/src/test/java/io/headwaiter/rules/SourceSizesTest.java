package io.headwaiter.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is larger than a limit is found. */
class SourceSizesTest {
  private static final int LINES = 400;
  private static final int METHOD_LINES = 40;

  @Test
  void findsWhatIsTooLarge(@TempDir Path folder) throws Exception {
    String body = "    int a = 0;\n".repeat(METHOD_LINES - 2);
    String parameters = "int a, int b, int c, int d, int e, int f, int g, int h";
    Files.writeString(
        folder.resolve("Fits.java"),
        "class Fits {\n  void m(%s) {\n%s  }\n}\n".formatted(parameters, body));
    assertThat(ModuleRules.limits().over(List.of(folder))).isEmpty();

    Files.writeString(
        folder.resolve("Large.java"),
        "class Large {\n  void m() {\n%s\n  }\n  Large(%s, int i) {}\n%s}\n"
            .formatted(body, parameters, "\n".repeat(LINES)));
    assertThat(ModuleRules.limits().over(List.of(folder)))
        .containsOnlyKeys("lines of Large.java", "lines of Large.m", "parameters of Large.<init>");
  }
}
