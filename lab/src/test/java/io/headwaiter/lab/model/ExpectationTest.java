package io.headwaiter.lab.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ExpectationTest {
  @ParameterizedTest
  @CsvSource({
    "> 1 ~ 7, 6, 6.8, CONFIRMED",
    "> 1 ~ 7, 2.5, 3.5, CHANGED",
    "> 1 ~ 7, 9, 12, CHANGED",
    "> 1 ~ 7, 5.2, 5.9, CHANGED",
    "> 1 ~ 7, 4, 10, UNDECIDED",
    "> 1 ~ 7, 0.9, 1.3, UNDECIDED",
    "> 1 ~ 7, 0.8, 0.95, REFUTED",
    "> 1, 1.1, 30, CONFIRMED",
    "> 1, 1, 30, UNDECIDED",
    "< 1 ~ 0.2, 0.17, 0.23, CONFIRMED",
    "< 1 ~ 0.2, 0.5, 0.9, CHANGED",
    "< 1 ~ 0.2, 1.01, 1.2, REFUTED",
    "0.9..1.1, 0.9, 1.1, CONFIRMED",
    "0.9..1.1, 0.8, 1, UNDECIDED",
    "0.9..1.1, 0.2, 0.8, REFUTED",
    "0..0.05, 0.06, 0.07, REFUTED",
  })
  void judgesIntervals(String text, double low, double high, PublishedVerdict verdict) {
    Estimate figure = new Estimate((low + high) / 2, low, high);
    assertThat(Expectation.parse(text).verdict(figure)).isEqualTo(verdict);
  }

  @Test
  void judgesFiguresWithoutInterval() {
    assertThat(Expectation.parse("> 1 ~ 7").verdict(Estimate.of(6)))
        .isEqualTo(PublishedVerdict.CONFIRMED);
    assertThat(Expectation.parse("> 1 ~ 7").verdict(Estimate.UNKNOWN))
        .isEqualTo(PublishedVerdict.UNDECIDED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1", "> x", ">1", "1..", "> 1 ~", "0.9...1.1.1"})
  void rejectsOtherTexts(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Expectation.parse(text))
        .withMessageContaining("write one as");
  }

  /** A narrower interval around the same figure never turns one decided verdict into another. */
  @Test
  void staysWithItsVerdictAsIntervalsShrink() {
    SplittableRandom random = new SplittableRandom(7);
    String[] texts = {"> 1 ~ 7", "> 1", "< 1 ~ 0.2", "< 2", "0.9..1.1"};
    for (int i = 0; i < 20_000; i++) {
      Expectation expected = Expectation.parse(texts[i % texts.length]);
      double value = random.nextDouble(0, 9);
      double half = random.nextDouble(0, 4);
      PublishedVerdict wide = expected.verdict(new Estimate(value, value - half, value + half));
      half *= random.nextDouble();
      PublishedVerdict narrow = expected.verdict(new Estimate(value, value - half, value + half));
      if (wide != PublishedVerdict.UNDECIDED && wide != PublishedVerdict.CHANGED) {
        assertThat(narrow).isEqualTo(wide);
      }
    }
  }
}
