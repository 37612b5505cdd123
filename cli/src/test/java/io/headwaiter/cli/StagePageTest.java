package io.headwaiter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.headwaiter.core.trace.Stage;
import io.headwaiter.core.trace.StageTotals;
import io.headwaiter.core.trace.Timeline;
import org.junit.jupiter.api.Test;

class StagePageTest {
  @Test
  void hasNumberAndTimeOfEachStage() throws Exception {
    Timeline timeline = new Timeline(Stage.IDLE, 0);
    timeline.next(Stage.SERVICE, 2_500_000);
    timeline.end(2_500_100);
    StageTotals totals = new StageTotals();
    totals.add(timeline);
    JsonNode page = new ObjectMapper().readTree(StagePage.json(totals, 3_500_000, 100));
    assertThat(page.path("connections").asInt()).isEqualTo(1);
    assertThat(page.path("stages").size()).isEqualTo(Stage.values().length);
    assertThat(page.at("/stages/idle/count").asInt()).isEqualTo(1);
    assertThat(page.at("/stages/idle/millis").asDouble()).isEqualTo(2.5);
    assertThat(page.at("/stages/service/millis").asDouble()).isEqualTo(1e-4);
    assertThat(page.at("/stages/request/millis").asDouble()).isZero();
    assertThat(page.at("/threads/bytesMillis").asDouble()).isEqualTo(3.5);
    assertThat(page.at("/threads/monitorMillis").asDouble()).isEqualTo(1e-4);
  }
}
