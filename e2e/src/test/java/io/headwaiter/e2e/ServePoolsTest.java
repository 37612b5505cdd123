package io.headwaiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.headwaiter.core.pool.model.PoolModel;
import io.headwaiter.core.pool.model.ProfileSurface;
import io.headwaiter.core.pool.profile.Moments;
import io.headwaiter.core.pool.profile.Profile;
import io.headwaiter.core.pool.profile.ProfilePoint;
import io.headwaiter.core.pool.profile.RequestMix;
import io.headwaiter.core.pool.profile.TypeProfile;
import io.headwaiter.tomcat.TestClient;
import io.headwaiter.tomcat.TlsConnection;
import io.headwaiter.tuning.TunedPools;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code serve --pools} sizes a running Tomcat and its HikariCP. Customers come one after the
 * other, so that the server is never full and the test does not depend on its speed.
 */
@Tag("once")
@Timeout(180)
class ServePoolsTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final double PAGE_NANOS = 10e6;
  private static final int PAGES = 20;

  @TempDir private Path folder;

  /** Half of a page's time is with a connection: twice the threads carry twice as much. */
  private static ProfilePoint point(int threads, int connections) {
    Moments time = new Moments(10_000, PAGE_NANOS, PAGE_NANOS * PAGE_NANOS);
    TypeProfile page = new TypeProfile("/Home", time, time);
    return new ProfilePoint(threads, connections, List.of(page), 1000, 0, 10_000, threads);
  }

  private Path profile() throws Exception {
    Profile profile =
        new Profile(
            new RequestMix(Map.of("/Home", 1.0)),
            List.of(point(4, 4), point(4, 1), point(2, 2), point(2, 1)));
    PoolModel model = new PoolModel(new ProfileSurface(profile), profile.mix());
    Path file = folder.resolve("profile.json");
    new TunedPools("by hand", "a test", model.rate(4, 4), profile).write(file);
    return file;
  }

  /** Sends all requests of one customer at once; they are served one after the other. */
  private static void ask(ServedShop shop, String path) throws Exception {
    TestClient customer = new TestClient("TLSv1.3");
    try (TlsConnection connection = customer.connect(shop.uri("/").getPort(), hello -> hello)) {
      connection.handshake();
      String last = customer.request().replace("GET / ", "GET " + path + " ");
      String others = last.replace("Connection: close\r\n", "");
      connection.send(others.repeat(PAGES - 1) + last);
      assertThat(connection.readAll()).startsWith("HTTP/1.1 200");
    }
  }

  /** Checks after each further customer, until the check passes. */
  private static void askUntil(ServedShop shop, String path, Told told) {
    await()
        .atMost(SOON)
        .pollDelay(Duration.ZERO)
        .untilAsserted(
            () -> {
              ask(shop, path);
              told.by(shop.admin("/status"), shop.admin("/metrics"));
            });
  }

  /** A check of what an operator sees. */
  private interface Told {
    void by(String status, String metrics);
  }

  @Test
  void resizesRunningServerAndReportsSizes() throws Exception {
    try (ServedShop shop =
        ServedShop.startWith(
            "--app",
            "bookstore",
            "--items",
            "100",
            "--admission",
            "off",
            "--max-threads",
            "2",
            "--db-connections",
            "1",
            "--admin-port",
            "0",
            "--pools",
            profile().toString(),
            "--pools-dwell",
            "500ms")) {
      assertThat(shop.admin("/status"))
          .containsPattern("\"pools\":\\{[^}]*\"threads\":2,\"connections\":1,");
      askUntil(shop, "/Home", ServePoolsTest::isResized);
      askUntil(shop, "/SearchRequest", ServePoolsTest::hasExpired);
    }
  }

  private static void isResized(String status, String metrics) {
    assertThat(status)
        .contains("\"profile\":\"valid\"", "should carry")
        .containsPattern("\"action\":\"apply\",\"threads\":4,\"connections\":[234],")
        // As Tomcat and HikariCP report them.
        .containsPattern("\"worker_threads\":\\{[^}]*\"capacity\":4")
        .containsPattern("\"database_connections\":\\{[^}]*\"capacity\":[234]");
    assertThat(metrics.lines())
        .contains(
            "headwaiter_pool_threads 4",
            "headwaiter_pool_profile_valid 1",
            "headwaiter_pool_changes_total 1")
        .anyMatch(line -> line.matches("headwaiter_pool_connections [234]"));
  }

  private static void hasExpired(String status, String metrics) {
    assertThat(status)
        .contains("\"profile\":\"expired\"", "\"action\":\"profile_expired\"")
        .contains("of the thread time is of types that were not profiled");
    assertThat(metrics.lines()).contains("headwaiter_pool_profile_valid 0");
  }
}
