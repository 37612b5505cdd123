package io.headwaiter.tuning.mix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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
  void readsCommonFormat() {
    assertThat(read("common", LINE))
        .isEqualTo(
            new LogEntry(
                "10.1.2.3", "", "", LOGGED, "GET", "/shop/item?id=7", 200, LogEntry.UNKNOWN));
  }

  @Test
  void readsCombinedFormatWithEscapedQuotes() {
    String line = LINE + " \"https://a.example/\" \"Mozilla/5.0 (\\\"X\\\" \\\\) y\"";
    assertThat(read("combined", line).agent()).isEqualTo("Mozilla/5.0 (\\\"X\\\" \\\\) y");
    // A line with more fields than the pattern is read as far as the pattern goes.
    assertThat(read("common", line).status()).isEqualTo(200);
    assertThat(read("common", line).agent()).isEmpty();
  }

  @Test
  void readsDurationsInTheirUnits() {
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
  void ignoresImpossibleDurations(String time) {
    assertThat(read(LogFormat.COMMON + " %D", LINE + " " + time).micros())
        .isEqualTo(LogEntry.UNKNOWN);
  }

  @Test
  void readsSession() {
    assertThat(read("%S " + LogFormat.COMMON, "4F2A " + LINE).session()).isEqualTo("4F2A");
    assertThat(read("%S " + LogFormat.COMMON, "- " + LINE).session()).isEmpty();
    String cookie = LogFormat.COMMON + " \"%{JSESSIONID}c\"";
    assertThat(read(cookie, LINE + " \"a b\"").session()).isEqualTo("a b");
  }

  @Test
  void readsRequestPartsAndOtherFields() {
    LogEntry entry = read("[%{yyyy}t] %h %m,%U,%q;%>s %I", "[2026] a POST,/a b,?x=1;404 exec-1");
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
  void skipsLinesOfOtherFormats(String line) {
    assertThat(LogFormat.of("common", false).read(line)).isEqualTo(Optional.empty());
  }

  @Test
  void unreadableTimeIsUnknown() {
    assertThat(read("common", LINE.replace("Nov", "Nxv")).epochSeconds())
        .isEqualTo(LogEntry.UNKNOWN);
  }

  @ParameterizedTest
  @ValueSource(strings = {"%h", "%a", "%{c}a", "%{peer}a", "%{remote}a", "%{client}a", "%{c}h"})
  void readsClientFieldOfEachServer(String field) {
    assertThat(read(field + " \"%r\"", "10.1.2.3 \"GET / HTTP/1.1\"").client())
        .isEqualTo("10.1.2.3");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "10.0.0.1; -; 10.0.0.1",
        "10.0.0.1; 1.2.3.4; 1.2.3.4",
        "10.0.0.1; 1.2.3.4, 10.0.0.7, 10.0.0.8; 1.2.3.4",
        "10.0.0.1; 1.2.3.4:50123; 1.2.3.4",
        "10.0.0.1; 2001:db8::1, 10.0.0.7; 2001:db8::1",
      })
  void takesClientOfFirstProxy(String peer, String forwarded, String client) {
    String request = " - - [21/Nov/2026:14:00:05 +0100] \"GET / HTTP/1.1\" ";
    for (String list : new String[] {"%{X-Forwarded-For}i", "%{x-real-ip}i"}) {
      LogEntry quoted = read("%h \"" + list + "\" %U", peer + " \"" + forwarded + "\" /");
      assertThat(quoted.client()).isEqualTo(client);
      LogEntry bare = read(list + " %l %u %t \"%r\" %{c}a", forwarded + request + peer);
      assertThat(bare.client()).isEqualTo(client);
      assertThat(bare.epochSeconds()).isEqualTo(LOGGED);
    }
  }

  @Test
  void prefersRemoteAddressOverPeerAddress() {
    assertThat(read("%{c}a %a \"%r\"", "10.0.0.1 1.2.3.4 \"GET / HTTP/1.1\"").client())
        .isEqualTo("1.2.3.4");
  }

  @ParameterizedTest
  @ValueSource(strings = {"%t \"%r\"", "%{server}a %U", "%{local}a %U", "%U %{lang}c", "%U %u"})
  void rejectsPatternWithoutClientAndSession(String pattern) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LogFormat.of(pattern, false))
        .withMessageContaining("tells neither client nor session");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "%{lang}c %{JSESSIONID}c %S; 3",
        "%S %{JSESSIONID}c; 1",
        "%{lang}c %{JSESSIONID}c; 2",
        "%{lang}C %{PHPSESSID}C %{JSESSIONID}C; 2",
        "%{lang}C %{connect.sid}C; 2",
        "%{user}s %{sessionKey}s; 2",
        "%{lang}c %{theme}c; ''",
        "%{side}c; ''",
      })
  void recognisesSessionByFieldName(String pattern, String session) {
    assertThat(read("%h %U " + pattern, "a / 1 2 3").session()).isEqualTo(session);
  }

  /** Otherwise the session of a visitor would change when the other cookie is set. */
  @Test
  void missingSessionIsNotReplacedByCookie() {
    assertThat(read("%h %U %S %{lang}c %{JSESSIONID}c", "a / - en 7").session()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      quoteCharacter = '"',
      value = {
        "%{yyyy-MM-dd'T'HH:mm:ss}t; 2026-11-21T13:00:05",
        "%{yyyy-MM-dd HH:mm:ss}t; 2026-11-21 13:00:05",
        "%{yyyy-MM-dd HH:mm:ss,SSS Z}t; 2026-11-21 14:00:05,123 +0100",
        "%{yyyy-MM-dd'T'HH:mm:ss.SSSX}t; 2026-11-21T13:00:05.123Z",
        "%{yyyyMMddHHmmss}t; 20261121130005",
        "%{d.M.yy h:mm:ss a}t; 21.11.26 1:00:05 PM",
        "%{[dd/MMM/yyyy:HH:mm:ss Z]}t; [21/Nov/2026:14:00:05 +0100]",
        "%{dd/MMM/yyyy:HH:mm:ss ZZZ|GMT}t; [21/Nov/2026:13:00:05 +0000]",
        "%{EEE MMM dd HH:mm:ss 'o''clock' yyyy}t; Sat Nov 21 13:00:05 o'clock 2026",
        "[%{%d/%b/%Y:%H:%M:%S %z}t]; [21/Nov/2026:14:00:05 +0100]",
        "%{%F %T}t; 2026-11-21 13:00:05",
        "%{%a %b %e %I:%M:%S %p %Y}t; Sat Nov 21 01:00:05 PM 2026",
        "[%{%d/%b/%Y %T}t.%{msec_frac}t %{%z}t]; [21/Nov/2026 13:00:05.123 +0100]",
        "%{begin:%s}t; 1795266005",
        "%{sec}t; 1795266005",
        "%{end:msec}t; 1795266005123",
        "%{usec}t; 1795266005123456",
        "%{begin}t; [21/Nov/2026:14:00:05 +0100]",
      })
  void readsTimesInTheirFormats(String pattern, String time) {
    for (String quote : new String[] {"", "\""}) {
      LogEntry entry =
          read(
              quote + pattern + quote + " %a \"%r\" %s",
              quote + time + quote + " 10.1.2.3 \"GET / HTTP/1.1\" 200");
      assertThat(entry.epochSeconds()).isEqualTo(LOGGED);
      assertThat(entry.client()).isEqualTo("10.1.2.3");
    }
  }

  @Test
  void readsDayPaddedWithBlank() {
    assertThat(read("%{%e %b %Y %T}t %h %U", " 1 Nov 2026 13:00:05 a /").epochSeconds())
        .isEqualTo(LOGGED - 20 * 86_400);
  }

  @Test
  void skipsLinesWithMalformedTime() {
    LogFormat common = LogFormat.of("%h %t \"%r\"", false);
    assertThat(common.read("a - \"GET / HTTP/1.1\"").orElseThrow().epochSeconds())
        .isEqualTo(LogEntry.UNKNOWN);
    assertThat(common.read("a 14:00 \"GET / HTTP/1.1\"")).isEmpty();
    assertThat(common.read("a -- \"GET / HTTP/1.1\"")).isEmpty();
    LogFormat formatted = LogFormat.of("%{yyyy-MM-dd HH:mm}t %h \"%r\"", false);
    assertThat(formatted.read("2026-11-21 a \"GET / HTTP/1.1\"")).isEmpty();
    assertThat(formatted.read("2026-11-21 25:00 a \"GET / HTTP/1.1\"")).isEmpty();
    assertThat(formatted.read("[2026-11-21 14:00 a \"GET / HTTP/1.1\"")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"%{w}t", "%{YYYY-MM-dd}t", "%{dddd}t", "%{%c}t", "%{%Y-%j}t"})
  void rejectsUnsupportedTimeFormats(String field) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> LogFormat.of("%h " + field + " \"%r\"", false))
        .withMessageContaining("The time " + field + " of the log pattern cannot be read: ")
        .withMessageContaining("Read are %t, sec, msec and usec, the letters ");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "%h %l %u %t \\\"%r\\\" %>s %b",
        "%h %l %u %t &quot;%r&quot; %s %b",
        "%h %l %u %t \"%m %U%q %H\" %s %b",
      })
  void readsPatternsAsWrittenInConfigurations(String pattern) {
    LogEntry entry = read(pattern, LINE);
    assertThat(entry.method()).isEqualTo("GET");
    assertThat(entry.target()).isEqualTo("/shop/item?id=7");
    assertThat(entry.status()).isEqualTo(200);
  }

  @Test
  void readsTabsAsHttpdWritesThem() {
    assertThat(read("%h\\t%U%q\\t%s", "a\t/b?x=1\t200").target()).isEqualTo("/b?x=1");
  }

  @Test
  void rejectsInvalidPatternsWithReason() {
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
