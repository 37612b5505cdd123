package io.headwaiter.front.control;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RefusalLogTest {
  private static final long SECOND = 1_000_000_000L;

  private final List<String> lines = new ArrayList<>();
  private final RefusalLog log = new RefusalLog(lines::add);

  @Test
  void logsBeginningAndEndOfRefusing() {
    log.look(0, 60, 0);
    assertThat(lines).isEmpty();
    log.look(5, 60, 5 * SECOND);
    assertThat(lines)
        .containsExactly(
            "New visits are refused, because the server cannot serve all that arrive. It carries"
                + " about 60.0 a second. The reasons are under new.refused in /status.");
    log.look(25, 60, 9 * SECOND);
    log.look(25, 60, 18 * SECOND);
    assertThat(lines).as("nine quiet seconds").hasSize(1);
    log.look(25, 60, 19 * SECOND);
    assertThat(lines.get(1))
        .isEqualTo("No new visit was refused for 10 s. Before, 25 were refused in 4.0 s.");
  }

  @Test
  void refusalsWithShortPausesAreOneTime() {
    for (int second = 0; second < 600; second++) {
      log.look(second / 9, Double.POSITIVE_INFINITY, second * SECOND);
    }
    assertThat(lines).hasSize(1);
    assertThat(lines.get(0)).doesNotContain("carries");
  }

  @Test
  void secondTimeCountsItsOwnRefusals() {
    log.look(10, 60, 0);
    log.look(10, 60, 20 * SECOND);
    log.look(13, 60, 40 * SECOND);
    log.look(13, 60, 50 * SECOND);
    assertThat(lines).hasSize(4);
    assertThat(lines.get(3)).contains("Before, 3 were refused in 0.0 s.");
  }
}
