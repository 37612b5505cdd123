package io.headwaiter.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.load.results.LoadResult;
import io.headwaiter.load.workload.Mix;
import java.time.Duration;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How the generator counts sessions at servers with all kinds of behaviour. */
@Tag("slow")
@Timeout(60)
class SessionAccountingTest {

  /** Browsing never ends before its fifth request, so three requests make a session. */
  private static final int REQUESTS = 3;

  private static final int SESSIONS = 3;

  /** One client, three sessions one after another; the window only guards against hanging. */
  private static LoadOptionsBuilder one(ScriptedServer server) {
    return LoadOptions.builder(server.uri())
        .closedPopulation(1)
        .mix(Mix.BROWSING)
        .maxRequests(REQUESTS)
        .thinkMean(Duration.ofMillis(1))
        .retryDelay(Duration.ofMillis(20))
        .warmup(Duration.ZERO)
        .maxSessions(SESSIONS)
        .duration(Duration.ofSeconds(50));
  }

  private static LoadResult run(LoadOptionsBuilder options) throws InterruptedException {
    try (LoadGenerator generator = new LoadGenerator(options.build())) {
      return generator.run(progress -> {});
    }
  }

  private static LoadResult against(ScriptedServer.Script script) throws InterruptedException {
    try (ScriptedServer server = new ScriptedServer(script)) {
      return run(one(server).patience(Duration.ofSeconds(40)));
    }
  }

  /** All sessions at once, against a server that keeps them waiting until they give up. */
  private static LoadResult againstSilence(ScriptedServer.Script script)
      throws InterruptedException {
    try (ScriptedServer server = new ScriptedServer(script)) {
      return run(one(server).closedPopulation(SESSIONS).patience(Duration.ofSeconds(4)));
    }
  }

  private static void assertRefused(LoadResult result, String... kinds) {
    assertThat(result.sessions().refused()).isEqualTo(SESSIONS);
    assertThat(result.sessions().completed()).isZero();
    assertThat(result.sessions().broken()).isZero();
    assertThat(result.handshakes().full()).isZero();
    assertThat(result.errorsByKind().keySet()).isSubsetOf(kinds).isNotEmpty();
  }

  private static void assertBroken(LoadResult result, String kind) {
    assertThat(result.sessions().broken()).isEqualTo(SESSIONS);
    assertThat(result.sessions().completed()).isZero();
    assertThat(result.sessions().refused()).isZero();
    assertThat(result.brokenAfterAdmission().all().total()).isEqualTo(result.sessions().broken());
    assertThat(result.errorsByKind()).containsOnlyKeys(kind);
  }

  @Test
  void completesSessionsAtHealthyServer() throws InterruptedException {
    LoadResult result = against((client, number) -> client.handshake().serveAll("hello"));
    assertThat(result.sessions().completed()).isEqualTo(SESSIONS);
    assertThat(result.sessions().broken()).isZero();
    assertThat(result.errorsByKind()).isEmpty();
    assertThat(result.completedSessionRequests().max()).isEqualTo(REQUESTS);
    assertThat(result.completedSessionMillis().count()).isEqualTo(SESSIONS);
    assertThat(result.completedSessionMillis().p50())
        .isGreaterThanOrEqualTo(result.responseMillis().p50());
    assertThat(result.connectionMillis().count()).isEqualTo(SESSIONS);
    assertThat(result.replies().successful()).isEqualTo(result.replies().total());
    assertThat(result.responseMillis().count()).isEqualTo(result.replies().total());
    assertThat(result.responseMillisByInteraction()).containsKeys("Home", "Browse");
    assertThat(result.replies().total()).isEqualTo(SESSIONS * REQUESTS);
    assertThat(result.handshakes().full()).isEqualTo(SESSIONS);
    assertThat(result.perSecond().stream().mapToLong(s -> s.completed()).sum()).isEqualTo(SESSIONS);
  }

  @Test
  void countsRedirectsAsAnswers() throws InterruptedException {
    LoadResult result =
        against(
            (client, number) -> {
              client.handshake();
              while (client.request() != null) {
                client.reply(302, "");
              }
            });
    assertThat(result.sessions().completed()).isEqualTo(SESSIONS);
    assertThat(result.replies().redirected()).isEqualTo(result.replies().total());
  }

  @Test
  void conflictReplyCountsAsAnswer() throws InterruptedException {
    LoadResult result =
        against(
            (client, number) -> {
              client.handshake();
              while (client.request() != null) {
                client.reply(409, "Sorry, sold.");
              }
            });
    assertThat(result.sessions().completed()).isEqualTo(SESSIONS);
    assertThat(result.replies().clientErrors()).isEqualTo(result.replies().total());
  }

  @Test
  void immediateCloseIsRefusal() throws InterruptedException {
    assertRefused(against((client, number) -> {}), "handshake-closed", "handshake-reset");
  }

  @Test
  void closeAfterHelloIsRefusal() throws InterruptedException {
    assertRefused(against((client, number) -> client.readHello()), "handshake-closed");
  }

