package io.headwaiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files in {@code deploy}: rules of Prometheus, the dashboard of Grafana, units, HAProxy. */
@Tag("once")
class DeployFilesTest {
  private static final Path ROOT = root();
  private static final Path DEPLOY = ROOT.resolve("deploy");
  private static final Path RULES = DEPLOY.resolve("prometheus/headwaiter-rules.yml");
  private static final Path GRAFANA = DEPLOY.resolve("grafana/headwaiter.json");

  @TempDir Path folder;

  private static Path root() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("deploy"))) {
      folder = folder.getParent();
    }
    return folder;
  }

  private static Set<String> all(String pattern, String text) {
    Set<String> found = new TreeSet<>();
    Matcher matcher = Pattern.compile(pattern).matcher(text);
    while (matcher.find()) {
      found.add(matcher.group(1));
    }
    return found;
  }

  private static void assertSucceeds(String... line) throws Exception {
    Command result = Command.run("", List.of(line));
    assertThat(result.exitCode()).as(result.out() + result.err()).isZero();
  }

  @Test
  void rulesOfPrometheusHoldTheirOwnTests() throws Exception {
    assertSucceeds("promtool", "check", "rules", RULES.toString());
    assertSucceeds(
        "promtool",
        "test",
        "rules",
        DEPLOY.resolve("prometheus/headwaiter-rules-test.yml").toString());
  }

  @Test
  void everyAlertIsTestedAndHasAdvice() throws IOException {
    Set<String> alerts = all("- alert: (\\w+)", Files.readString(RULES));
    assertThat(alerts).hasSizeGreaterThan(8);
    String tests = Files.readString(DEPLOY.resolve("prometheus/headwaiter-rules-test.yml"));
    String advice = Files.readString(ROOT.resolve("docs/alerts.md"));
    for (String alert : alerts) {
      assertThat(tests).contains(alert);
      assertThat(advice).contains("\n## " + alert + "\n");
      assertThat(Files.readString(RULES))
          .contains("docs/alerts.md#" + alert.toLowerCase(Locale.ROOT));
    }
  }

  /** A figure that is renamed would leave a panel empty and an alert silent. */
  @Test
  void rulesAndPanelsUseFiguresThatThereAre() throws IOException {
    Set<String> figures =
        all("`(headwaiter_[a-z_]+)", Files.readString(ROOT.resolve("docs/metrics.md")));
    for (Path file : List.of(RULES, GRAFANA)) {
      Set<String> used = all("\\b(headwaiter_[a-z_]+)", Files.readString(file));
      assertThat(used).hasSizeGreaterThan(8);
      assertThat(figures).as(file.toString()).containsAll(used);
    }
  }

  @Test
  void everyPanelOfGrafanaAsksSomething() throws IOException {
    JsonNode panels = new ObjectMapper().readTree(GRAFANA.toFile()).get("panels");
    assertThat(panels).hasSizeGreaterThan(12);
    for (JsonNode panel : panels) {
      assertThat(panel.at("/title").asText()).isNotEmpty();
      assertThat(panel.at("/targets/0/expr").asText()).contains("job=\"$job\"");
    }
  }

  /** The program of the unit is not on this machine, so another stands in its place. */
  @Test
  void unitOfSystemdIsValidAndConfined() throws Exception {
    String unit = Files.readString(DEPLOY.resolve("systemd/headwaiter-shop.service"));
    Path file = folder.resolve("headwaiter-shop.service");
    Files.writeString(file, unit.replace("/opt/tomcat/bin/catalina.sh run", "/bin/true"));
    Command verified = Command.run("", List.of("systemd-analyze", "verify", file.toString()));
    assertThat(verified.err() + verified.out()).doesNotContain("headwaiter-shop");
    assertSucceeds(
        "systemd-analyze", "security", "--offline=true", "--threshold=30", file.toString());
  }

  @Test
  void configurationOfHaproxyIsValid() throws Exception {
    assertSucceeds("haproxy", "-c", "-f", DEPLOY.resolve("haproxy/haproxy.cfg").toString());
  }
}
