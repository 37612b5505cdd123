package io.headwaiter.sim.law;

import static io.headwaiter.sim.law.FakeServer.SECOND;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class FluidBoundTest {
  private final FakeServer server = new FakeServer();

  private double bound() {
    return FluidBound.visitsPerSecond(server, Turn.Kind.FULL_HANDSHAKE, 0, 10 * SECOND);
  }

  @Test
  void isTheScarcestOfWhatIsOfferedAndWhatThereIs() {
    double visit = 4 + 1.5 + 7.5 * 1.55;
    assertThat(bound()).isCloseTo(1000 / visit, within(0.01));
    server.offered = 30;
    assertThat(bound()).isCloseTo(30, within(0.01));
    server.pagesPerSecond = 85;
    assertThat(bound()).isCloseTo(10, within(0.01));
  }

  @Test
  void addsUpWhatChanges() {
    server.laterNanos = 4 * SECOND;
    server.processorsLater = 0.5;
    double visit = 4 + 1.5 + 7.5 * 1.55;
    assertThat(bound()).isCloseTo(0.7 * 1000 / visit, within(0.01));
  }

  @Test
  void timeRunsForward() {
    assertThatThrownBy(() -> FluidBound.visitsPerSecond(server, Turn.Kind.FULL_HANDSHAKE, 5, 5))
        .hasMessageContaining("must end after it begins");
  }
}
