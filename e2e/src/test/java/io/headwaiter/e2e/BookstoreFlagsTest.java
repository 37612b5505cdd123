package io.headwaiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How {@code serve} reports wrong flags of the bookstore. */
@Tag("once")
class BookstoreFlagsTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--app auction --items 500              | 2 | are for --app bookstore",
        "--entity-access                        | 2 | are for --app bookstore",
        "--app bookstall                        | 2 | --app",
        "--app bookstore --request-types 9      | 1 | --request-types is 9; give 14 or 8.",
        "--app bookstore --items 50             | 1 | items is 50; give a whole number from 100",
        "--app bookstore --gap-pause-millis 10001 | 1 | pauseMillis is 10001; give a whole number"
      })
  void reportsWrongFlag(String flags, int exitCode, String sentence) throws Exception {
    String[] given = ("serve --port 0 " + flags).split(" ", -1);
    Command command = Command.headwaiter(given);
    assertThat(command.err()).contains(sentence);
    assertThat(command.exitCode()).isEqualTo(exitCode);
  }
}
