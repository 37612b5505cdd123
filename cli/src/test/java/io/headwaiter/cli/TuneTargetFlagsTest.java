package io.headwaiter.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import com.zaxxer.hikari.HikariDataSource;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Flags that {@code tune pools} and {@code serve} reject before they start anything. */
@Tag("slow")
@Timeout(60)
@Tag("once")
class TuneTargetFlagsTest {
  private static final String MIX =
      """
      {"source":"test","sessions":1,"longestSession":1,"requests":1,"unreadLines":0,
      "types":{"/a":{"requests":1,"visitsPerSession":1,"failed":0,"meanMillis":0,
      "examples":["ADDRESS"]}}}
      """;

  @TempDir private Path folder;
  private Path mix;

  @BeforeEach
  void record() throws IOException {
    mix = Files.writeString(folder.resolve("mix.json"), MIX.replace("ADDRESS", "/a"));
  }

  /** Returns the exit code and the error output. */
  private String run(String... words) {
    StringWriter err = new StringWriter();
    CommandLine line = Main.commandLine();
    line.setErr(new PrintWriter(err)).setOut(new PrintWriter(new StringWriter()));
    return line.execute(words) + " " + err;
  }

  private String tune(Object... more) {
    List<String> words = new ArrayList<>(List.of("tune", "pools"));
    words.addAll(List.of("--out", folder.resolve("out").toString()));
    for (Object word : more) {
      words.add(word.toString());
    }
    return run(words.toArray(String[]::new));
  }

  @Test
  void requiresMix() {
    assertThat(tune("--war", "shop.war")).startsWith("2 Nobody but you knows what your customers");
    assertThat(tune("--url", "https://127.0.0.1:1", "--admin", "http://127.0.0.1:1"))
        .startsWith("2 Nobody but you knows");
    assertThat(tune("--war", "shop.war", "--mix", folder.resolve("none")))
        .startsWith("1 headwaiter: The mix ")
        .contains("cannot be read. Is it there?");
  }

  @Test
  void rejectsUnusableMix() throws IOException {
    Files.writeString(mix, MIX.replace("ADDRESS", "https://shop.example/a"));
    assertThat(tune("--url", "https://127.0.0.1:1", "--admin", "http://127.0.0.1:1", "--mix", mix))
        .startsWith("1 headwaiter: ")
        .contains("The mix asks for https://shop.example/a, but the server is 127.0.0.1:1.");
    Files.writeString(mix, MIX.replace("\"requests\":1", "\"requests\":0"));
    assertThat(tune("--war", "shop.war", "--mix", mix)).contains("is empty; record one with");
    Files.writeString(mix, "no json");
    assertThat(tune("--war", "shop.war", "--mix", mix)).contains("is no recorded mix");
  }

  @Test
  void rejectsInconsistentFlags() {
    assertThat(tune("--url", "https://127.0.0.1:1", "--mix", mix))
        .startsWith("2 --url needs the server's admin endpoint");
    assertThat(tune("--url", "https://h:1", "--admin", "localhost:1", "--mix", mix))
        .startsWith("2 --admin is localhost:1; it must be written as");
    assertThat(tune("--replay-unsafe")).startsWith("2 --admin, --insecure and --replay-unsafe");
    assertThat(tune("--insecure", "--war", "s.war", "--mix", mix))
        .startsWith("2 --admin and --insecure are about a server of --url");
    String[] url = {"--url", "https://h:1", "--admin", "http://h:1", "--mix", mix.toString()};
    assertThat(tune(with(url, "--app", "bookstore")))
        .startsWith("2 --url is for a server that runs");
    assertThat(tune(with(url, "--workload", "auction_bidding"))).startsWith("2 --workload is for");
    assertThat(tune("--for-rate", "0"))
        .startsWith("2 --for-rate must be above 0 and at most 1000000");
    assertThat(tune("--for-rate", "NaN")).startsWith("2 --for-rate");
    assertThat(tune("--context", "/x"))
        .startsWith("2 --context, --jndi-name and --session-minutes");
    assertThat(tune("--war", "s.war", "--scale", "0.1"))
        .startsWith("2 --scale is about the built-in");
    assertThat(tune("--war", "s.war", "--items", "200", "--mix", mix))
        .startsWith("2 --request-types");
  }

