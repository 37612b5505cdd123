package io.headwaiter.e2e.rules;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Source files stay small. What was larger when the limits were set is listed with its size in
 * {@code source-sizes.txt}, and may not grow. A change that makes one smaller lowers its size
 * there, or removes it.
 */
@Tag("once")
class SourceSizesTest {
  private static final int LINES = 400;
  private static final int METHOD_LINES = 40;
  private static final int PARAMETERS = 8;

  private static SourceSizes limits() {
    return new SourceSizes(LINES, METHOD_LINES, PARAMETERS);
  }

  private static List<Path> modules() throws Exception {
    try (Stream<Path> folders = Files.list(Path.of(".."))) {
      return folders
          .map(module -> module.resolve("src/main/java"))
          .filter(Files::isDirectory)
          .toList();
    }
  }

  private static Map<String, Integer> listed() throws Exception {
    Map<String, Integer> listed = new TreeMap<>();
    for (String line :
        Files.readAllLines(Path.of("src/test/resources/io/headwaiter/e2e/source-sizes.txt"))) {
      int colon = line.lastIndexOf(": ");
      listed.put(line.substring(0, colon), Integer.valueOf(line.substring(colon + 2)));
    }
    return listed;
  }

  @Test
  void nothingGrowsBeyondLimits() throws Exception {
    assertThat(limits().over(modules())).isEqualTo(listed());
  }

  @Test
  void findsWhatIsTooLarge(@TempDir Path folder) throws Exception {
    String body = "    int a = 0;\n".repeat(METHOD_LINES - 2);
    String parameters = "int a, int b, int c, int d, int e, int f, int g, int h";
    Files.writeString(
        folder.resolve("Fits.java"),
        "class Fits {\n  void m(%s) {\n%s  }\n}\n".formatted(parameters, body));
    assertThat(limits().over(List.of(folder))).isEmpty();

    Files.writeString(
        folder.resolve("Large.java"),
        "class Large {\n  void m() {\n%s\n  }\n  Large(%s, int i) {}\n%s}\n"
            .formatted(body, parameters, "\n".repeat(LINES)));
    assertThat(limits().over(List.of(folder)))
        .containsOnlyKeys("lines of Large.java", "lines of Large.m", "parameters of Large.<init>");
  }
}
