package io.headwaiter.telemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwaiter.telemetry.Column.Merge;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HistoryPageTest {

  private static String page(IntervalHistory history, String query, long nowNanos)
      throws Exception {
    StringBuilder out = new StringBuilder();
    new HistoryPage(history, HistoryQuery.parse(query), nowNanos).writeTo(out);
    return out.toString();
  }

  private static IntervalHistory columns() {
    return new IntervalHistory(
        List.of(
            new Column("a", Merge.SUM),
            new Column("b", Merge.MEAN),
            new Column("c", Merge.MAX),
            new Column("d", Merge.LAST)));
  }

  private static IntervalHistory fourWays(int rows) {
    IntervalHistory history = columns();
    for (int i = 1; i <= rows; i++) {
      Intervals.add(history, i * Intervals.TICK, i, i, i, i);
    }
    return history;
  }

  @Test
  void showsEachIntervalWithoutStep() throws Exception {
    assertThat(page(fourWays(60), "seconds=1", 60 * Intervals.TICK))
        .startsWith(
            "{\"seconds\":1,\"step\":0,\"resources\":[\"cpu\",\"worker_threads\","
                + "\"database_connections\"],\"columns\":[\"time\",\"a\",\"b\",\"c\",\"d\"],"
                + "\"merge\":[\"last\",\"sum\",\"mean\",\"max\",\"last\"],\"rows\":[\n"
                + "[2050,41,41,41,41],\n[2100,42,42,42,42],\n")
        .endsWith(",\n[3000,60,60,60,60]\n]}\n");
  }

  @Test
  void mergesEachColumnByItsRule() throws Exception {
    assertThat(page(fourWays(60), "seconds=2&step=1", 60 * Intervals.TICK))
        .contains("\"rows\":[\n[2000,610,30.5,40,40],\n[3000,1010,50.5,60,60]\n]");
  }

  @Test
  void writesUnknownAndInfiniteFiguresAsNull() throws Exception {
    double[] odd = {Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, 1e300, 5};
    IntervalHistory history = columns();
    for (int i = 0; i < odd.length; i++) {
      Intervals.add(history, (i + 1) * Intervals.TICK, odd[i], odd[i], odd[i], odd[i]);
    }
    String fine = page(history, "seconds=1", 5 * Intervals.TICK);
    assertThat(fine).contains("[50,null,null,null,null]").contains("[250,5,5,5,5]");
    assertThat(fine).doesNotContain("NaN").doesNotContain("nfinity");
    assertThat(page(history, "seconds=1&step=1", 5 * Intervals.TICK))
        .doesNotContain("NaN")
        .doesNotContain("nfinity")
        .endsWith(",5]\n]}\n");
  }

  @Test
  void numbersAreShort() {
    assertThat(HistoryPage.number(1.0 / 3)).isEqualTo("0.33333334");
    assertThat(HistoryPage.number(-0.0)).isEqualTo("0");
    assertThat(HistoryPage.number(16_777_216)).isEqualTo("16777216");
    assertThat(HistoryPage.number(1e-7)).isEqualTo("1.0E-7");
    assertThat(HistoryPage.number(1e10)).isEqualTo("1.0E10");
  }

  @Test
  void emptyHistoryHasNoRows() throws Exception {
    assertThat(page(columns(), null, 0)).contains("\"rows\":[\n]}");
  }

  @ParameterizedTest
  @CsvSource({
    "'', 60, 0",
    "seconds=300, 300, 0",
    "seconds=301, 301, 1",
    "seconds=3600, 3600, 1",
    "seconds=3600&step=0.5, 3600, 0.5",
    "step=10, 60, 10",
    "step=0&seconds=5, 5, 0"
  })
  void missingParametersHaveDefaults(String query, int seconds, double step) {
    assertThat(HistoryQuery.parse(query)).isEqualTo(new HistoryQuery(seconds, step));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "3601", "1.5", "-1", "", "NaN", "x", "1e9"})
  void rejectsInvalidSeconds(String seconds) {
    assertThatThrownBy(() -> HistoryQuery.parse("seconds=" + seconds))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("seconds is how far back to go: a whole number from 1 to 3600.");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0.05", "3601", "-1", "", "NaN", "x"})
  void rejectsInvalidStep(String step) {
    assertThatThrownBy(() -> HistoryQuery.parse("step=" + step))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("step is how many seconds one row stands for: from 0.1 to 3600");
  }

  @ParameterizedTest
  @ValueSource(strings = {"second=5", "seconds=5&seconds=6", "&", "seconds=5&x"})
  void rejectsUnknownOrRepeatedParameters(String query) {
    assertThatThrownBy(() -> HistoryQuery.parse(query))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("The history takes seconds= and step=, each once at most.");
  }

  @Test
  void rejectsTooManyRowsBeforeSending() {
    assertThatThrownBy(() -> HistoryQuery.parse("seconds=3600&step=0.1"))
        .hasMessageStartingWith("That would be 36000 rows and at most 7200 are sent.");
    IntervalHistory history = fourWays(8000);
    HistoryQuery all = HistoryQuery.parse("seconds=3600&step=0");
    assertThatThrownBy(() -> new HistoryPage(history, all, 8000 * Intervals.TICK))
        .hasMessageStartingWith("That would be 8000 rows and at most 7200 are sent.");
    HistoryQuery some = HistoryQuery.parse("seconds=100&step=0");
    new HistoryPage(history, some, 8000 * Intervals.TICK);
  }
}
