package io.headwaiter.lab.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.core.pool.ProcessorUse;
import io.headwaiter.core.profile.RequestProfile;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Ten seconds of one processor. */
class HostTimeTest {
  private static final double SECOND = 1e9;
  private static final double SPAN = 10 * SECOND;

  private static TunedServer.Reading reading(long seconds, double used, double jit, HostTime host) {
    RequestProfile requests = new RequestProfile((long) (seconds * SECOND), 0, Map.of());
    return new TunedServer.Reading(requests, 0, 0, used * SECOND, jit * SECOND, 1, host);
  }

  @Test
  void whatTheHostAndTheCompilerTookWasNotThere() {
    TunedServer.Reading first = reading(5, 4, 2, new HostTime(70 * SECOND, 900 * SECOND));
    TunedServer.Reading last = reading(15, 10, 2.5, new HostTime(71 * SECOND, 902 * SECOND));
    ProcessorUse use = last.processorsSince(first);
    assertThat(use.busy()).isCloseTo(0.6, within(1e-9));
    assertThat(use.stolen()).isCloseTo(0.15, within(1e-9));
    assertThat(use.idle()).isCloseTo(0.2, within(1e-9));
  }

  @Test
  void whereTheHostTellsNothingTheRestIsIdle() {
    ProcessorUse use = reading(10, 6, 1, null).processorsSince(reading(0, 0, 0, null));
    assertThat(use.stolen()).isCloseTo(0.1, within(1e-9));
    assertThat(use.idle()).isCloseTo(0.3, within(1e-9));
  }

  @Test
  void ticksThatAreTooManyDoNotCount() {
    ProcessorUse use = new HostTime(3 * SECOND, 5 * SECOND).use(0.8, 0.1, 1, SPAN);
    assertThat(use.stolen()).isCloseTo(0.2, within(1e-9));
    assertThat(use.idle()).isZero();
    assertThat(new HostTime(-1, -1).use(1.01, 0, 1, SPAN))
        .isEqualTo(new ProcessorUse(1.01, 1, 0.0, 0.0));
  }
}
