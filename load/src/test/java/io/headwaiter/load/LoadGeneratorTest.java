package io.headwaiter.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.headwaiter.load.results.LoadResult;
import io.headwaiter.load.results.RunLog;
import io.headwaiter.load.workload.Mix;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class LoadGeneratorTest {
  private static LoadOptionsBuilder quick(ScriptedServer server) {
    return LoadOptions.builder(server.uri())
        .mix(Mix.BROWSING)
        .maxRequests(2)
        .thinkMean(Duration.ZERO)
        .arrivals(ArrivalKind.UNIFORM, 200)
        .maxSessions(10)
        .warmup(Duration.ZERO)
        .patience(Duration.ofSeconds(40))
        .duration(Duration.ofSeconds(50));
  }

  private static ScriptedServer healthy() {
    return new ScriptedServer((client, number) -> client.handshake().serveAll("page"));
  }

  @Test
  void generatorMakesSeveralRuns() throws InterruptedException {
    try (ScriptedServer server = healthy();
        LoadGenerator generator = new LoadGenerator(quick(server).build())) {
      assertThat(generator.run(progress -> {}).sessions().completed()).isEqualTo(10);
      LoadOptions other = quick(server).ratePerSecond(500).maxSessions(20).build();
      assertThat(generator.run(other, progress -> {}).sessions().completed()).isEqualTo(20);
    }
  }

  @Test
  void twoLoopsShareSchedule() throws InterruptedException {
    try (ScriptedServer server = healthy();
        LoadGenerator generator = new LoadGenerator(quick(server).eventLoops(2).build())) {
      LoadResult result = generator.run(progress -> {});
      assertThat(result.sessions().offered()).isEqualTo(10);
      assertThat(result.sessions().completed()).isEqualTo(10);
    }
  }

  @Test
  void partsShareSchedule() throws InterruptedException {
    for (int part = 1; part <= 3; part++) {
      int number = part;
      try (ScriptedServer server = healthy();
          LoadGenerator generator = new LoadGenerator(quick(server).part(number, 3).build())) {
        LoadResult result = generator.run(progress -> {});
        assertThat(result.sessions().completed()).isEqualTo(number == 1 ? 4 : 3);
        assertThat(generator.histograms().get("response").getTotalCount())
            .isEqualTo(result.responseMillis().count());
      }
    }
  }

  @Test
  void partsShareClosedPopulation() throws InterruptedException {
    for (int part = 1; part <= 3; part++) {
      int number = part;
      try (ScriptedServer server = healthy();
          LoadGenerator generator =
              new LoadGenerator(
                  quick(server).part(number, 3).closedPopulation(4).eventLoops(2).build())) {
        LoadResult result = generator.run(progress -> {});
        assertThat(result.sessions().completed())
            .isEqualTo(List.of(6, 4, 0).get(number - 1).longValue());
      }
    }
  }

  @Test
  void rejectsOtherNumberOfLoops() {
    LoadOptions options = LoadOptions.builder(URI.create("https://localhost:1")).build();
    try (LoadGenerator generator = new LoadGenerator(options)) {
      assertThatThrownBy(
              () -> generator.run(options.toBuilder().eventLoops(2).build(), progress -> {}))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("eventLoops is 2");
    }
  }

  @Test
  void closeEndsRunImmediately() {
    try (ScriptedServer server = healthy()) {
      LoadGenerator generator =
          new LoadGenerator(quick(server).maxSessions(0).duration(Duration.ofHours(1)).build());
      AtomicBoolean looked = new AtomicBoolean();
      assertThatThrownBy(
              () ->
                  generator.run(
                      progress -> {
                        looked.set(true);
                        generator.close();
                      }))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("ended before its time");
      assertThat(looked).isTrue();
      generator.close();
      assertThatThrownBy(() -> generator.run(progress -> {})).hasMessageContaining("closed");
    }
  }

  @Test
  void runLogContainsNoWorkingDirectory(@TempDir Path folder) throws Exception {
    try (ScriptedServer server = healthy();
        LoadGenerator generator = new LoadGenerator(quick(server).seed(5).build())) {
      LoadResult result = generator.run(progress -> {});
      Path file = folder.resolve("run.json");
      RunLog.write(result, file);
      JsonNode log = new ObjectMapper().readTree(Files.readString(file));
      assertThat(log.at("/manifest/seed").asLong()).isEqualTo(5);
      assertThat(log.at("/manifest/options/visit/thinkScale").asDouble()).isEqualTo(1);
      assertThat(log.at("/manifest/versions/tls").asText()).contains("BoringSSL");
      assertThat(log.at("/sessions/completed").asLong()).isEqualTo(10);
      assertThat(log.at("/responseMillis/p99").asDouble()).isPositive();
      assertThat(Files.readString(file)).doesNotContain(System.getProperty("user.dir"));
    }
  }

  @Test
  void runLogFailsInMissingFolder(@TempDir Path folder) {
    assertThatThrownBy(() -> RunLog.write("text", folder.resolve("missing").resolve("x.json")))
        .isInstanceOf(IOException.class);
  }
}