  @Test
  void resetIsRefusal() throws InterruptedException {
    assertRefused(
        against((client, number) -> client.readHello().reset()),
        "handshake-reset",
        "handshake-closed");
  }

  @Test
  void alertIsRefusal() throws InterruptedException {
    assertRefused(
        against((client, number) -> client.readHello().sendRaw(21, 3, 3, 0, 2, 2, 40)),
        "handshake-alert");
  }

  @Test
  void closedPortIsRefusal() throws InterruptedException {
    ScriptedServer server = new ScriptedServer((client, number) -> {});
    server.close();
    assertRefused(run(one(server)), "connect-refused");
  }

  @Test
  void silenceAfterHelloIsTimeoutBeforeEntry() throws InterruptedException {
    LoadResult result = againstSilence((client, number) -> client.hang());
    assertThat(result.sessions().timedOutBeforeEntry()).isEqualTo(SESSIONS);
    assertThat(result.sessions().refused()).isZero();
    assertThat(result.sessions().broken()).isZero();
    assertThat(result.timeouts().handshake()).isEqualTo(result.sessions().timedOutBeforeEntry());
    assertThat(result.handshakes().failed()).isEqualTo(result.timeouts().handshake());
  }

  @Test
  void closeAfterHandshakeBreaksSession() throws InterruptedException {
    LoadResult result =
        against(
            (client, number) -> {
              client.handshake();
              client.request();
            });
    assertBroken(result, "reply-closed");
    assertThat(result.brokenAfterAdmission().all().error()).isPositive();
  }

  @Test
  void serviceUnavailableBreaksSession() throws InterruptedException {
    LoadResult result =
        against(
            (client, number) -> {
              client.handshake();
              client.request();
              client.reply(503, "busy");
            });
    assertBroken(result, "status-503");
    assertThat(result.replies().serverErrors()).isEqualTo(result.sessions().broken());
    assertThat(result.responseMillis().count()).isZero();
  }

  @Test
  void notFoundBreaksSession() throws InterruptedException {
    LoadResult result =
        against(
            (client, number) -> {
              client.handshake();
              client.request();
              client.reply(404, "");
            });
    assertBroken(result, "status-4xx");
  }

  @Test
  void malformedReplyBreaksSession() throws InterruptedException {
    LoadResult result =
        against(
            (client, number) -> {
              client.handshake();
              client.request();
              client.send("no http\r\n\r\n");
              client.hang();
            });
    assertBroken(result, "reply-malformed");
  }

  @Test
  void missingReplyBreaksSession() throws InterruptedException {
    LoadResult result =
        againstSilence(
            (client, number) -> {
              client.handshake();
              client.request();
              client.hang();
            });
    assertBroken(result, "reply-timeout");
    assertThat(result.brokenAfterAdmission().all().timeout())
        .isEqualTo(result.timeouts().reply())
        .isEqualTo(result.sessions().broken());
  }

  @Test
  void incompleteReplyBreaksSession() throws InterruptedException {
    LoadResult result =
        againstSilence(
            (client, number) -> {
              client.handshake();
              client.request();
              client.send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf");
              client.hang();
            });
    assertBroken(result, "reply-timeout");
  }

  @Test
  void reopensIdleConnectionClosedByServer() throws InterruptedException {
    LoadResult result =
        against(
            (client, number) -> {
              client.handshake();
              client.request();
              client.reply(200, "last one");
            });
    assertThat(result.sessions().completed()).isEqualTo(SESSIONS);
    assertThat(result.sessions().broken()).isZero();
    assertThat(result.staleReconnects()).isEqualTo(SESSIONS * (REQUESTS - 1));
    assertThat(result.handshakes().resumed()).isEqualTo(SESSIONS * (REQUESTS - 1));
  }

  @Test
  void refusedLaterConnectionBreaksSession() throws InterruptedException {
    for (double resumeShare : new double[] {0, 1}) {
      try (ScriptedServer server =
          new ScriptedServer(
              (client, number) -> {
                if (number % 2 == 0) {
                  client.handshake();
                  client.request();
                  client.reply(200, "see you");
                } else {
                  client.readHello();
                }
              })) {
        LoadResult result = run(one(server).resumeShare(resumeShare));
        assertBroken(result, "handshake-closed");
        long later = result.brokenAfterAdmission().all().refusedLaterConnection();
        assertThat(later).isEqualTo(result.sessions().broken());
        assertThat(result.brokenAfterAdmission().resuming().refusedLaterConnection())
            .isEqualTo(resumeShare == 1 ? later : 0);
        assertThat(result.brokenAfterAdmission().notResuming().refusedLaterConnection())
            .isEqualTo(resumeShare == 0 ? later : 0);
      }
    }
  }

