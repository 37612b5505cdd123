package io.headwaiter.lab.profile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LogFormatTest {
  private static final String LINE =
      "10.1.2.3 - - [21/Nov/2026:14:00:05 +0100] \"GET /shop/item?id=7 HTTP/1.1\" 200 512";

  /** 13:00:05 in London. */
  private static final long LOGGED = 1_795_266_005L;

  private static LogEntry read(String pattern, String line) {
    return LogFormat.of(pattern, false).read(line).orElseThrow();
  }

  @Test
  void readsTheCommonFormat() {
    assertThat(read("common", LINE))
        .isEqualTo(
            new LogEntry(
                "10.1.2.3", "", "", LOGGED, "GET", "/shop/item?id=7", 200, LogEntry.UNKNOWN));
  }

  @Test
  void readsTheCombinedFormatWithQuotesThatAreHidden() {
    String line = LINE + " \"https://a.example/\" \"Mozilla/5.0 (\\\"X\\\" \\\\) y\"";
    assertThat(read("combined", line).agent()).isEqualTo("Mozilla/5.0 (\\\"X\\\" \\\\) y");
    // Who has more than the pattern knows is read as far as that goes.
    assertThat(read("common", line).status()).isEqualTo(200);
    assertThat(read("common", line).agent()).isEmpty();
  }

  @Test
  void readsTimesInTheirUnits() {
    String micros = LINE + " 1500";
    assertThat(read(LogFormat.COMMON + " %D", micros).micros()).isEqualTo(1500);
    assertThat(LogFormat.of(LogFormat.COMMON + " %D", true).read(micros).orElseThrow().micros())
        .isEqualTo(1_500_000);
    assertThat(read(LogFormat.COMMON + " %F", micros).micros()).isEqualTo(1_500_000);
    assertThat(read(LogFormat.COMMON + " %T", LINE + " 0.25").micros()).isEqualTo(250_000);
    assertThat(read(LogFormat.COMMON + " %D %T", LINE + " 1500 7").micros()).isEqualTo(1500);
    assertThat(read(LogFormat.COMMON + " %D %T", LINE + " - 7").micros()).isEqualTo(7_000_000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-5", "NaN", "1e99", "Infinity", "seven", "99999999999999999999999"})
  void aTimeThatCannotBeIsNoTime(String time) {
    assertThat(read(LogFormat.COMMON + " %D", LINE + " " + time).micros())
        .isEqualTo(LogEntry.UNKNOWN);
  }

  @Test
  void readsTheSession() {
    assertThat(read("%S " + LogFormat.COMMON, "4F2A " + LINE).session()).isEqualTo("4F2A");
    assertThat(read("%S " + LogFormat.COMMON, "- " + LINE).session()).isEmpty();
    String cookie = LogFormat.COMMON + " \"%{JSESSIONID}c\"";
    assertThat(read(cookie, LINE + " \"a b\"").session()).isEqualTo("a b");
  }

  @Test
  void readsThePartsOfTheRequestAndOtherFields() {
    LogEntry entry = read("[%{yyyy}t] %m,%U,%q;%>s %I", "[2026] POST,/a b,?x=1;404 exec-1");
    assertThat(entry.method()).isEqualTo("POST");
    assertThat(entry.target()).isEqualTo("/a b?x=1");
    assertThat(entry.status()).isEqualTo(404);
    assertThat(entry.epochSeconds()).isEqualTo(LogEntry.UNKNOWN);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "rubbish",
        "10.1.2.3 - - [21/Nov/2026:14:00:05 +0100] \"-\" 408 0",
        "10.1.2.3 - - [21/Nov/2026:14:00:05 +0100] \"\\x16\\x03\\x01\" 400 226",
        "10.1.2.3 - - [21/Nov/2026:14:00:05 +0100] \"GET / HTTP/1.1 200 512",
        "10.1.2.3 - - [21/Nov/2026:14:00:05 +0100] \"GET /a b HTTP/1.1\" 200 512",
        "10.1.2.3 - - [21/Nov/2026:14:00:05 +0100 \"GET / HTTP/1.1\" 200 512",
        "10.1.2.3 - - [21/Nov/2026:14:00:05 +0100] \"GET / HTTP/1.1\" 2000 512",
        "10.1.2.3 - - [21/Nov/2026:14:00:05 +0100] \"GET / HTTP/1.1\" abc 512",
        "10.1.2.3 - - [21/Nov/2026:14:00:05 +0100] \"GET / HT",
      })
  void otherLinesAreNotRead(String line) {
    assertThat(LogFormat.of("common", false).read(line)).isEqualTo(Optional.empty());
  }

  @Test
  void aTimeOfAnotherShapeIsUnknown() {
    assertThat(read("common", LINE.replace("Nov", "Nxv")).epochSeconds())
        .isEqualTo(LogEntry.UNKNOWN);
  }

  @Test
  void wrongPatternsAreToldWhatIsWrong() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LogFormat.of("%h %s", false))
        .withMessage("The log pattern \"%h %s\" does not tell the path; it needs %r or %U.");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LogFormat.of("%r%s", false))
        .withMessageContaining("nothing between two fields at \"%r%s\"");
    for (String broken : new String[] {"%r %", "%r %{x", "%r %{x}", "%r %>"}) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> LogFormat.of(broken, false))
          .withMessageContaining("ends within a field");
    }
    assertThatIllegalArgumentException().isThrownBy(() -> LogFormat.of("", false));
  }
}
