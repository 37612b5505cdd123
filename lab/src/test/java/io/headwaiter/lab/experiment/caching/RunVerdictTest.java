package io.headwaiter.lab.experiment.caching;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class RunVerdictTest {
  @Test
  void nothingMayFail() {
    assertThat(new RunVerdict(100, 99, 0).isSustained()).isTrue();
    assertThat(new RunVerdict(100, 99, 1).isSustained()).isFalse();
  }

  @Test
  void nothingMayPileUp() {
    assertThat(new RunVerdict(100, 92, 0).isSustained()).isTrue();
    assertThat(new RunVerdict(100, 90, 0).isSustained()).isTrue();
    assertThat(new RunVerdict(100, 89, 0).isSustained()).isFalse();
    assertThat(new RunVerdict(100, 110, 0).isSustained()).isTrue();
  }

  @Test
  void someMayPileUpWhereSessionsAreFew() {
    assertThat(new RunVerdict(100, 70, 0).isCarried(30)).isTrue();
    assertThat(new RunVerdict(100, 69, 0).isCarried(30)).isFalse();
    assertThat(new RunVerdict(100, 110, 0).isCarried(0)).isTrue();
    assertThat(new RunVerdict(100, 99, 1).isCarried(30)).isFalse();
    assertThat(new RunVerdict(0, 0, 0).isCarried(30)).isFalse();
  }

  @Test
  void runsAddUp() {
    assertThat(new RunVerdict(100, 70, 2).plus(new RunVerdict(10, 9, 1)))
        .isEqualTo(new RunVerdict(110, 79, 3));
  }

  @Test
  void nobodySaysNothing() {
    assertThat(new RunVerdict(0, 0, 0).isSustained()).isFalse();
    assertThatThrownBy(() -> new RunVerdict(-1, 0, 0)).isInstanceOf(IllegalArgumentException.class);
  }
}
