package io.headwaiter.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EacFormulaTest {
  private static final long TWO_SECONDS = 2_000_000_000L;
  private static final long MILLI = 1_000_000L;
  private static final EacFormula PAPER = new EacFormula(2 * MILLI, 175 * MILLI);

  /** k = 2 s, CT_N = 175 ms, CT_O = 2 ms on one to four processors, calculated by hand. */
  @ParameterizedTest
  @CsvSource({
    "1, 0, 11", "2, 0, 22", "3, 0, 34", "4, 0, 45",
    "1, 100, 10", "2, 100, 21", "3, 100, 33", "4, 100, 44",
    "1, 500, 5", "2, 500, 17", "3, 500, 28", "4, 500, 40",
    "1, 1000, 0", "4, 4000, 0", "1, 5000, 0"
  })
  void matchesNumbersOfThePaper(double processors, long resumed, long allowed) {
    assertThat(PAPER.newAllowed(TWO_SECONDS, processors, resumed)).isEqualTo(allowed);
  }

  @Test
  void roundsDownExactlyAtBoundary() {
    EacFormula formula = new EacFormula(0, 100 * MILLI);
    assertThat(formula.newAllowed(TWO_SECONDS, 1, 0)).isEqualTo(20);
    assertThat(formula.newAllowed(TWO_SECONDS - 1, 1, 0)).isEqualTo(19);
    assertThat(new EacFormula(1, 100 * MILLI).newAllowed(TWO_SECONDS, 1, 1)).isEqualTo(19);
    assertThat(formula.newAllowed(99 * MILLI, 1, 0)).isZero();
  }

  @Property
  void isNonNegativeAndMonotoneInEverySymbol(
      @ForAll @LongRange(min = 1, max = 10_000_000_000L) long k,
      @ForAll @DoubleRange(min = 0, max = 256) double processors,
      @ForAll @LongRange(min = 0, max = 1_000_000) long resumed,
      @ForAll @LongRange(min = 0, max = 1_000_000_000L) long resumedNanos,
      @ForAll @LongRange(min = 1, max = 10_000_000_000L) long newNanos) {
    EacFormula formula = new EacFormula(resumedNanos, newNanos);
    long allowed = formula.newAllowed(k, processors, resumed);
    assertThat(allowed).isNotNegative();
    assertThat(allowed * (double) newNanos).isLessThanOrEqualTo(k * processors + 1);
    assertThat(formula.newAllowed(k, processors + 1, resumed)).isGreaterThanOrEqualTo(allowed);
    assertThat(formula.newAllowed(k, processors, resumed + 1)).isLessThanOrEqualTo(allowed);
    assertThat(new EacFormula(resumedNanos + 1, newNanos).newAllowed(k, processors, resumed))
        .isLessThanOrEqualTo(allowed);
    assertThat(new EacFormula(resumedNanos, newNanos + 1).newAllowed(k, processors, resumed))
        .isLessThanOrEqualTo(allowed);
  }

  @Test
  void rejectsCostsOutOfRange() {
    assertThatThrownBy(() -> new EacFormula(-1, 1))
        .hasMessage("resumedNanos (CT_O) must be at least 0, got -1");
    assertThatThrownBy(() -> new EacFormula(0, 0))
        .hasMessage("newNanos (CT_N) must be at least 1, got 0");
    assertThatThrownBy(() -> new EacController(PAPER, 0))
        .hasMessage("intervalNanos (k) must be above 0, got 0");
  }
}
