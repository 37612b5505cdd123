package io.headwaiter.lab.abuse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.headwaiter.load.ScriptedServer;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Attacks by clients with a TLS engine, against a server that lets everybody in. */
@Tag("slow")
@Timeout(60)
class VisitAttacksTest {
  private static final String FROM = "127.9.1.0/24";
  private static final String PAGE = "/page";
  private static final String LIGHT = "/light";
  private static final Duration SHORT = Duration.ofMillis(700);

  /** A shop that keeps its connections. */
  private static ScriptedServer shop() {
    return new ScriptedServer((client, number) -> client.handshake().serveAll("welcome"));
  }

  @Test
  void aHarvestCollectsTicketsAndSpendsThem() throws Exception {
    try (ScriptedServer server = shop();
        Harvest harvest =
            new Harvest(
                HelloFloodTest.target(server), 5, LIGHT, Duration.ofMillis(500), 100, PAGE, FROM)) {
      harvest.prepare();
      await().until(() -> server.accepted() == 6);
      assertThat(server.targets()).containsOnly(LIGHT).hasSize(6);
      assertThat(harvest.tickets()).isEqualTo(1); // one spent and one given, each time
      Tally tally = harvest.run(SHORT);
      long spent = tally.connections() - 6;
      assertThat(spent).isBetween(10L, 71L); // 100 a second
      assertThat(tally.answers()).isGreaterThan(1);
      // All but the very first, and none of the others is a stranger.
      assertThat(tally.resumed()).isEqualTo(tally.entered() - 1);
    }
  }

  @Test
  void keepsTicketOfRefusedConnection() throws Exception {
    try (ScriptedServer server =
            new ScriptedServer(
                (client, number) -> {
                  if (number % 2 == 0) {
                    client.handshake().serveAll("welcome");
                  }
                });
        Harvest harvest =
            new Harvest(
                HelloFloodTest.target(server), 1, LIGHT, Duration.ofMillis(50), 100, PAGE, FROM)) {
      harvest.prepare();
      assertThat(harvest.tickets()).isEqualTo(1);
      Tally tally = harvest.run(SHORT);
      assertThat(tally.ended()).isGreaterThan(1);
      assertThat(tally.answers()).isGreaterThan(1);
      assertThat(tally.resumed()).isEqualTo(tally.entered() - 1);
    }
  }

  @Test
  void aHogAsksWithoutPauseOnTheConnectionsOfFewVisits() throws Exception {
    try (ScriptedServer server = shop();
        Hog hog = new Hog(HelloFloodTest.target(server), 2, 3, PAGE, FROM)) {
      hog.prepare();
      assertThat(server.accepted()).isEqualTo(2);
      Tally tally = hog.run(SHORT);
      assertThat(tally.connections()).isEqualTo(2 + 6);
      assertThat(tally.resumed()).isEqualTo(tally.entered() - 2);
      assertThat(tally.answers()).isGreaterThan(2 + 6); // more than one each
      assertThat(server.targets()).containsOnly(PAGE);
    }
  }

  @Test
  void aSlowHeadIsNeverFinished() throws Exception {
    String head = "GET /never HTTP/1.1\r\nX: ";
    try (ScriptedServer server = shop();
        Hog hog = new Hog(HelloFloodTest.target(server), 2, 3, PAGE, FROM).dripping(head)) {
      hog.prepare();
      Tally tally = hog.run(SHORT);
      assertThat(tally.connections()).isEqualTo(2 + 6);
      assertThat(tally.answers()).isEqualTo(2);
      assertThat(server.targets()).containsOnly(PAGE).hasSize(2);
    }
  }

  /** The server takes the head of a form for a request. */
  @Test
  void aSlowBodyComesAfterItsHead() throws Exception {
    String head = "POST /form HTTP/1.1\r\nContent-Length: 100000\r\n\r\n";
    try (ScriptedServer server = shop();
        Hog hog = new Hog(HelloFloodTest.target(server), 1, 1, PAGE, FROM).dripping(head)) {
      hog.prepare();
      hog.run(SHORT);
      assertThat(server.targets()).containsExactly(PAGE, "/form");
    }
  }

  @Test
  void silentStrangersMakeTheirHandshakeAndAskNothing() throws Exception {
    try (ScriptedServer server = shop();
        SilentVisits silent =
            new SilentVisits(HelloFloodTest.target(server), 50, 1000, /* page= */ null, FROM)) {
      silent.prepare();
      Tally tally = silent.run(SHORT);
      assertThat(tally.connections()).isBetween(2L, 36L); // 50 a second
      assertThat(tally.entered()).isPositive();
      assertThat(tally.resumed()).isZero();
      assertThat(server.targets()).isEmpty();
    }
  }

  @Test
  void unfinishedResumptionsAskForNothing() throws Exception {
    try (ScriptedServer server = shop();
        UnfinishedResumptions attack =
            new UnfinishedResumptions(
                HelloFloodTest.target(server), 2, 3, LIGHT, Duration.ofMillis(300), 100, FROM)) {
      attack.prepare();
      await().until(() -> server.accepted() == 2 * 4);
      Tally tally = attack.run(SHORT);
      assertThat(tally.entered()).as("the visits and their resumptions").isEqualTo(2 * 4);
      assertThat(tally.resumed()).isEqualTo(2 * 3);
      assertThat(tally.connections()).isGreaterThan(2 * 4);
      assertThat(server.targets()).containsOnly(LIGHT).hasSize(2 * 4);
    }
  }

  @Test
  void idleConnectionsOfOneVisitResumeUpToTheirBound() throws Exception {
    try (ScriptedServer server = shop();
        SilentVisits idle = new SilentVisits(HelloFloodTest.target(server), 200, 9, PAGE, FROM)) {
      idle.prepare();
      Tally tally = idle.run(SHORT);
      assertThat(tally.connections()).isEqualTo(1 + 9);
      assertThat(tally.resumed()).isEqualTo(tally.entered() - 1);
      assertThat(server.targets()).containsOnly(PAGE).hasSizeBetween(2, 1 + 9);
    }
  }

  @Test
  void aServerThatEndsEveryConnectionIsComeBackTo() throws Exception {
    try (ScriptedServer server = HelloFloodTest.shop();
        Hog hog = new Hog(HelloFloodTest.target(server), 1, 1, PAGE, FROM)) {
      hog.prepare();
      Tally tally = hog.run(SHORT);
      assertThat(tally.ended()).isPositive();
      assertThat(tally.connections()).isGreaterThan(2);
    }
  }
}
