package io.headwaiter.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.core.pool.profile.ProcessorUse;
import io.headwaiter.core.profile.RequestProfile;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Ten seconds of one processor, or of a quota of two of sixteen. */
class HostTimeTest {
  private static final long SECOND = 1_000_000_000;

  private static TunedServer.Reading reading(long seconds, double used, double jit, HostTime host) {
    RequestProfile requests = new RequestProfile(seconds * SECOND, 0, Map.of());
    return new TunedServer.Reading(requests, 0, 0, used * SECOND, jit * SECOND, 1, host);
  }

  private static HostTime host(long seconds, double stolen, double idle) {
    return new HostTime(seconds * SECOND, stolen * SECOND, idle * SECOND);
  }

  @Test
  void countsHostAndCompilerTimeAsStolen() {
    TunedServer.Reading first = reading(5, 4, 2, host(105, 70, 900));
    TunedServer.Reading last = reading(15, 10, 2.5, host(115, 71, 902));
    ProcessorUse use = last.processorsSince(first);
    assertThat(use.busy()).isCloseTo(0.6, within(1e-9));
    assertThat(use.stolen()).isCloseTo(0.15, within(1e-9));
    assertThat(use.idle()).isCloseTo(0.2, within(1e-9));
  }

  /** The server answered 2 s after the host was read. */
  @Test
  void usesClockOfHostReading() {
    TunedServer.Reading first = reading(5, 4, 0, host(105, 70, 900));
    TunedServer.Reading last = reading(15, 10, 0, host(113, 70.8, 901.6));
    assertThat(last.processorsSince(first).stolen()).isCloseTo(0.1, within(1e-9));
    assertThat(last.processorsSince(first).idle()).isCloseTo(0.2, within(1e-9));
    TunedServer.Reading again = reading(15, 10, 0, host(105, 70, 900));
    assertThat(again.processorsSince(first).stolen()).isZero();
  }

  /** Each of sixteen processors was stolen for a tenth of the time. */
  @Test
  void quotaTakesItsPartOfStolenTime() {
    ProcessorUse use = host(10, 1, 8).use(1.5, 0, 2);
    assertThat(use.stolen()).isCloseTo(0.2, within(1e-9));
    assertThat(use.idle()).isCloseTo(0.3, within(1e-9));
  }

  @Test
  void unusedTimeIsIdleWithoutHostTime() {
    ProcessorUse use = reading(10, 6, 1, null).processorsSince(reading(0, 0, 0, null));
    assertThat(use.stolen()).isCloseTo(0.1, within(1e-9));
    assertThat(use.idle()).isCloseTo(0.3, within(1e-9));
  }

  @Test
  void limitsStolenAndIdleToUnusedTime() {
    ProcessorUse use = host(10, 3, 5).use(0.8, 0.1, 1);
    assertThat(use.stolen()).isCloseTo(0.2, within(1e-9));
    assertThat(use.idle()).isZero();
    assertThat(host(10, -1, -1).use(1.01, 0, 1)).isEqualTo(new ProcessorUse(1.01, 1, 0.0, 0.0));
  }
}
