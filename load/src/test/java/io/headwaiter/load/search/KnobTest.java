package io.headwaiter.load.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

class KnobTest {
  @Test
  void ladderMatchesWorkedNumber() {
    Knob knob = Knob.geometric("n", 8, 64, 2, 1);
    assertThat(knob.levels()).hasSize(7);
    assertThat(knob.levels().get(1)).isCloseTo(11.3, within(0.05));
    assertThat(knob.coarse().stream().map(knob.levels()::get))
        .containsExactly(8.0, 16.0, 32.0, 64.0);
  }

  @Test
  void wholeNumbersAppearOnceOnLadder() {
    Knob knob = Knob.geometric("n", 1, 8, 2, 2).whole();
    assertThat(knob.levels()).containsExactly(1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0);
    assertThat(knob.coarse().stream().map(knob.levels()::get)).containsExactly(1.0, 2.0, 4.0, 8.0);
  }

  @Test
  void noLimitIsHighestLevel() {
    Knob knob = Knob.geometric("n", 1, 4, 2, 0).orNone().beginningAt(Knob.NONE, 2);
    assertThat(knob.levels()).containsExactly(1.0, 2.0, 4.0, Knob.NONE);
    assertThat(knob.coarse()).containsExactly(3, 1);
  }

  @Test
  void rejectsInvalidLadders() {
    assertThatThrownBy(() -> Knob.geometric("n", 0, 8, 2, 1)).hasMessageContaining("above 0");
    assertThatThrownBy(() -> Knob.geometric("n", 1, 8, 1, 1)).hasMessageContaining("ratio");
    assertThatThrownBy(() -> new Knob("n", List.of(2.0, 1.0), List.of(0), 1))
        .hasMessageContaining("must rise");
    assertThatThrownBy(() -> new Knob("n", List.of(1.0), List.of(1), 1))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }
}