  @Test
  void retryAfterRefusalCompletesSession() throws InterruptedException {
    try (ScriptedServer server =
        new ScriptedServer(
            (client, number) -> {
              if (number % 2 == 0) {
                client.readHello();
              } else {
                client.handshake().serveAll("welcome");
              }
            })) {
      LoadResult result = run(one(server).onFailure(OnFailure.RETRY_SAME_SESSION));
      assertThat(result.sessions().completed()).isEqualTo(SESSIONS);
      assertThat(result.sessions().refused()).isZero();
      assertThat(result.retries()).isEqualTo(SESSIONS);
    }
  }

  @Test
  void retriesAreBounded() throws InterruptedException {
    try (ScriptedServer server = new ScriptedServer((client, number) -> client.readHello())) {
      LoadResult result = run(one(server).onFailure(OnFailure.RETRY_SAME_SESSION).maxRetries(2));
      assertThat(result.sessions().refused()).isEqualTo(SESSIONS);
      assertThat(result.retries()).isEqualTo(2 * SESSIONS);
    }
  }

  @Test
  void retrySpreadDropsNoRetry() throws InterruptedException {
    try (ScriptedServer server = new ScriptedServer((client, number) -> client.readHello())) {
      LoadResult result =
          run(one(server).onFailure(OnFailure.RETRY_SAME_SESSION).retrySpread(1).maxRetries(2));
      assertThat(result.sessions().refused()).isEqualTo(SESSIONS);
      assertThat(result.retries()).isEqualTo(2 * SESSIONS);
    }
  }

  @Test
  void customerComingBackCountsAsNewSession() throws InterruptedException {
    try (ScriptedServer server = new ScriptedServer((client, number) -> client.readHello())) {
      LoadResult result = run(one(server).onFailure(OnFailure.COME_BACK_AS_NEW).maxRetries(2));
      assertThat(result.sessions().cameBack()).isPositive();
      assertThat(result.sessions().started())
          .isEqualTo(result.sessions().offered() + result.sessions().cameBack());
      assertThat(result.sessions().cameBack()).isLessThanOrEqualTo(2 * result.sessions().offered());
    }
  }

  @Test
  void burstIsPipelined() throws InterruptedException {
    try (ScriptedServer server =
        new ScriptedServer(
            (client, number) -> {
              client.handshake();
              for (int i = 0; i < REQUESTS; i++) {
                client.request(); // no reply before all requests have arrived
              }
              for (int i = 0; i < REQUESTS; i++) {
                client.reply(200, "page");
              }
              client.hang();
            })) {
      LoadResult result = run(one(server).burstRequests(REQUESTS));
      assertThat(result.sessions().completed()).isEqualTo(SESSIONS);
      assertThat(result.errorsByKind()).isEmpty();
    }
  }

  @Test
  void fetchesImagesInParallelOncePerVisit() throws InterruptedException {
    CyclicBarrier both = new CyclicBarrier(2);
    try (ScriptedServer server =
        new ScriptedServer(
            (client, number) -> {
              client.handshake();
              for (String target = client.request(); target != null; target = client.request()) {
                if (target.endsWith(".png")) {
                  meet(both); // replies only while the other image is requested, too
                }
                client.reply(200, "<img src=\"/a.png\"><img src=\"/b.png\">");
              }
            })) {
      LoadResult result = run(one(server).imageConnections(2));
      assertThat(result.errorsByKind()).isEmpty();
      assertThat(result.sessions().completed()).isEqualTo(SESSIONS);
      assertThat(result.replies().images()).isEqualTo(2 * SESSIONS);
      assertThat(result.responseMillis().count())
          .isEqualTo(result.replies().total() - result.replies().images());
    }
  }

  private static void meet(CyclicBarrier barrier) {
    try {
      barrier.await();
    } catch (InterruptedException | java.util.concurrent.BrokenBarrierException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void countsArrivalsAboveBoundWithoutStartingThem() throws InterruptedException {
    try (ScriptedServer server = new ScriptedServer((client, number) -> client.hang())) {
      LoadResult result =
          run(
              LoadOptions.builder(server.uri())
                  .arrivals(ArrivalKind.CONSTANT, 100)
                  .maxConcurrentSessions(5)
                  .warmup(Duration.ZERO)
                  .duration(Duration.ofSeconds(1)));
      assertThat(result.sessions().started()).isEqualTo(5);
      assertThat(result.sessions().notStarted())
          .isEqualTo(result.sessions().offered() - 5)
          .isPositive();
      assertThat(result.sessions().unfinished()).isEqualTo(5);
      assertThat(result.generator().generatorSaturated()).isTrue();
    }
  }

  @Test
  void excludesWarmUpFromOfferedSessions() throws InterruptedException {
    try (ScriptedServer server = new ScriptedServer((client, number) -> client.hang())) {
      LoadResult result =
          run(
              one(server)
                  .patience(Duration.ofSeconds(20))
                  .warmup(Duration.ofMillis(300))
                  .duration(Duration.ofMillis(200)));
      assertThat(result.sessions().offered()).isZero();
      assertThat(result.sessions().unfinished()).isEqualTo(1);
    }
  }
}
