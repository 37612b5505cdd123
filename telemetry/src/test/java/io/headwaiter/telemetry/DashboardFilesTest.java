package io.headwaiter.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.Headers;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class DashboardFilesTest {
  private static final int BYTES_MAX = 150_000;
  private static final List<String> FILES =
      List.of("/", "/dashboard.css", "/dashboard.js", "/chart.js");

  private static AdminAnswer file(String path) {
    return new DashboardFiles().find(path, new Headers()).orElseThrow();
  }

  @Test
  void allFilesAreSmall() {
    assertThat(FILES).allMatch(DashboardFiles::has);
    assertThat(FILES.stream().mapToInt(path -> file(path).body().length()).sum())
        .isBetween(10_000, BYTES_MAX);
  }

  @Test
  void otherPathsAreNoFiles() {
    for (String path : List.of("/index.html", "/../AdminServer.class", "/dashboard", "")) {
      assertThat(new DashboardFiles().find(path, new Headers())).as(path).isEmpty();
    }
  }

  /** An address or inline code would be stopped by the policy, in the operator's browser only. */
  @Test
  void filesNeedNothingFromElsewhere() {
    for (String path : FILES) {
      assertThat(file(path).body().replace("http://www.w3.org/2000/svg", ""))
          .as(path)
          .doesNotContain("http:", "https:", "onclick=", "style=", "innerHTML", "eval(");
    }
  }

  @Test
  void scriptFindsAllItsElements() {
    Set<String> wanted = all("byId\\('([^']+)'\\)", file("/dashboard.js").body());
    Set<String> there = all(" id=\"([^\"]+)\"", file("/").body());
    assertThat(wanted).hasSizeGreaterThan(10);
    assertThat(there).containsAll(wanted);
  }

  private static Set<String> all(String pattern, String text) {
    Set<String> found = new TreeSet<>();
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }

  @Test
  void pageNeedsNoTokenAndFiguresDo() throws Exception {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    try (AdminServer admin =
        AdminServer.start(
            new InetSocketAddress(loopback, 0),
            /* tls= */ null,
            AdminAccess.at(loopback, "secret"),
            Map::of,
            String::new,
            Intervals.history("requests"))) {
      HttpResponse<String> page = get(admin, "/");
      assertThat(page.statusCode()).isEqualTo(200);
      assertThat(page.headers().firstValue("Content-Type")).hasValue("text/html;charset=utf-8");
      assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
          .contains("default-src 'none'", "frame-ancestors 'none'");
      assertThat(page.body()).contains("<title>Headwaiter</title>");
      assertThat(get(admin, "/events").statusCode()).isEqualTo(401);
      assertThat(get(admin, "/status/history").statusCode()).isEqualTo(401);
    }
  }

  private static HttpResponse<String> get(AdminServer admin, String path) throws Exception {
    URI uri = URI.create(admin.url(path));
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
  }
}
