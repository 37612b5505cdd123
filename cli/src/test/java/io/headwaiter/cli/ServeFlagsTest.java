package io.headwaiter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** The help of {@code serve}, its configuration file, and what it checks before it starts. */
@Timeout(60)
class ServeFlagsTest {
  private static final int LINES_AT_FIRST_MAX = 50;

  @TempDir private Path folder;

  /** Returns the exit code and all output. */
  private static String run(String... words) {
    return run(Main.commandLine(), words);
  }

  private static String runInLab(String... words) {
    return run(LabMain.commandLine(), words);
  }

  private static String run(CommandLine line, String... words) {
    StringWriter said = new StringWriter();
    line.setErr(new PrintWriter(said)).setOut(new PrintWriter(said));
    return Main.run(line, words) + " " + said;
  }

  @Test
  void helpShowsFirstOptionsOnly() {
    String help = run("serve", "--help");

    assertThat(help)
        .startsWith("0 ")
        .contains("--war", "--admin-port", "--help all", "Default: 9180.");
    assertThat(help).doesNotContain("--ticket-burst", "--page-work-kib");
    assertThat(help.lines()).hasSizeLessThan(LINES_AT_FIRST_MAX);
  }

  @Test
  void helpAllShowsEveryOption() {
    assertThat(run("serve", "--help", "all"))
        .startsWith("0 ")
        .contains("--ticket-burst", "--page-work-kib", "For experiments");
  }

  @ParameterizedTest
  @ValueSource(strings = {"serve", "shop"})
  void everyOptionIsInGroup(String command) {
    CommandLine line = LabMain.commandLine().getSubcommands().get(command);
    assertThat(ServeHelp.ungrouped(line)).isEmpty();
  }

  @Test
  void listOfCommandsShowsWholeSentences() {
    for (CommandLine command : LabMain.commandLine().getSubcommands().values()) {
      String first = command.getCommandSpec().usageMessage().description()[0];
      assertThat(first).endsWith(".");
    }
    assertThat(run("--help")).contains("package", "check", "test", "lab --help");
    assertThat(runInLab("--help")).contains("  experiment", "  sim", "  serve ");
    assertThat(run("--help")).doesNotContain("  experiment  ", "  fuzz");
  }

  @Test
  void suggestsOptionForMisspeltOne() {
    assertThat(run("serve", "--admin-prot=0"))
        .startsWith("2 Unknown option: '--admin-prot'")
        .contains("--admin-port", "See ./headwaiter serve --help");
  }

  private Path config(String... lines) throws IOException {
    return Files.write(folder.resolve("serve.properties"), List.of(lines));
  }

  @Test
  void configFileStandsBehindCommandLine() throws IOException {
    Path file = config("# a comment", "adminPort=9", "--port=8", "keystore-password = secret");

    assertThat(ConfigFile.expand(Main.commandLine(), "serve", "--port", "7", "--config=" + file))
        .containsExactly(
            "serve",
            "--port",
            "7",
            "--config=" + file,
            "--admin-port=9",
            "--keystore-password=secret");
  }

  @Test
  void argumentsWithoutConfigFileStay() throws IOException {
    assertThat(ConfigFile.expand(Main.commandLine(), "serve", "--port", "7"))
        .containsExactly("serve", "--port", "7");
  }

  @Test
  void explainsWrongConfigFile() throws IOException {
    Path none = folder.resolve("none");
    assertThat(run("serve", "--config", none.toString()))
        .isEqualToIgnoringNewLines(
            "1 headwaiter: There is no file " + none + ", which --config names.");
    assertThat(run("serve", "--config", folder.toString())).contains("cannot be read");
    assertThat(run("serve", "--config", config("bad=\\u00zz").toString()))
        .contains("is no properties file");
    assertThat(run("serve", "--config", config("config=other").toString()))
        .contains("names another file");
    assertThat(run("serve", "--config", config("dbPasword=sesame").toString()))
        .contains("serve.properties sets dbPasword, which is no option of serve")
        .doesNotContain("sesame");
  }

