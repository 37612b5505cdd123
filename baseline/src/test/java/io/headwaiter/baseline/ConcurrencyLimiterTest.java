package io.headwaiter.baseline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConcurrencyLimiterTest {
  @Test
  void namesSelectLimitsOfTheLibrary() {
    assertThat(ConcurrencyLimiter.of("gradient2").initialLimit()).isEqualTo(20);
    assertThat(ConcurrencyLimiter.of("Vegas").initialLimit()).isEqualTo(20);
    assertThat(ConcurrencyLimiter.of("fixed:7").limit()).isEqualTo(7);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "fixed", "fixed:", "fixed:0", "fixed:-1", "fixed:1e3", "fixed:9999999999"})
  void unknownNameErrorListsAllowedNames(String name) {
    assertThatThrownBy(() -> ConcurrencyLimiter.of(name))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("gradient2, vegas or fixed:N");
  }
}
