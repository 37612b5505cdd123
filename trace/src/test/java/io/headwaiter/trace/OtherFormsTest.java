package io.headwaiter.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.headwaiter.trace.Trace.Kind;
import io.headwaiter.trace.Trace.Row;
import io.headwaiter.trace.Trace.Span;
import io.headwaiter.trace.Trace.Wait;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file for Perfetto, the page for a browser, and what no trace may be. */
class OtherFormsTest {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;

  private static List<JsonNode> ofPhase(JsonNode events, String phase) {
    List<JsonNode> found = new ArrayList<>();
    events.forEach(
        event -> {
          if (event.get("ph").asText().equals(phase)) {
            found.add(event);
          }
        });
    return found;
  }

  @Test
  void perfettoFileHasNamesStatesAndFlows() throws Exception {
    Path file = folder.resolve("trace.json");
    new PerfettoFile(Traces.small()).write(file);
    JsonNode events = JSON.readTree(file.toFile()).get("traceEvents");
    assertThat(ofPhase(events, "M")).hasSize(3 + 4);
    List<JsonNode> states = ofPhase(events, "X");
    assertThat(states).hasSize(5);
    assertThat(states.get(0).get("name").asText()).isEqualTo("service");
    assertThat(states.get(0).get("ts").asDouble()).isEqualTo(0.01);
    assertThat(states.get(0).get("dur").asDouble()).isEqualTo(0.01);
    assertThat(states.get(0).at("/args/type").asText()).isEqualTo("/home");
    assertThat(ofPhase(events, "s")).hasSize(1);
    JsonNode got = ofPhase(events, "f").get(0);
    assertThat(got.get("id")).isEqualTo(ofPhase(events, "s").get(0).get("id"));
    assertThat(got.get("pid").asInt()).isEqualTo(3);
  }

  @Test
  void pageHoldsWholeTraceAndNothingFromElsewhere() throws Exception {
    Path file = folder.resolve("trace.html");
    new TimelinePage(Traces.small()).write(file, "A trace");
    String page = Files.readString(file);
    String open = "id=\"data\">";
    int begin = page.indexOf(open) + open.length();
    JsonNode data = JSON.readTree(page.substring(begin, page.indexOf("</script>", begin)));
    assertThat(data.get("title").asText()).isEqualTo("A trace");
    assertThat(data.get("rows")).hasSize(4);
    assertThat(data.get("spans")).hasSize(5);
    assertThat(data.get("waits")).hasSize(1);
    assertThat(data.get("types").toString()).contains("/home");
    assertThat(data.get("types").get(2).asText()).isEqualTo(Traces.HOSTILE);
    assertThat(page).doesNotContain("http:", "https:", "/*DATA*/", "/*SCRIPT*/");
  }

  @Test
  void refusesWhatIsNoTrace() {
    List<Row> rows = List.of(new Row(Kind.WORKER, "a"));
    Span span = new Span(0, State.SERVICE, 0, 10, "");
    Span overlapping = new Span(0, State.IDLE, 9, 12, "");
    Span beyond = new Span(0, State.IDLE, 9, 21, "");
    assertThatThrownBy(() -> new Trace(20, rows, List.of(span, overlapping), List.of()))
        .hasMessageContaining("begins before the end");
    assertThatThrownBy(() -> new Trace(20, rows, List.of(beyond), List.of()))
        .hasMessageContaining("outside");
    assertThatThrownBy(() -> new Trace(0, rows, List.of(), List.of()))
        .hasMessageContaining("must take time");
    assertThatThrownBy(() -> new Trace(20, rows, List.of(), List.of(new Wait(0, 1, 1, 2, ""))))
        .hasMessageContaining("outside");
    List<Row> mixed = List.of(new Row(Kind.CONNECTION, "a"), new Row(Kind.WORKER, "b"));
    assertThatThrownBy(() -> new Trace(20, mixed, List.of(), List.of()))
        .hasMessageContaining("not ordered");
  }
}