  @Test
  void shopIsServeWithShop() {
    assertThat(runInLab("shop", "grocery")).startsWith("2 Invalid value for positional parameter");
    assertThat(runInLab("shop", "auction", "--app", "bookstore"))
        .startsWith("2 --app is for serve");
    assertThat(runInLab("shop", "auction", "--war", "x.war")).startsWith("2 --war is for serve");
    assertThat(runInLab("shop", "--help")).contains("./headwaiter shop NAME [OPTIONS]");
    assertThat(run("load", "--help", "all")).doesNotContain("--help-all");
    assertThat(runInLab("shop", "auction", "--items", "200")).startsWith("2 --request-types");
    assertThat(runInLab("shop", "bookstore", "--items", "1")).contains("1 headwaiter: ");
  }

  @Test
  void anatomyIsForOtherServers() {
    assertThat(run("serve", "--anatomy")).startsWith("2 --anatomy is not for");
    assertThat(run("serve", "--anatomy", "--server", "stock", "--limiter", "vegas"))
        .startsWith("2 --anatomy is not for");
  }

  @Test
  void supplierHasFlagsOfItsOwn() {
    assertThat(runInLab("shop", "auction", "--customers", "20")).startsWith("2 --customers, ");
    assertThat(runInLab("shop", "bookstore", "--business-logic", "heavy"))
        .startsWith("2 --customers, ");
    assertThat(runInLab("shop", "supplier", "--browsers", "2")).startsWith("2 --request-types");
    assertThat(runInLab("shop", "supplier", "--items", "99"))
        .startsWith("1 headwaiter: items is 99; give a whole number from 100");
    assertThat(runInLab("shop", "supplier", "--business-logic", "medium"))
        .startsWith("2 Invalid value for option '--business-logic'");
    assertThat(runInLab("shop", "supplier", "--service-trust", "x.pem"))
        .startsWith("2 --service-trust is for calls of");
    assertThat(runInLab("shop", "supplier", "--payment-service", "http://localhost:1"))
        .startsWith("1 headwaiter: The address of a service is http://localhost:1;");
    String[] noTrust = {
      "shop", "supplier", "--payment-service", "https://localhost:1", "--service-trust", "none.pem"
    };
    assertThat(runInLab(noTrust)).startsWith("1 headwaiter: The trust store none.pem cannot");
    assertThat(runInLab("shop", "supplier", "--service-trust-password", "x"))
        .startsWith("2 --service-trust-password is for --service-trust");
  }

  /** The database does not exist: it would be missed first if it were opened first. */
  @Test
  void checksOptionsBeforeDatabaseIsOpened() throws IOException {
    String none = "jdbc:h2:" + folder.resolve("none") + ";IFEXISTS=TRUE";
    assertThat(run("serve", "--db", none, "--port", "70000", "--admin-port", "0"))
        .contains("--port must be from 0 to 65535, got 70000.");
    assertThat(run("serve", "--db", none, "--port", "0", "--admission", "perhaps"))
        .contains("adaptive, formula or off");
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());
      assertThat(run("serve", "--db", none, "--port", port, "--admin-port", "0"))
          .contains("Port " + port + " of 127.0.0.1 cannot be bound", "by --port");
      assertThat(run("serve", "--db", none, "--port", "0", "--admin-port", port))
          .contains("Port " + port + " of 127.0.0.1 cannot be bound", "by --admin-port");
      assertThat(run("serve", "--db", none, "--port", "9", "--admin-port", "9"))
          .contains("--port and --admin-port are both 9");
      assertThat(run("serve", "--db", none, "--address", "192.0.2.1", "--admin-port", "0"))
          .contains("192.0.2.1 is no address of this machine. Give one by --address.");
    }
  }
}
