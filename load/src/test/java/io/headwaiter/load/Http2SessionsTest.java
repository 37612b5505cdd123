package io.headwaiter.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.load.results.LoadResult;
import io.headwaiter.load.workload.PlainWorkload;
import io.netty.handler.codec.http2.Http2Error;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Visits over HTTP/2. */
@Timeout(120)
class Http2SessionsTest {
  private static final List<String> ASSETS =
      IntStream.range(0, 30).mapToObj(i -> "/asset" + i).toList();

  /** One client, one visit after another; the window only guards against hanging. */
  private static LoadResult run(URI target, UnaryOperator<LoadOptionsBuilder> change)
      throws InterruptedException {
    LoadOptionsBuilder builder =
        LoadOptions.builder(target)
            .closedPopulation(1)
            .plain(new PlainWorkload(3, true, List.of("/page"), List.of()))
            .httpVersion(HttpVersion.HTTP_2)
            .thinkMean(Duration.ZERO)
            .retryDelay(Duration.ZERO)
            .warmup(Duration.ZERO)
            .maxSessions(4)
            .patience(Duration.ofSeconds(40))
            .duration(Duration.ofSeconds(50));
    try (LoadGenerator generator = new LoadGenerator(change.apply(builder).build())) {
      return generator.run(progress -> {});
    }
  }

  private static LoadOptionsBuilder browser(LoadOptionsBuilder builder) {
    return builder
        .plain(new PlainWorkload(2, true, List.of("/page"), ASSETS))
        .imageConnections(100)
        .maxSessions(1);
  }

  @Test
  void visitHasOneConnection() throws InterruptedException {
    try (StreamServer server =
        new StreamServer(true, 100, (stream, number) -> stream.reply(200, "a page"))) {
      LoadResult result = run(server.uri(), b -> b);
      assertThat(result.errorsByKind()).isEmpty();
      assertThat(result.sessions().completed()).isEqualTo(4);
      assertThat(result.handshakes().full()).isEqualTo(4);
      assertThat(server.connections()).isEqualTo(4);
      assertThat(server.targets()).hasSize(12).containsOnly("/page");
      assertThat(result.responseMillis().count()).isEqualTo(12);
    }
  }

  @Test
  void requestsNameTheSiteAndCarryCookies() throws InterruptedException {
    try (StreamServer server =
        new StreamServer(true, 100, (stream, number) -> stream.reply(200, "a page"))) {
      run(server.uri(), b -> b.maxSessions(1));
      assertThat(server.heads().get(0).authority()).hasToString(server.uri().getAuthority());
      assertThat(server.heads().get(0).scheme()).hasToString("https");
      assertThat(server.heads().get(0).get("cookie")).isNull();
      assertThat(server.heads().get(1).get("cookie")).hasToString("id=7");
    }
  }

  @Test
  void speaksWithoutTls() throws InterruptedException {
    try (StreamServer server =
        new StreamServer(false, 100, (stream, number) -> stream.reply(200, "a page"))) {
      LoadResult result = run(server.uri(), b -> b);
      assertThat(result.sessions().completed()).isEqualTo(4);
      assertThat(result.handshakes().full()).isZero();
      assertThat(server.heads().get(0).scheme()).hasToString("http");
    }
  }

  @Test
  void assetsAreStreamsOfTheSameConnection() throws InterruptedException {
    List<StreamServer.Stream> asked = new ArrayList<>();
    StreamServer.Script allAtOnce =
        (stream, number) -> {
          asked.add(stream);
          if (number == 0 || number == ASSETS.size() || number == ASSETS.size() + 1) {
            asked.forEach(one -> one.reply(200, "bytes"));
            asked.clear();
          }
        };
    try (StreamServer server = new StreamServer(true, 100, allAtOnce)) {
      LoadResult result = run(server.uri(), Http2SessionsTest::browser);
      assertThat(result.sessions().completed()).isEqualTo(1);
      assertThat(server.connections()).isEqualTo(1);
      assertThat(server.targets()).hasSize(32).containsAll(ASSETS);
      assertThat(server.mostOpen()).isEqualTo(ASSETS.size());
    }
  }

