package io.headwaiter.front.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.profile.RequestPatterns;
import io.headwaiter.core.profile.RequestProfile;
import io.headwaiter.core.profile.RequestTotals;
import io.headwaiter.core.profile.RequestType;
import io.headwaiter.front.request.ServedRequest;
import io.headwaiter.front.request.Turn;
import io.headwaiter.front.request.TurnMeter;
import io.headwaiter.telemetry.MetricsText;
import io.headwaiter.telemetry.ServerMeters;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class RequestProfilerTest {
  private static final long SECOND = 1_000_000_000L;
  private static final long MILLI = 1_000_000L;
  private static final long HOUR = 3600 * SECOND;

  private final ServerMeters meters = new ServerMeters();
  private final TurnMeter turns = new TurnMeter(meters);

  /** Serves a request of 10 ms that asked three times for a connection. */
  private void request(long workerWaitNanos) {
    turns.run(
        workerWaitNanos,
        () -> {
          ServedRequest served = Turn.requestBegins(meters, 0);
          served.used("/a", 3, 2 * MILLI, 5 * MILLI, MILLI);
          served.ends("/a", 200, MILLI, 10 * MILLI);
        });
  }

  private RequestTotals only() {
    Map<String, RequestTotals> types = meters.profile(0).types();
    assertThat(types).hasSize(1);
    return types.get("/a");
  }

  @Test
  void splitsRequestIntoItsTimes() {
    request(7 * MILLI);
    RequestTotals totals = only();
    assertThat(totals.workerWaitNanos()).isEqualTo(7 * MILLI);
    assertThat(totals.processingNanos()).isEqualTo(3 * MILLI);
    assertThat(totals.connectionWaitNanos()).isEqualTo(2 * MILLI);
    assertThat(totals.holdNanos()).isEqualTo(5 * MILLI);
    assertThat(totals.idleNanos()).isEqualTo(MILLI);
    assertThat(totals.connectionRequests()).isEqualTo(3);
    assertThat(totals.withConnection()).isEqualTo(1);
    assertThat(totals.cpuNanos()).isEqualTo(MILLI);
    assertThat(totals.wallNanos()).isEqualTo(10 * MILLI);
  }

  @Test
  void onlyFirstRequestOfTurnHasWaited() {
    turns.run(
        9 * MILLI,
        () -> {
          for (int i = 0; i < 2; i++) {
            ServedRequest served = Turn.requestBegins(meters, 0);
            served.used("/a", 1, 0, i * MILLI, 0);
            served.ends("/a", 200, 0, 4 * MILLI);
          }
        });
    assertThat(only().workerWaitNanos()).isEqualTo(9 * MILLI);
    assertThat(only().connectionRequests()).isEqualTo(2);
    assertThat(only().holdNanos()).isEqualTo(MILLI);
    assertThat(only().processingNanos()).isEqualTo(7 * MILLI);
  }

  @Test
  void overlappingConnectionsGiveNoNegativeTime() {
    turns.run(
        0,
        () -> {
          ServedRequest served = Turn.requestBegins(meters, 0);
          served.used("/a", 2, 0, 19 * MILLI, 0);
          served.ends("/a", 200, 0, 10 * MILLI);
        });
    assertThat(only().processingNanos()).isZero();
    assertThat(only().holdNanos()).isEqualTo(19 * MILLI);
  }

  /** The recorder of the connector, for callers that cannot see the request. */
  @Test
  void assignsUnnamedUseToRequestOnThread() {
    turns.run(
        0,
        () -> {
          ServedRequest served = Turn.requestBegins(meters, 0);
          turns.used("/made-up", 1, MILLI, 5 * MILLI, 0);
          served.ends("/a", 200, 0, 10 * MILLI);
          turns.used("/a", 1, MILLI, 5 * MILLI, 0); // in a turn that serves no request
        });
    assertThat(only().processingNanos()).isEqualTo(4 * MILLI);
    turns.used("/a", 1, MILLI, 5 * MILLI, 0); // outside any turn
    assertThat(only().connectionRequests()).isEqualTo(3);
    assertThat(only().processingNanos()).isEqualTo(4 * MILLI);
    turns.used("/made-up", 1, 1, 1, 0);
    assertThat(meters.profile(0).types()).containsOnlyKeys("/a", RequestType.OTHER);
  }

  @Test
  void namesTypesByPatterns() {
    meters.requestTypes().nameBy(RequestPatterns.of("/shop/*/reviews"));
    begun(0, 0, r -> r.ends(r.typeOf("/shop/17/reviews"), 200, 0, MILLI));
    begun(0, 0, r -> r.ends(r.typeOf("/shop/17/price"), 200, 0, MILLI));
    assertThat(meters.profile(0).types()).containsOnlyKeys("/shop/*/reviews", "/shop/*");
  }

  /** Begins a request in a turn of its own, which has ended when this returns. */
  private ServedRequest begun(long workerWaitNanos, long nowNanos, Consumer<ServedRequest> work) {
    ServedRequest[] begun = new ServedRequest[1];
    turns.run(
        workerWaitNanos,
        () -> {
          begun[0] = Turn.requestBegins(meters, nowNanos);
          work.accept(begun[0]);
        });
    return begun[0];
  }

  /** Jetty writes the rest of a reply on another thread if the socket does not take it at once. */
  @Test
  void splitsRequestThatEndsInOtherTurn() {
    long nowNanos = System.nanoTime();
    ServedRequest served =
        begun(7 * MILLI, nowNanos, r -> r.used("/a", 2, 3 * MILLI, 2 * HOUR, MILLI));
    turns.run(
        0,
        () -> {
          assertThat(served.isServedHere()).isFalse();
          served.ends("/a", 200, 0, nowNanos + HOUR);
        });
    assertThat(only().workerWaitNanos()).isEqualTo(7 * MILLI);
    assertThat(only().connectionRequests()).isEqualTo(2);
    assertThat(only().connectionWaitNanos()).isEqualTo(3 * MILLI);
    assertThat(only().withConnection()).isEqualTo(1);
    assertThat(only().holdNanos()).isEqualTo(2 * HOUR);
    assertThat(only().idleNanos()).isEqualTo(MILLI);
    assertThat(only().processingNanos()).isZero();
    assertThat(only().count()).isEqualTo(1);
  }

  @Test
  void asynchronousRequestIsProcessedUntilTurnEnds() {
    long nowNanos = System.nanoTime();
    ServedRequest served = begun(0, nowNanos - HOUR, r -> {});
    served.used("/a", 1, 0, 5 * HOUR, 0);
    served.ends("/a", 200, 0, nowNanos + 2 * HOUR);
    assertThat(only().processingNanos()).isBetween(HOUR, 2 * HOUR);
    assertThat(only().holdNanos()).isEqualTo(5 * HOUR);
  }

  @Test
  void asynchronousRequestIsProcessedUntilNextBegins() {
    turns.run(
        0,
        () -> {
          ServedRequest first = Turn.requestBegins(meters, 0);
          ServedRequest second = Turn.requestBegins(meters, 4 * MILLI);
          assertThat(first.isServedHere()).isFalse();
          assertThat(second.isServedHere()).isTrue();
          first.ends("/a", 200, 0, HOUR);
          assertThat(second.isServedHere()).isTrue();
        });
    assertThat(only().processingNanos()).isEqualTo(4 * MILLI);
  }

  /** For example, a servlet completes another request. */
  @Test
  void requestEndedByAnotherKeepsItsUse() {
    ServedRequest first = begun(0, System.nanoTime(), r -> {});
    turns.run(
        0,
        () -> {
          ServedRequest second = Turn.requestBegins(meters, 0);
          first.used("/a", 3, MILLI, HOUR, 0);
          first.ends("/a", 200, 0, HOUR);
          second.used("/b", 1, 0, MILLI, 0);
          second.ends("/b", 200, 0, 5 * MILLI);
        });
    RequestTotals a = meters.profile(0).types().get("/a");
    RequestTotals b = meters.profile(0).types().get("/b");
    assertThat(a.connectionRequests()).isEqualTo(3);
    assertThat(a.holdNanos()).isEqualTo(HOUR);
    assertThat(b.connectionRequests()).isEqualTo(1);
    assertThat(b.holdNanos()).isEqualTo(MILLI);
    assertThat(b.processingNanos()).isEqualTo(4 * MILLI);
  }

  /** Tomcat serves an asynchronous request only until its servlet returns. */
  @Test
  void useReportedAfterEndKeepsType() {
    ServedRequest served = begun(0, 0, r -> r.ends("/a", 200, 0, 3 * MILLI));
    turns.run(0, () -> served.used("search", 1, MILLI, 5 * MILLI, 0));
    assertThat(only().connectionRequests()).isEqualTo(1);
    assertThat(only().withConnection()).isEqualTo(1);
    assertThat(only().holdNanos()).isEqualTo(5 * MILLI);
    assertThat(only().processingNanos()).isEqualTo(3 * MILLI);
  }

  @Test
  void requestOutsideTurnHasNotWaited() {
    Turn.requestBegins(meters, 0).ends("/a", 200, 0, 10 * MILLI);
    assertThat(only().workerWaitNanos()).isZero();
    assertThat(only().processingNanos()).isEqualTo(10 * MILLI);
  }

  @Test
  void nextRequestInheritsNoConnectionUse() {
    turns.run(
        0,
        () -> {
          Turn.requestBegins(meters, 0);
          turns.used("/a", 50, SECOND, SECOND, SECOND);
          Turn.requestBegins(meters, 0).ends("/a", 200, 0, MILLI);
        });
    assertThat(only().connectionRequests()).isZero();
    assertThat(only().idleNanos()).isZero();
    assertThat(only().processingNanos()).isEqualTo(MILLI);
  }

  @Test
  void sessionsBeginWithFullHandshakesAndReturns() {
    meters.handshake(false, 1);
    meters.handshake(true, 1);
    meters.handshake(true, 1);
    meters.returningVisit();
    assertThat(meters.profile(0).sessions()).isEqualTo(2);
  }

  @Test
  void onlyRecentProfileForgets() {
    request(0);
    RequestProfiler profiler = new RequestProfiler(meters, 0);
    assertThat(profiler.recent(0)).isEqualTo(RequestProfile.NONE); // it came before the start
    request(0);
    for (long now = 0; now <= 400 * SECOND; now += SECOND) {
      profiler.tick(now);
    }
    assertThat(profiler.recent(400 * SECOND).overall().count()).isZero();
    assertThat(profiler.recent(400 * SECOND).spanNanos())
        .isBetween(
            RequestProfiler.WINDOW_SECONDS * SECOND,
            (RequestProfiler.WINDOW_SECONDS + 10) * SECOND);
    request(0);
    assertThat(profiler.recent(401 * SECOND).overall().count()).isEqualTo(1);
    assertThat(profiler.sinceStart(401 * SECOND).overall().count()).isEqualTo(3);
  }

  @Test
  void statusShowsTypesAndOverall() {
    RequestProfiler profiler = new RequestProfiler(meters, System.nanoTime());
    meters.handshake(false, 1);
    request(6 * MILLI);
    request(0);
    Map<String, Object> page = profiler.toMap();
    assertThat(page).containsEntry("sessions", 1L).containsEntry("sessionLength", 2.0);
    assertThat(page.get("types")).isEqualTo(Map.of("/a", page.get("overall")));
    assertThat(page.get("overall"))
        .hasToString(
            "{count=2, failed=0, visitsPerSession=2.0, cpuMillis=1.0, workerWaitMillis=3.0,"
                + " processingMillis=3.0, connectionPart=1.0, connectionRequests=3.0,"
                + " connectionWaitMillis=2.0, holdMillis=5.0, idleMillis=1.0}");
  }

  @Test
  void metricsCountSinceStart() {
    RequestProfiler profiler = new RequestProfiler(meters, System.nanoTime());
    meters.handshake(false, 1);
    request(6 * MILLI);
    assertThat(metrics(profiler).lines())
        .contains(
            "headwaiter_sessions_total 1",
            "headwaiter_requests_total{type=\"/a\"} 1",
            "headwaiter_requests_failed_total{type=\"/a\"} 0",
            "headwaiter_requests_with_connection_total{type=\"/a\"} 1",
            "headwaiter_connection_requests_total{type=\"/a\"} 3",
            "headwaiter_request_cpu_seconds_total{type=\"/a\"} 0.001",
            "headwaiter_request_worker_wait_seconds_total{type=\"/a\"} 0.006",
            "headwaiter_request_processing_seconds_total{type=\"/a\"} 0.003",
            "headwaiter_request_connection_wait_seconds_total{type=\"/a\"} 0.002",
            "headwaiter_request_connection_hold_seconds_total{type=\"/a\"} 0.005",
            "headwaiter_request_connection_idle_seconds_total{type=\"/a\"} 0.001");
  }

  @Test
  void countsServerErrorsAsFailed() {
    RequestProfiler profiler = new RequestProfiler(meters, System.nanoTime());
    request(0);
    for (int status : new int[] {404, 499, 500, 503}) {
      begun(0, 0, r -> r.ends("/a", status, 0, MILLI));
    }
    assertThat(metrics(profiler).lines())
        .contains(
            "headwaiter_requests_total{type=\"/a\"} 5",
            "headwaiter_requests_failed_total{type=\"/a\"} 2");
  }

  /** The pages stay small, however many types clients request. */
  @Test
  void pagesAreBounded() {
    RequestProfiler profiler = new RequestProfiler(meters, System.nanoTime());
    for (int i = 0; i < 1000; i++) {
      String name = "/" + "\"".repeat(70) + (char) ('a' + i % 26) + (char) ('a' + i / 26);
      turns.run(
          0,
          () -> {
            ServedRequest served = Turn.requestBegins(meters, 0);
            served.used(name, 1, 1, 1, 0);
            served.ends(name, 200, 1, 3);
          });
    }
    assertThat(metrics(profiler).length()).isLessThan(200_000);
    assertThat((Map<?, ?>) profiler.toMap().get("types")).hasSize(RequestType.TYPES_MAX + 1);
  }

  private static String metrics(RequestProfiler profiler) {
    MetricsText text = new MetricsText();
    profiler.count(text);
    return text.toString();
  }
}
