package io.headwaiter.jetty;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.front.config.HeadwaiterOption;
import io.headwaiter.front.config.HeadwaiterSettings;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JettyOptionsTest {
  private final Map<HeadwaiterOption, String> explicit = new EnumMap<>(HeadwaiterOption.class);
  private final HeadwaiterSettings settings =
      new HeadwaiterSettings(explicit, name -> null, name -> null);

  @Test
  void warnsOfOptionsWithoutEffect() {
    assertThat(JettyOptions.warnings(settings)).isEmpty();
    explicit.put(HeadwaiterOption.WORKER_TIMEOUT_MILLIS, "900");
    explicit.put(HeadwaiterOption.HELLO_DEADLINE_MILLIS, "900");
    assertThat(JettyOptions.warnings(settings))
        .containsExactly("Option workerTimeoutMillis has no effect on Jetty. Remove it.");
  }
}
