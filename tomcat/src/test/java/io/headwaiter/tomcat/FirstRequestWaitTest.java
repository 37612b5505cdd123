package io.headwaiter.tomcat;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FirstRequestWaitTest {
  private final FirstRequestWait wait = new FirstRequestWait();

  @Test
  void waitsOfEarlierTurnsCount() {
    wait.begin();
    assertThat(wait.sinceNanos(null, 1_000)).isEqualTo(1_000);
    wait.turnBegins(/* proven= */ false, 30);
    assertThat(wait.sinceNanos(null, 2_000)).isEqualTo(1_970);
    wait.turnBegins(/* proven= */ false, 20);
    assertThat(wait.queuedNanos(null)).isEqualTo(50);
    assertThat(wait.sinceNanos(null, 3_000)).isEqualTo(2_950);
    wait.turnBegins(/* proven= */ true, 10);
    assertThat(wait.sinceNanos(null, 4_000)).as("it is over").isEqualTo(4_000);
  }

  @Test
  void handshakeHasBoundedTurns() {
    wait.begin();
    for (int i = 0; i < FirstRequestWait.HANDSHAKE_TURNS_MAX; i++) {
      wait.turnBegins(/* proven= */ false, 0);
    }
    assertThat(wait.isDrippedHandshake()).isFalse();
    wait.turnBegins(/* proven= */ false, 0);
    assertThat(wait.isDrippedHandshake()).isTrue();
    wait.begin();
    assertThat(wait.isDrippedHandshake()).as("of the next connection").isFalse();
  }
}
