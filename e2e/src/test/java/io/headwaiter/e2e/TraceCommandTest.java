package io.headwaiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.headwaiter.trace.State;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One recording of a server under load, in four forms that say the same. */
@Tag("once")
class TraceCommandTest {
  @TempDir Path folder;

  private static Process load(ServedShop shop) throws IOException {
    List<String> line =
        new ArrayList<>(
            Command.headwaiterLine(
                "load", "--target", shop.uri("/").toString(), "--insecure", "--rate", "15"));
    line.addAll(List.of("--warmup", "0s", "--for", "60s", "--think", "20ms"));
    line.addAll(List.of("--users", "1000", "--items", "500"));
    return new ProcessBuilder(line)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  private Command trace(ServedShop shop, String... more) throws Exception {
    List<String> arguments =
        new ArrayList<>(List.of("trace", "--target", shop.adminUri().toString()));
    arguments.addAll(List.of("--out", folder.resolve("out").toString()));
    arguments.addAll(List.of(more));
    return Command.headwaiter(arguments.toArray(String[]::new));
  }

  private Path file(String name) {
    return folder.resolve("out").resolve(name);
  }

  /** Returns the total of each state in nanoseconds, by its name. */
  private Map<String, Long> ofParaver() throws IOException {
    Map<String, Long> totals = new TreeMap<>();
    for (String line : Files.readAllLines(file("trace.prv"))) {
      if (line.startsWith("1:")) {
        String[] fields = line.split(":", -1);
        int number = Integer.parseInt(fields[7]);
        String name =
            List.of(State.values()).stream()
                .filter(state -> state.number() == number)
                .findFirst()
                .orElseThrow()
                .label();
        totals.merge(name, Long.parseLong(fields[6]) - Long.parseLong(fields[5]), Long::sum);
      }
    }
    return totals;
  }

  private Map<String, Long> ofPerfetto() throws IOException {
    Map<String, Long> totals = new TreeMap<>();
    for (JsonNode event :
        new ObjectMapper().readTree(file("trace.json").toFile()).get("traceEvents")) {
      if (event.get("ph").asText().equals("X")) {
        totals.merge(
            event.get("name").asText(), Math.round(event.get("dur").asDouble() * 1e3), Long::sum);
      }
    }
    return totals;
  }

  private JsonNode page() throws IOException {
    Matcher data =
        Pattern.compile("id=\"data\">(.*?)</script>", Pattern.DOTALL)
            .matcher(Files.readString(file("trace.html")));
    assertThat(data.find()).isTrue();
    return new ObjectMapper().readTree(data.group(1));
  }

  private Map<String, Long> ofPage() throws IOException {
    JsonNode page = page();
    Map<String, Long> totals = new TreeMap<>();
    for (JsonNode span : page.get("spans")) {
      totals.merge(
          page.get("states").get(span.get(1).asInt()).get(0).asText(),
          span.get(3).asLong() - span.get(2).asLong(),
          Long::sum);
    }
    return totals;
  }

  private long count(String event) throws IOException {
    long count = 0;
    for (RecordedEvent one : RecordingFile.readAllEvents(file("trace.jfr"))) {
      count += one.getEventType().getName().equals("io.headwaiter." + event) ? 1 : 0;
    }
    return count;
  }

  @Test
  void allFormsSayTheSame() throws Exception {
    try (ServedShop shop =
        ServedShop.start("--admin-port", "0", "--connection-policy", "request")) {
      Process load = load(shop);
      try {
        Command result = trace(shop, "--for", "6s");
        assertThat(result.exitCode()).as(result.err()).isZero();
        assertThat(result.out()).contains(" workers, ").contains("trace.html");
      } finally {
        load.destroy();
        load.waitFor(30, TimeUnit.SECONDS);
      }
      assertThat(ofParaver())
          .containsKeys("hello", "queue", "request", "service", "idle")
          .containsKeys("service with connection", "held", "in pool")
          .isEqualTo(ofPerfetto())
          .isEqualTo(ofPage());
      long connections = count("Connection");
      assertThat(connections).isPositive();
      List<String> kinds = new ArrayList<>();
      page().get("rows").forEach(row -> kinds.add(row.get(0).asText()));
      assertThat(kinds.stream().filter(kind -> kind.equals("connection")).count())
          .isEqualTo(Math.min(connections, 200));
      assertThat(count("Request")).isPositive();
      assertThat(count("DatabaseUse")).isPositive();
      assertThat(Files.readString(file("trace.row"))).contains("_ended_by_client");
    }
  }

  @Test
  void explainsWhatIsWrong() throws Exception {
    try (ServedShop shop = ServedShop.start("--admin-port", "0")) {
      Command nothing = trace(shop, "--for", "1s");
      assertThat(nothing.exitCode()).isEqualTo(1);
      assertThat(nothing.err()).contains("Nothing happened");
      assertThat(trace(shop, "--for", "90s").err()).contains("from 1s to 60s");
    }
    Command gone =
        Command.headwaiter(
            "trace", "--target", "http://127.0.0.1:1/", "--out", folder.resolve("gone").toString());
    assertThat(gone.exitCode()).isEqualTo(1);
    assertThat(gone.err()).contains("Nothing answers at");
  }
}
