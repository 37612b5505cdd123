package io.headwaiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** The dashboard in a browser, with load behind it. */
class DashboardTest {
  private static final String TOKEN = "a-token-for-a-test";

  // A browser's helper processes may still write after its end, while the folder is emptied.
  @TempDir(cleanup = CleanupMode.NEVER)
  static Path folder;

  private static ServedShop shop;
  private static Process load;
  private static Browser browser;

  @BeforeAll
  static void open() throws Exception {
    shop = ServedShop.start("--admin-port", "0", "--admin-token", TOKEN);
    load = load("20", "180s");
    browser = new Browser(folder);
  }

  private static Process load(String rate, String duration) throws IOException {
    List<String> line =
        new ArrayList<>(
            Command.headwaiterLine(
                "load", "--target", shop.uri("/").toString(), "--insecure", "--rate", rate));
    line.addAll(List.of("--warmup", "0s", "--for", duration, "--think", "20ms"));
    line.addAll(List.of("--users", "1000", "--items", "500"));
    return new ProcessBuilder(line)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
  }

  @AfterAll
  static void close() throws Exception {
    browser.close();
    load.destroy();
    load.waitFor(30, TimeUnit.SECONDS);
    shop.close();
  }

  @BeforeEach
  void showFigures() throws Exception {
    browser.resize(1280, 900);
    browser.open(shop.adminUri().resolve("/"));
    untilTrue("document.readyState === 'complete' && document.getElementById('login') !== null");
    browser.evaluate("sessionStorage.setItem('headwaiter.token', '" + TOKEN + "')");
    browser.forgetProblems(); // the first time, the figures were refused
    browser.open(shop.adminUri().resolve("/"));
    until(() -> browser.text("age").equals("Live"));
  }

  private static void until(Callable<Boolean> condition) {
    Awaitility.await().atMost(30, TimeUnit.SECONDS).until(condition);
  }

  private static void untilTrue(String expression) {
    until(() -> browser.evaluate(expression).asBoolean());
  }

  @Test
  void showsFiguresOfRunningServer() throws Exception {
    untilTrue("document.querySelectorAll('#decisions li').length > 2");
    assertThat(browser.text("state")).matches("(Serving|Refusing).*");
    assertThat(browser.text("tiles")).contains("new visits offered", "requests served");
    assertThat(browser.text("decisions")).contains("new visits admitted");
    assertThat(browser.text("pools")).contains("worker threads");
    assertThat(browser.text("costs")).contains("full handshake").doesNotContain("unknown");
    assertThat(browser.text("what-if-result")).contains("new visits a second");
    assertThat(browser.evaluate("document.querySelectorAll('.chart path[d^=M]').length").asInt())
        .isGreaterThan(8);
    assertThat(browser.text("figures")).doesNotContain("NaN", "undefined", "[object");
    assertThat(browser.problems()).isEmpty();
  }

  @Test
  void sliderAsksModelForOtherCapacity() throws Exception {
    untilTrue("!document.getElementById('what-if').disabled");
    String most = browser.text("what-if-processors");
    browser.evaluate("document.getElementById('what-if').focus()");
    browser.press("Home");
    until(() -> !browser.text("what-if-processors").equals(most));
    assertThat(browser.text("what-if-result")).contains("It would carry");
  }

  @Test
  void chartsAnswerKeyboardAndScreenReader() throws Exception {
    String chart = "document.querySelector('#connections svg')";
    untilTrue(chart + ".getAttribute('aria-label').startsWith('now: of visits under way')");
    browser.evaluate(chart + ".focus()");
    browser.press("ArrowLeft");
    untilTrue("/^[1-9][0-9]* seconds ago/.test(" + chart + ".getAttribute('aria-label'))");
    browser.press("Escape");
    untilTrue(chart + ".getAttribute('aria-label').startsWith('now')");
  }

  @Test
  void fitsPhoneInDarkAndLight() throws Exception {
    browser.resize(360, 800);
    for (boolean dark : List.of(true, false)) {
      browser.preferDark(dark);
      untilTrue("matchMedia('(prefers-color-scheme: dark)').matches === " + dark);
      String ground = "getComputedStyle(document.body).backgroundColor";
      assertThat(browser.evaluate(ground).asText())
          .isEqualTo(dark ? "rgb(17, 21, 28)" : "rgb(246, 247, 249)");
      assertThat(browser.evaluate("document.documentElement.scrollWidth <= innerWidth").asBoolean())
          .isTrue();
    }
  }

  @Test
  void asksForTokenAndRefusesWrongOne() throws Exception {
    browser.evaluate("sessionStorage.clear()");
    browser.open(shop.adminUri().resolve("/"));
    untilTrue("!document.getElementById('login').hidden");
    enter("not-the-token");
    until(() -> browser.text("login-error").contains("not right"));
    enter(TOKEN);
    until(() -> browser.text("age").equals("Live"));
    assertThat(browser.evaluate("document.getElementById('login').hidden").asBoolean()).isTrue();
  }

  private static void enter(String token) throws Exception {
    browser.evaluate(
        "document.getElementById('token').value = '"
            + token
            + "'; document.getElementById('login').requestSubmit()");
  }
}
