package io.headwaiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** Common clients against the protected server at low load. */
class RealClientsTest {
  private static ServedShop shop;

  // A browser's helper processes may still write after its end, while the folder is emptied.
  @TempDir(cleanup = CleanupMode.NEVER)
  Path folder;

  @BeforeAll
  static void open() throws Exception {
    shop = ServedShop.start("--admin-port", "0");
  }

  @AfterAll
  static void close() throws Exception {
    shop.close();
  }

  @Test
  void opensslResumesTls12OnReconnect() throws Exception {
    Command result =
        Command.run(
            "Q\n",
            List.of(
                "openssl", "s_client", "-connect", shop.hostAndPort(), "-tls1_2", "-reconnect"));
    assertThat(result.out()).contains("New, TLSv1.2");
    assertThat(result.out().split("Reused, TLSv1\\.2", -1)).hasSize(6);
  }

  @Test
  void opensslResumesTls13FromFile() throws Exception {
    String session = folder.resolve("session.pem").toString();
    String request = "GET /Home HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    Command first = Command.run(request, sClient13("-sess_out", session));
    assertThat(first.out()).contains("New, TLSv1.3").contains("HTTP/1.1 200");
    Command second = Command.run(request, sClient13("-sess_in", session));
    assertThat(second.out()).contains("Reused, TLSv1.3").contains("HTTP/1.1 200");
  }

  private static List<String> sClient13(String option, String file) {
    return List.of(
        "openssl", "s_client", "-connect", shop.hostAndPort(), "-tls1_3", "-ign_eof", option, file);
  }

  @Test
  void curlSpeaksHttp2() throws Exception {
    Command result =
        Command.run(
            "",
            List.of(
                "curl",
                "-sk",
                "--http2",
                "-o",
                "/dev/null",
                "-w",
                "%{http_version} %{http_code}",
                shop.uri("/BrowseCategories").toString()));
    assertThat(result.out()).isEqualTo("2 200");
  }

  @Test
  void chromiumShowsPage() throws Exception {
    Command result =
        Command.run(
            "",
            List.of(
                "chromium",
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--ignore-certificate-errors",
                "--user-data-dir=" + folder.resolve("profile"),
                "--dump-dom",
                shop.uri("/BrowseCategories").toString()));
    assertThat(result.exitCode()).isZero();
    assertThat(result.out()).contains("SearchItemsInCategory?").contains("</html>");
  }

  @Test
  void loadCommandCompletesVisitsAndWritesLog() throws Exception {
    Path log = folder.resolve("load.json");
    Command result =
        Command.headwaiter(
            "load",
            "--target",
            shop.uri("/").toString(),
            "--insecure",
            "--rate",
            "3",
            "--warmup",
            "0s",
            "--for",
            "6s",
            "--think",
            "20ms",
            "--users",
            "1000",
            "--items",
            "500",
            "--seed",
            "3",
            "--json",
            log.toString());
    assertThat(result.exitCode()).as(result.err()).isZero();
    JsonNode run = new ObjectMapper().readTree(log.toFile());
    assertThat(run.at("/sessions/completed").asLong()).isPositive();
    assertThat(run.at("/brokenAfterAdmission/all/error").asLong()).isZero();
    assertThat(run.at("/handshakes/full").asLong()).isPositive();
    assertThat(run.at("/manifest/seed").asLong()).isEqualTo(3);
  }

  @Test
  void loadCommandChecksCertificates() throws Exception {
    Command result =
        Command.headwaiter(
            "load",
            "--target",
            shop.uri("/").toString(),
            "--rate",
            "20",
            "--warmup",
            "0s",
            "--for",
            "5s");
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.out())
        .contains("certificate-refused")
        .contains("--ca")
        .contains("--insecure");
  }

  @Test
  void loadCommandReportsWrongOptions() throws Exception {
    Command result =
        Command.headwaiter("load", "--target", shop.uri("/").toString(), "--resume-share", "2");
    assertThat(result.exitCode()).isEqualTo(1);
    assertThat(result.err()).contains("headwaiter: ").contains("resumeShare is 2");
  }

  @Test
  void answersPlainHttpWithStatus400() throws Exception {
    String plain = shop.uri("/").toString().replace("https:", "http:");
    Command result = Command.run("", List.of("curl", "-s", "-w", "%{http_code}", plain));
    assertThat(result.out()).contains("Use https://").endsWith("400");
  }

  @Test
  void statusShowsCountsAndCosts() throws Exception {
    Command.run("", List.of("curl", "-sk", "-o", "/dev/null", shop.uri("/Home").toString()));
    // The costs are there once the controller has seen a whole interval.
    Awaitility.await().atMost(Duration.ofSeconds(30)).untilAsserted(this::statusIsComplete);
    assertThat(shop.admin("/health")).isEqualTo("ok\n");
  }

  private void statusIsComplete() throws Exception {
    JsonNode status = new ObjectMapper().readTree(shop.admin("/status"));
    assertThat(status.at("/new/admitted").asLong()).isPositive();
    assertThat(status.at("/new/refused/visit_budget").asLong()).isZero();
    assertThat(status.at("/resumed/false").isNumber()).isTrue();
    assertThat(status.at("/undecided").isNumber()).isTrue();
    assertThat(status.at("/costMillis/fullHandshake").asDouble()).isPositive();
    assertThat(status.at("/interval/A").asDouble()).isPositive();
    assertThat(status.at("/interval/O").isNumber()).isTrue();
    assertThat(status.at("/interval/N").isNumber()).isTrue();
    assertThat(status.at("/queueDelayMillis").isNumber()).isTrue();
  }
}
