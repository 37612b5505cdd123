package io.headwaiter.tomcat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.headwaiter.baseline.TomcatOptions;
import io.headwaiter.baseline.TomcatServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A start that fails gives the reason in one sentence and leaves nothing running. */
class StartFailureTest {
  private static final List<String> OURS =
      List.of("headwaiter", "-door", "-verifier", "-control", "-Poller", "-Acceptor", "Dispatcher");

  private static final Map<String, String> PUBLIC_ADMIN =
      Map.of("adminPort", "0", "adminAddress", "0.0.0.0", "adminToken", "0123456789abcdef");

  private Set<Thread> before;

  @BeforeEach
  void lookAround() {
    before = ourThreads();
  }

  @AfterEach
  void nothingIsLeftRunning() {
    Awaitility.await()
        .untilAsserted(
            () ->
                assertThat(ourThreads()).allSatisfy(thread -> assertThat(before).contains(thread)));
  }

  @Test
  void reportsPortInUse() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = taken.getLocalPort();
      assertThat(failure(port, TestKeys.PASSWORD, Map.of("adminPort", "0")))
          .startsWith("Port " + port + " of 127.0.0.1 cannot be bound");
    }
  }

  @Test
  void reportsAdminPortInUse() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());
      assertThat(failure(0, TestKeys.PASSWORD, Map.of("adminPort", port)))
          .contains("The admin endpoint cannot listen on")
          .contains(port)
          .contains("Choose another port with adminPort");
    }
  }

  @Test
  void reportsAdminAddressOfOtherMachine() throws Exception {
    // 192.0.2.0/24 is reserved for documentation (RFC 5737).
    Map<String, String> elsewhere =
        Map.of(
            "adminPort",
            "0",
            "adminAddress",
            "192.0.2.1",
            "adminToken",
            "0123456789abcdef",
            "adminPlainHttp",
            "true");
    assertThat(failure(0, TestKeys.PASSWORD, elsewhere))
        .contains("The admin endpoint cannot listen on")
        .contains("192.0.2.1");
  }

  @Test
  void refusesPublicAdminPortWithoutToken() throws Exception {
    assertThat(failure(0, TestKeys.PASSWORD, Map.of("adminPort", "0", "adminAddress", "0.0.0.0")))
        .contains("would listen on 0.0.0.0, where other machines can ask it, and has no token")
        .contains("Set adminToken")
        .contains("or leave adminAddress at 127.0.0.1");
  }

  @Test
  void refusesPublicAdminPortWithoutTls() throws Exception {
    assertThat(failure(0, TestKeys.PASSWORD, PUBLIC_ADMIN))
        .contains("would listen on 0.0.0.0 without TLS, so that others could read its token")
        .contains("Set adminKeystore")
        .contains("adminPlainHttp=true");
  }

  @Test
  void reportsUnusableAdminKeystore() throws Exception {
    String keystore = TestKeys.keystore("EC").toString();
    assertThat(adminFailure(keystore, "a-wrong-one"))
        .contains("The admin endpoint cannot use adminKeystore " + keystore)
        .contains("opened by adminKeystorePassword")
        .doesNotContain("a-wrong-one");
    assertThat(adminFailure(Path.of("target", "none.p12").toString(), TestKeys.PASSWORD))
        .contains("none.p12: it is no file that this process may read");
    assertThat(adminFailure(TestKeys.truststore("EC").toString(), TestKeys.PASSWORD))
        .contains("it has no private key");
  }

  private static String adminFailure(String keystore, String password) throws Exception {
    Map<String, String> attributes = new TreeMap<>(PUBLIC_ADMIN);
    attributes.put("adminKeystore", keystore);
    attributes.put("adminKeystorePassword", password);
    return failure(0, TestKeys.PASSWORD, attributes);
  }

  @Test
  void reportsWrongKeystorePassword() throws Exception {
    assertThat(failure(0, "wrong", Map.of()))
        .startsWith("The keystore ")
        .contains("EC.p12 cannot be opened: its password is wrong");
  }

  @Test
  void reportsMissingKeystore() throws Exception {
    Path nowhere = Path.of("target", "no-such-file.p12");
    assertThat(failure(0, nowhere, TestKeys.PASSWORD, Map.of()))
        .startsWith("The server cannot start: ")
        .contains("no-such-file.p12");
  }

  @Test
  void reportsWrongOptionValue() throws Exception {
    assertThat(failure(0, TestKeys.PASSWORD, Map.of("helloDeadlineMillis", "soon")))
        .contains("Option helloDeadlineMillis is \"soon\"; allowed is from 100 to 60000");
    assertThat(failure(0, TestKeys.PASSWORD, Map.of("admission", "maybe")))
        .contains("Option admission is \"maybe\"; allowed is adaptive, formula or off");
  }

  @Test
  void reportsUnusedTicketKeyFile() throws Exception {
    assertThat(failure(0, TestKeys.PASSWORD, Map.of("tls", "jsse", "ticketKeyFile", "ticket.keys")))
        .contains("ticketKeyFile is ticket.keys, and nothing would use it")
        .contains("because tls=jsse asks for the JDK's");
  }

  @Test
  void reportsFormulaWithoutCosts() throws Exception {
    assertThat(failure(0, TestKeys.PASSWORD, Map.of("admission", "formula")))
        .contains("admission=formula needs formula")
        .contains("Measure them, or use admission=adaptive");
  }

  @Test
  void reportsMissingTls() throws Exception {
    assertThat(failure(0, TestKeys.PASSWORD, Map.of("SSLEnabled", "false")))
        .contains("needs SSLEnabled=\"true\"");
  }

  /** Starts a server that must fail, and returns the message. */
  private static String failure(int port, String password, Map<String, String> attributes)
      throws Exception {
    return failure(port, TestKeys.keystore("EC"), password, attributes);
  }

  private static String failure(
      int port, Path keystore, String password, Map<String, String> attributes) {
    TomcatOptions options =
        new TomcatOptions(
            HeadwaiterProtocol.class.getName(),
            "127.0.0.1",
            port,
            keystore,
            password,
            new TreeMap<>(attributes));
    Throwable thrown = catchThrowable(() -> TomcatServer.start(options, TestShop::install).close());
    assertThat(thrown).as("it started").isInstanceOf(IOException.class);
    assertThat(thrown.getMessage()).doesNotContain("\n").doesNotContain("Exception");
    return thrown.getMessage();
  }

  private static Set<Thread> ourThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> OURS.stream().anyMatch(thread.getName()::contains))
        .collect(Collectors.toSet());
  }
}
