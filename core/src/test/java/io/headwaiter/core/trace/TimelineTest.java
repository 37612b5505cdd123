package io.headwaiter.core.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class TimelineTest {
  private static long length(Timeline timeline) {
    return Arrays.stream(Stage.values()).mapToLong(timeline::nanos).sum();
  }

  @Test
  void countsTimeAndNumberOfStages() {
    Timeline timeline = new Timeline(Stage.IDLE, 0);
    timeline.next(Stage.REQUEST, 5);
    timeline.next(Stage.IDLE, 7);
    timeline.end(10);
    assertThat(timeline.count(Stage.IDLE)).isEqualTo(2);
    assertThat(timeline.nanos(Stage.IDLE)).isEqualTo(8);
    assertThat(timeline.count(Stage.REQUEST)).isEqualTo(1);
    assertThat(timeline.nanos(Stage.REQUEST)).isEqualTo(2);
    assertThat(timeline.count(Stage.SERVICE)).isZero();
    assertThat(timeline.nanos(Stage.SERVICE)).isZero();
  }

  @Test
  void joinsStageThatGoesOn() {
    Timeline timeline = new Timeline(Stage.IDLE, 0);
    timeline.next(Stage.IDLE, 5);
    timeline.end(10);
    assertThat(timeline.count(Stage.IDLE)).isEqualTo(1);
    assertThat(timeline.nanos(Stage.IDLE)).isEqualTo(10);
  }

  @Test
  void renamesPresentStageFromItsBegin() {
    Timeline timeline = new Timeline(Stage.IDLE, 0);
    timeline.next(Stage.FAILED_HANDSHAKE, 1);
    timeline.turnsOutAs(Stage.RESUMED_HANDSHAKE);
    assertThat(timeline.present()).isEqualTo(Stage.RESUMED_HANDSHAKE);
    timeline.next(Stage.IDLE, 4);
    timeline.end(4);
    assertThat(timeline.count(Stage.FAILED_HANDSHAKE)).isZero();
    assertThat(timeline.nanos(Stage.RESUMED_HANDSHAKE)).isEqualTo(3);
  }

  @Property(tries = 200)
  void stagesAddUpToLength(
      @ForAll @Size(max = 50) List<Stage> stages,
      @ForAll @Size(50) List<@IntRange(min = 0, max = 1_000_000) Integer> pauses,
      @ForAll long beginNanos) {
    Timeline timeline = new Timeline(Stage.IDLE, beginNanos);
    long now = beginNanos;
    for (int i = 0; i < stages.size(); i++) {
      now += pauses.get(i);
      timeline.next(stages.get(i), now);
      assertThat(timeline.present()).isEqualTo(stages.get(i));
    }
    timeline.end(now + 1);
    assertThat(length(timeline)).isEqualTo(now + 1 - beginNanos);
  }
}
