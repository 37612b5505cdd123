package io.headwaiter.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;

/** Each command that README and docs show is one, with flags that there are. */
class DocumentedCommandsTest {
  private static final Set<String> OF_SCRIPT = Set.of("test", "check", "package");
  private static final Pattern COMMAND =
      Pattern.compile("(?<quote>`)?(?:\\./headwaiter|bin/headwaiter) (?<words>[^`\n]*)");
  private static final Pattern WORD = Pattern.compile("'([^']*)'|\"([^\"]*)\"|(\\S+)");

  /**
   * A command in a page.
   *
   * @param whole whether it stands in a line of its own, with all that it needs
   */
  record Documented(String page, String words, boolean whole) {}

  static List<Documented> commands() throws IOException {
    List<Documented> commands = new ArrayList<>();
    for (Path page : DocumentedPages.all()) {
      // A command goes on behind a backslash, and a paragraph within a command's quotes.
      String text = Files.readString(page).replaceAll("\\\\\n\\s*", " ");
      Matcher found = COMMAND.matcher(text);
      while (found.find()) {
        String words = found.group("words").replaceAll("(\\s+#| && ).*", "").strip();
        boolean whole = found.group("quote") == null && !words.contains("...");
        commands.add(new Documented(page.getFileName().toString(), words, whole));
      }
    }
    return commands;
  }

  private static List<String> split(String words) {
    List<String> all = new ArrayList<>();
    // Brackets are around what can be left out.
    Matcher word = WORD.matcher(words.replaceAll("[\\[\\]]", "").replace("...", ""));
    while (word.find()) {
      all.add(
          Stream.of(word.group(1), word.group(2), word.group(3))
              .filter(group -> group != null)
              .findFirst()
              .orElseThrow());
    }
    return all;
  }

  @Test
  void docsShowManyCommands() throws Exception {
    assertThat(commands()).hasSizeGreaterThan(50);
  }

  @ParameterizedTest
  @MethodSource("commands")
  void isCommandWithItsFlags(Documented documented) {
    List<String> words = new ArrayList<>(split(documented.words()));
    if (words.isEmpty() || OF_SCRIPT.contains(words.get(0))) {
      return;
    }
    CommandLine line = Main.commandLine();
    if (words.get(0).equals("lab")) {
      words.remove(0);
      line = LabMain.commandLine();
    } else if (!line.getSubcommands().containsKey(words.get(0))) {
      line = LabMain.commandLine();
    }
    CommandLine parser = line;
    assertThatCode(() -> parse(parser, words, documented.whole()))
        .as(documented.page() + ": " + documented.words())
        .doesNotThrowAnyException();
  }

  private static void parse(CommandLine line, List<String> words, boolean whole) {
    try {
      line.parseArgs(words.toArray(String[]::new));
    } catch (MissingParameterException e) {
      if (whole) {
        throw e;
      }
    }
  }
}
