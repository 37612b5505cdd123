package io.headwaiter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.jdbc.holding.ConnectionValue;
import io.headwaiter.jdbc.holding.HoldingDecider;
import io.headwaiter.jdbc.holding.HoldingDeciders;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class HoldingDecidersTest {
  private final HoldingDeciders holdings =
      new HoldingDeciders(new ConnectionValue(System::nanoTime, () -> 1));

  @Test
  void servedTypeGetsItsOwnLaw() {
    HoldingDecider before = holdings.of("/search");
    assertThat(holdings.of("/made-up")).isSameAs(before);
    holdings.served("/search");
    assertThat(holdings.of("/search")).isNotSameAs(before);
    assertThat(holdings.of("/made-up")).isSameAs(before);
  }

  @Test
  void limitsNumberOfTypes() {
    for (int i = 0; i < 10_000; i++) {
      holdings.served("/type" + i);
    }
    List<String> names = new ArrayList<>();
    holdings.forEach(type -> names.add(type.getKey()));
    assertThat(names).hasSize(HoldingDeciders.TYPES_MAX + 1).contains(HoldingDeciders.OTHERS);
    assertThat(holdings.of("/type9999")).isSameAs(holdings.of("/made-up"));
  }
}
