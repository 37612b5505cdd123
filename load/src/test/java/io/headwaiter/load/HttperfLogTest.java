package io.headwaiter.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.headwaiter.load.workload.Mix;
import io.headwaiter.load.workload.PlainWorkload;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class HttperfLogTest {
  private static final URI NOWHERE = URI.create("https://127.0.0.1:1");
  private static final Pattern LINE = Pattern.compile("/\\S* think=\\d+\\.\\d{6}");

  private static String log(LoadOptions options, int sessions) throws IOException {
    StringBuilder text = new StringBuilder();
    HttperfLog.write(options, sessions, text);
    return text.toString();
  }

  @Test
  void hasRequestsThatLoadMakes() throws Exception {
    PlainWorkload customers =
        new PlainWorkload(20, /* fixedLength= */ true, List.of("/a", "/b", "/c"), List.of());
    try (ScriptedServer server =
        new ScriptedServer((client, number) -> client.handshake().serveAll("any page"))) {
      LoadOptions options =
          LoadOptions.builder(server.uri())
              .ratePerSecond(1000)
              .seed(11)
              .plain(customers)
              .thinkMean(Duration.ofMillis(1))
              .warmup(Duration.ZERO)
              .maxSessions(1)
              .duration(Duration.ofSeconds(50))
              .build();
      try (LoadGenerator generator = new LoadGenerator(options)) {
        assertThat(generator.run(progress -> {}).sessions().completed()).isEqualTo(1);
      }
      List<String> written =
          log(options, 1)
              .lines()
              .filter(l -> !l.isEmpty())
              .map(l -> l.substring(0, l.indexOf(' ')))
              .toList();
      assertThat(server.targets()).containsExactlyElementsOf(written);
    }
  }

  @Test
  void separatesSessionsByEmptyLines() throws IOException {
    LoadOptions options = LoadOptions.builder(NOWHERE).mix(Mix.BROWSING).build();
    String[] sessions = log(options, 50).split("\n\n", -1);
    assertThat(sessions).hasSize(51);
    for (int i = 0; i < 50; i++) {
      assertThat(sessions[i].lines()).isNotEmpty().allMatch(l -> LINE.matcher(l).matches());
    }
    assertThat(sessions[50]).isEmpty();
  }

  @Test
  void rejectsCustomersThatReadReplies() {
    LoadOptions bookstore = LoadOptions.builder(NOWHERE).mix(Mix.BOOKSTORE_SHOPPING).build();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> log(bookstore, 1))
        .withMessageContaining("need each reply");
    LoadOptions bursts = LoadOptions.builder(NOWHERE).burstRequests(2).build();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> log(bursts, 1))
        .withMessageContaining("--burst");
    LoadOptions closed = LoadOptions.builder(NOWHERE).closedPopulation(3).build();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> log(closed, 1))
        .withMessageContaining("--rate");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> log(LoadOptions.builder(NOWHERE).build(), 0))
        .withMessageContaining("from 1 to");
  }
}
