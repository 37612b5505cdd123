package io.headwaiter.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class RunTableTest {
  @Test
  void columnsLineUp() {
    String[] lines =
        RunTable.text(Samples.runs(), Samples.runs().get(5)).lines().toArray(String[]::new);
    assertThat(lines).hasSize(9);
    assertThat(lines[0]).startsWith("server").endsWith("broken");
    assertThat(lines[1]).matches("-+");
    int completed = lines[0].indexOf("completed/s") + "completed/s".length();
    assertThat(lines[2].substring(0, completed)).endsWith("57.1 [55.2, 59]");
    assertThat(lines[4]).contains(Numbers.NOTHING);
    assertThat(lines[8]).startsWith("headwaiter  reference");
  }

  @Test
  void rejectsRowWithMissingCell() {
    assertThatThrownBy(() -> new TextTable("a", "b").row("1")).hasMessageContaining("2 cells");
  }

  @Test
  void numbersKeepThreeDigits() {
    assertThat(Numbers.plain(1234.6)).isEqualTo("1235");
    assertThat(Numbers.plain(57.14)).isEqualTo("57.1");
    assertThat(Numbers.plain(5.714)).isEqualTo("5.71");
    assertThat(Numbers.plain(0.01234)).isEqualTo("0.0123");
    assertThat(Numbers.plain(99.97)).isEqualTo("100");
    assertThat(Numbers.plain(Double.NaN)).isEqualTo("–");
    assertThat(Numbers.percent(0.9636)).isEqualTo("96.4 %");
  }
}
