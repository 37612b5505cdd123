package io.headwaiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A fault is reported in one sentence, the exit code is not 0, and nothing is left running. */
@Tag("once")
class ServeFaultsTest {
  private static final String[] SMALL = {"--active-scale", "0.01", "--scale", "0.001"};

  @TempDir Path folder;

  @Test
  void reportsPortInUse() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());
      Command result = serve("--port", port, "--admin-port", "0");
      assertFailed(result, "Port " + port + " of 127.0.0.1 cannot be bound");
    }
  }

  @Test
  void reportsAdminPortInUse() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());
      Command result = serve("--port", "0", "--admin-port", port);
      assertFailed(result, "Port " + port + " of 127.0.0.1 cannot be bound");
    }
  }

  @Test
  void reportsMissingKeystore() throws Exception {
    Command result = serve("--keystore", folder.resolve("none.p12").toString());
    assertFailed(result, "cannot be read");
  }

  @Test
  void reportsWrongKeystorePassword() throws Exception {
    Path keystore = keystore("-validity", "30");
    Command result = serve("--keystore", keystore.toString(), "--keystore-password", "wrong");
    assertFailed(result, "does not open with this password");
  }

  @Test
  void reportsExpiredCertificate() throws Exception {
    Path keystore = keystore("-startdate", "-30d", "-validity", "10");
    Command result = serve("--keystore", keystore.toString(), "--keystore-password", "headwaiter");
    assertFailed(result, "not now");
  }

  @Test
  void rejectsUnknownOption() throws Exception {
    Command result = Command.headwaiter("serve", "--frobnicate");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("--frobnicate");
  }

  @Test
  void rejectsWrongOptionValue() throws Exception {
    assertFailed(
        serve("--port", "0", "--admission", "perhaps"), "allowed is adaptive, formula or off");
  }

  @Test
  void rejectsFormulaWithoutCosts() throws Exception {
    assertFailed(serve("--port", "0", "--admission", "formula"), "formulaResumedMillis");
  }

  @Test
  void rejectsShadowModeWithoutController() throws Exception {
    assertFailed(
        serve("--port", "0", "--shadow", "--admission", "off"),
        "shadow=true needs a controller whose decisions it can show");
  }

  @Test
  void reportsUnreachableDatabase() throws Exception {
    // no database listens on the port of tcpmux
    assertFailed(serve("--db", "jdbc:h2:tcp://127.0.0.1:1/shop"), "cannot be reached");
  }

  @Test
  void rejectsHeadwaiterOptionOnStockServer() throws Exception {
    Command result = Command.headwaiter("serve", "--server", "stock", "--admission", "off");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("--server stock is a Tomcat without Headwaiter");
  }

  @Test
  void rejectsPlainHttpOnHeadwaiter() throws Exception {
    Command result = Command.headwaiter("serve", "--plain-http");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("--plain-http is for --server stock");
  }

  @Test
  void rejectsLimiterOnHeadwaiter() throws Exception {
    Command result = Command.headwaiter("serve", "--limiter", "vegas");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("--limiter is for --server stock");
  }

  @Test
  void rejectsUnknownLimiter() throws Exception {
    Command result = Command.headwaiter("serve", "--server", "stock", "--limiter", "fixed:none");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("gradient2, vegas or fixed:N").contains("fixed:none");
  }

  @Test
  void rejectsPartOfExperimentWithoutParts() throws Exception {
    Command result = Command.headwaiter("experiment", "lying", "--only", "soak");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("--only chooses parts; lying has none");
  }

  @Test
  void rejectsUnknownExperimentPart() throws Exception {
    Command result = Command.headwaiter("experiment", "door", "--only", "soak,window");
    assertThat(result.exitCode()).isEqualTo(2);
    assertThat(result.err()).contains("engines, proxies").contains("soak,window");
  }

  private static Command serve(String... arguments) throws Exception {
    String[] all = new String[1 + SMALL.length + arguments.length];
    all[0] = "serve";
    System.arraycopy(SMALL, 0, all, 1, SMALL.length);
    System.arraycopy(arguments, 0, all, 1 + SMALL.length, arguments.length);
    return Command.headwaiter(all);
  }

  /** Command.run has waited for the end of the process, so nothing can be left running. */
  private static void assertFailed(Command result, String sentence) {
    assertThat(result.exitCode()).isEqualTo(1);
    List<String> ours =
        result.err().lines().filter(line -> line.startsWith("headwaiter: ")).toList();
    assertThat(ours).as(result.err()).hasSize(1);
    assertThat(ours.get(0)).contains(sentence);
    assertThat(result.out()).doesNotContain("READY");
  }

  private Path keystore(String... validity) throws Exception {
    Path file = folder.resolve("key.p12");
    List<String> line =
        new java.util.ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "server",
                "-keyalg",
                "RSA",
                "-dname",
                "CN=localhost",
                "-storetype",
                "PKCS12",
                "-keystore",
                file.toString(),
                "-storepass",
                "headwaiter"));
    line.addAll(List.of(validity));
    Command result = Command.run("", line);
    assertThat(Files.exists(file)).as(result.out() + result.err()).isTrue();
    return file;
  }
}