  @Test
  void keepsWithinTheServersStreams() throws InterruptedException {
    try (StreamServer server =
        new StreamServer(true, 3, (stream, number) -> stream.replyLater(200, "bytes"))) {
      LoadResult result = run(server.uri(), Http2SessionsTest::browser);
      assertThat(result.sessions().completed()).isEqualTo(1);
      assertThat(result.errorsByKind()).isEmpty();
      assertThat(server.mostOpen()).isBetween(2, 3);
    }
  }

  @Test
  void customersWithCacheFetchPagesOnly() throws InterruptedException {
    try (StreamServer server =
        new StreamServer(true, 100, (stream, number) -> stream.reply(200, "bytes"))) {
      run(server.uri(), b -> browser(b).cachedShare(1));
      assertThat(server.targets()).hasSize(2).containsOnly("/page");
    }
  }

  @Test
  void refusedStreamIsSentOnceMore() throws InterruptedException {
    try (StreamServer server =
        new StreamServer(
            true,
            100,
            (stream, number) -> {
              if (number == 1) {
                stream.reset(Http2Error.REFUSED_STREAM);
              } else {
                stream.reply(200, "a page");
              }
            })) {
      LoadResult result = run(server.uri(), b -> b.maxSessions(1));
      assertThat(result.sessions().completed()).isEqualTo(1);
      assertThat(result.staleReconnects()).isEqualTo(1);
      assertThat(server.connections()).isEqualTo(1);
      assertThat(server.targets()).hasSize(4);
    }
  }

  @Test
  void refusedAgainAndAgainBreaksVisit() throws InterruptedException {
    try (StreamServer server =
        new StreamServer(true, 100, (stream, number) -> stream.reset(Http2Error.REFUSED_STREAM))) {
      LoadResult result = run(server.uri(), b -> b.maxSessions(1));
      assertThat(result.sessions().broken()).isEqualTo(1);
      assertThat(result.errorsByKind()).containsOnlyKeys("reply-reset");
      assertThat(server.targets()).hasSize(2);
    }
  }

  @Test
  void resetStreamBreaksVisit() throws InterruptedException {
    try (StreamServer server =
        new StreamServer(true, 100, (stream, number) -> stream.reset(Http2Error.INTERNAL_ERROR))) {
      LoadResult result = run(server.uri(), b -> b);
      assertThat(result.sessions().broken()).isEqualTo(4);
      assertThat(result.errorsByKind()).containsOnlyKeys("reply-reset");
    }
  }

  @Test
  void requestOnAConnectionThatGoesAwayIsSentOverAnother() throws InterruptedException {
    try (StreamServer server =
        new StreamServer(
            true,
            100,
            (stream, number) -> {
              if (number == 1) {
                stream.goAway();
              } else {
                stream.reply(200, "a page");
              }
            })) {
      LoadResult result = run(server.uri(), b -> b.maxSessions(1));
      assertThat(result.sessions().completed()).isEqualTo(1);
      assertThat(result.staleReconnects()).isEqualTo(1);
      assertThat(server.connections()).isEqualTo(2);
    }
  }

  @Test
  void closedConnectionBreaksVisit() throws InterruptedException {
    try (StreamServer server =
        new StreamServer(true, 100, (stream, number) -> stream.closeConnection())) {
      LoadResult result = run(server.uri(), b -> b);
      assertThat(result.sessions().broken()).isEqualTo(4);
      assertThat(result.errorsByKind().keySet()).isSubsetOf("reply-closed", "reply-reset");
    }
  }

  @Test
  void serverWithoutHttp2IsAFailure() throws InterruptedException {
    try (ScriptedServer server =
        new ScriptedServer((client, number) -> client.handshake().serveAll("any page"))) {
      LoadResult result = run(server.uri(), b -> b);
      assertThat(result.sessions().refused()).isEqualTo(4);
      assertThat(result.errorsByKind()).containsOnlyKeys("no-http2");
    }
  }

  @Test
  void errorStatusBreaksVisit() throws InterruptedException {
    try (StreamServer server =
        new StreamServer(true, 100, (stream, number) -> stream.reply(503, "busy"))) {
      LoadResult result = run(server.uri(), b -> b);
      assertThat(result.sessions().broken()).isEqualTo(4);
      assertThat(result.errorsByKind()).containsOnlyKeys("status-503");
    }
  }
}