  private static Object[] with(String[] some, String... more) {
    List<Object> all = new ArrayList<>(List.of((Object[]) some));
    all.addAll(List.of(more));
    return all.toArray();
  }

  @Test
  void reportsUnreachableServer() {
    assertThat(tune("--url", "https://127.0.0.1:1", "--admin", "http://127.0.0.1:1", "--mix", mix))
        .startsWith("1 headwaiter: http://127.0.0.1:1 does not answer (");
  }

  @Test
  void reportsInvalidWar() throws IOException {
    assertThat(run("serve", "--war", folder.resolve("none.war").toString()))
        .startsWith("1 headwaiter: The WAR ")
        .contains("cannot be read. Is it there?");
    assertThat(tune("--war", folder.resolve("none.war"), "--mix", mix)).contains("Is it there?");
    assertThat(run("serve", "--war", mix.toString())).contains("is no WAR: it is no zip file");
    assertThat(run("serve", "--war", folder.toString()))
        .contains("is no WAR: that folder has no WEB-INF.");
    Path jar = folder.resolve("app.jar");
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
      zip.putNextEntry(new ZipEntry("BOOT-INF/classes/App.class"));
    }
    assertThat(run("serve", "--war", jar.toString())).contains("must be built as a WAR");
    Files.createDirectory(folder.resolve("WEB-INF"));
    assertThat(run("serve", "--war", folder.toString(), "--context", "shop"))
        .contains("The context path is shop; write / for the root, or one such as /shop.");
  }

  @Test
  void rejectsTunableWithPoolsOrStockServer() {
    assertThat(run("serve", "--tunable", "--pools", "p.json"))
        .startsWith("2 --pools sizes by a profile, and --tunable is for who makes one.");
    assertThat(run("serve", "--tunable", "--server", "stock"))
        .startsWith("2 --pools and --tunable are for --server headwaiter");
  }

  private static TunePoolsCommand parsed(String... more) {
    List<String> words = new ArrayList<>(List.of("tune", "pools"));
    words.addAll(List.of(more));
    CommandLine main = Main.commandLine();
    main.parseArgs(words.toArray(String[]::new));
    CommandLine tune = main.getSubcommands().get("tune");
    return tune.getSubcommands().get("pools").getCommand();
  }

  /** Files are copied to other machines, and any user can list processes. */
  @Test
  void passwordIsMaskedAndPassedByEnvironment() throws IOException {
    String url = "jdbc:x://db/shop?password=sesame&ssl=true";
    for (String[] words :
        List.of(
            new String[] {"--db", url, "--db-user", "u", "--db-password", "sesame"},
            new String[] {"--db", url, "--db-user", "u", "--db-password=sesame"})) {
      TunePoolsCommand command = parsed(words);
      assertThat(command.subject() + command.commandLine())
          .contains("--db-user u", "?password=***&ssl=true")
          .doesNotContain("sesame", "--db-password");
      assertThat(command.environment()).containsExactly(entry("HEADWAITER_DB_PASSWORD", "sesame"));
      assertThat(command.serve(command.settings())).doesNotContain("--db-password", "sesame");
    }
    assertThat(parsed().environment()).isEmpty();
  }

  @Test
  void commandLineHasNoPassword() {
    List<String> words =
        List.of(
            "--db-password",
            "sesame",
            "--app",
            "supplier",
            "--service-trust-password=sesame",
            "--service-trust",
            "k.p12",
            "--service-trust-password",
            "sesame",
            "--seed",
            "1");
    assertThat(Secrets.masked(words)).isEqualTo("--app supplier --service-trust k.p12 --seed 1");
  }

  @Test
  void unreachableDatabaseErrorHidesPassword() {
    String none = "jdbc:h2:" + folder.resolve("none") + ";IFEXISTS=TRUE;PASSWORD=sesame";
    assertThat(run("serve", "--port", "0", "--admin-port", "0", "--db", none, "--db-user", "sa"))
        .contains(";PASSWORD=*** cannot be reached (")
        .doesNotContain("sesame");
    assertThat(Secrets.masked("jdbc:oracle:thin:u/sesame@//db:1521/x at jdbc:x://u:sesame@db/y"))
        .isEqualTo("jdbc:oracle:thin:u/***@//db:1521/x at jdbc:x://u:***@db/y");
    assertThat(Secrets.masked("jdbc:x://u:s:es/a@me@db/y?password=s3,ca)me&ssl=true"))
        .isEqualTo("jdbc:x://u:***@db/y?password=***&ssl=true");
    assertThat(Secrets.masked("jdbc:postgresql://db:5432/shop is not there"))
        .isEqualTo("jdbc:postgresql://db:5432/shop is not there");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jdbc:oracle:thin:scott/sesame@//db:1521/x",
        "jdbc:nothing://scott:sesame@db/x",
        "postgresql://scott:sesame@db/x"
      })
  void urlWithoutDriverHidesPassword(String url) {
    assertThat(run("serve", "--port", "0", "--admin-port", "0", "--db", url))
        .contains("***@")
        .doesNotContain("sesame");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--db-user=shop",
        "--db-password=sesame",
        "--db-cpus=1",
        "--app=bookstore --scale=1",
        "--app=supplier --active-scale=1",
        "--app=bookstore --description-chars=5"
      })
  void flagsWithoutEffectAreRefused(String flags) {
    List<String> words = new ArrayList<>(List.of("serve", "--port=0", "--admin-port=0"));
    words.addAll(List.of(flags.split(" ", -1)));
    assertThat(run(words.toArray(String[]::new)))
        .containsAnyOf("Leave it out", "Leave them out", "makes its own")
        .doesNotContain("sesame");
  }

  private static ServeCommand served(String... words) {
    List<String> line = new ArrayList<>(List.of("serve"));
    line.addAll(List.of(words));
    CommandLine main = Main.commandLine();
    main.parseArgs(line.toArray(String[]::new));
    return main.getSubcommands().get("serve").getCommand();
  }

  private static String workerTimeoutMillis(String... words) {
    return served(words).attributes().get("workerTimeoutMillis");
  }

  private static long connectionTimeoutMillis(String... words) throws Exception {
    try (HikariDataSource source = served(words).open()) {
      return source.getConnectionTimeout();
    }
  }

  /** With 40 threads and one connection, 39 wait for all the others. */
  @Test
  void tunableServerRaisesConnectionTimeout() throws Exception {
    assertThat(connectionTimeoutMillis()).isEqualTo(10_000);
    assertThat(connectionTimeoutMillis("--tunable")).isEqualTo(600_000);
    String flag = "--connection-timeout-millis";
    assertThat(connectionTimeoutMillis("--tunable", flag, "300")).isEqualTo(300);
    TunePoolsCommand tune = parsed();
    List<String> command = tune.serve(tune.settings());
    assertThat(command.get(command.indexOf(flag) + 1)).isEqualTo("600000");
    assertThat(run("serve", flag, "249"))
        .startsWith("2 --connection-timeout-millis must be from 250 to 600000, got 249.");
    assertThat(run("serve", flag, "600001")).startsWith("2 ");
  }

  @Test
  void requestPatternsApplyToStartedServerOnly() throws Exception {
    TunePoolsCommand tune = parsed("--request-patterns", "/shop/*/reviews");
    List<String> command = tune.serve(tune.settings());
    assertThat(command.get(command.indexOf("--request-patterns") + 1)).isEqualTo("/shop/*/reviews");
    assertThat(tune.subject()).contains(" types /shop/*/reviews");
    assertThat(tune("--request-patterns", "shop")).startsWith("2 The URL pattern \"shop\" cannot");
    String url = "https://127.0.0.1:1";
    assertThat(tune("--url", url, "--admin", url, "--mix", mix, "--request-patterns", "/a"))
        .startsWith("2 --request-patterns is for a server that is started here");
  }

  /** Requests that fill a server wait as long as it takes. */
  @Test
  void tunableServerRaisesWorkerTimeout() {
    assertThat(workerTimeoutMillis()).isNull();
    assertThat(workerTimeoutMillis("--tunable")).isEqualTo("600000");
    assertThat(workerTimeoutMillis("--tunable", "--worker-timeout-millis", "7000"))
        .isEqualTo("7000");
  }
}
