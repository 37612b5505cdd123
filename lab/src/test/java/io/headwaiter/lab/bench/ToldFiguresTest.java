package io.headwaiter.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.headwaiter.lab.study.Watched;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a server told of a stretch of time. */
class ToldFiguresTest {
  private static final String COLUMNS =
      "[\"time\",\"elapsedMillis\",\"frontConnections\",\"admittedNew\",\"admittedVerified\","
          + "\"refusedVisitBudget\",\"requests\",\"responseP99Millis\"]";

  private static JsonNode json(String text) throws Exception {
    return new ObjectMapper().readTree(text);
  }

  private static ToldFigures told() throws Exception {
    return new ToldFigures(
        json(
            "{\"columns\":"
                + COLUMNS
                + ",\"rows\":[[100,50,9,9,9,9,9,9],[150,50,4,1,2,1,5,10],[200,50,6,2,2,2,7,null],"
                + "[250,50,3,1,1,1,2,30],[300,50,9,9,9,9,9,9]]}"));
  }

  private static List<JsonNode> rows(String text) throws Exception {
    List<JsonNode> rows = new ArrayList<>();
    json(text).forEach(rows::add);
    return rows;
  }

  @Test
  void addsIntervalsOfStretch() throws Exception {
    assertThat(told().ofHistory(100, 250))
        .containsEntry(Watched.TOLD_ARRIVED, 13.0)
        .containsEntry(Watched.TOLD_ADMITTED, 9.0)
        .containsEntry(Watched.TOLD_REFUSED, 4.0)
        .containsEntry(Watched.TOLD_REQUESTS, 14.0)
        .containsEntry(Watched.TOLD_P99_MILLIS, 20.0);
  }

  @Test
  void comparesDashboardFromItsFirstRowOn() throws Exception {
    List<JsonNode> merged = rows("[[150,50,13],[250,100,9],[300,50,9]]");
    assertThat(told().differenceOf(merged, 100, 300)).isZero();
    List<JsonNode> missing = rows("[[150,50,13],[300,50,9]]");
    assertThat(told().differenceOf(missing, 100, 300)).isEqualTo(0.5);
  }

  @Test
  void dashboardWithoutRowsDiffers() throws Exception {
    assertThat(told().differenceOf(List.of(), 100, 300)).isEqualTo(1);
  }
}
