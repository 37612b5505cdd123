package io.headwaiter.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.load.results.LoadResult;
import io.headwaiter.load.workload.BookstoreInteraction;
import io.headwaiter.load.workload.Mix;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Customers of the bookstore check the pages that they get. */
@Tag("slow")
@Timeout(120)
class BookstoreSessionsTest {
  private static final int REQUESTS = 5;
  private static final int SESSIONS = 3;

  /** One client, one visit after another; the window only guards against hanging. */
  private static LoadResult against(ScriptedServer.Script script) throws InterruptedException {
    try (ScriptedServer server = new ScriptedServer(script);
        LoadGenerator generator =
            new LoadGenerator(
                LoadOptions.builder(server.uri())
                    .closedPopulation(1)
                    .mix(Mix.BOOKSTORE_SHOPPING)
                    .maxRequests(REQUESTS)
                    .thinkMean(Duration.ofMillis(1))
                    .warmup(Duration.ZERO)
                    .maxSessions(SESSIONS)
                    .patience(Duration.ofSeconds(40))
                    .duration(Duration.ofSeconds(50))
                    .build())) {
      return generator.run(progress -> {});
    }
  }

  private static String heading(String target) {
    String path = target.replaceAll("\\?.*", "");
    return Arrays.stream(BookstoreInteraction.values())
        .filter(interaction -> interaction.path().equals(path))
        .findFirst()
        .orElseThrow()
        .heading();
  }

  @Test
  void expectedPagesCompleteVisit() throws InterruptedException {
    LoadResult result =
        against(
            (client, number) -> {
              client.handshake();
              for (String target = client.request(); target != null; target = client.request()) {
                client.reply(200, "<html><h1>" + heading(target) + ": one</h1></html>");
              }
            });
    assertThat(result.errorsByKind()).isEmpty();
    assertThat(result.sessions().completed()).isEqualTo(SESSIONS);
    assertThat(result.responseMillisByInteraction()).containsKey("Home");
  }

  @Test
  void wrongPageBreaksVisit() throws InterruptedException {
    LoadResult result =
        against((client, number) -> client.handshake().serveAll("<h1>Out of order</h1>"));
    assertThat(result.errorsByKind()).containsOnlyKeys("page-wrong");
    assertThat(result.sessions().broken()).isEqualTo(SESSIONS);
    assertThat(result.sessions().completed()).isZero();
    assertThat(result.brokenAfterAdmission().all().error()).isEqualTo(SESSIONS);
    assertThat(result.responseMillis().count()).isZero();
  }

  @Test
  void conflictReplyCountsAsAnswer() throws InterruptedException {
    LoadResult result =
        against(
            (client, number) -> {
              client.handshake();
              while (client.request() != null) {
                client.reply(409, "Sorry, the cart is full.");
              }
            });
    assertThat(result.errorsByKind()).isEmpty();
    assertThat(result.sessions().completed()).isEqualTo(SESSIONS);
  }
}
