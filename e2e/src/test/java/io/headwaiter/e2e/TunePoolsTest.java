package io.headwaiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code tune pools} from end to end, with runs too short to say much, and {@code serve --pools}.
 */
@Timeout(180)
class TunePoolsTest {
  @TempDir private Path folder;

  private Command tune(String... more) throws Exception {
    List<String> arguments =
        new ArrayList<>(
            List.of(
                "tune",
                "pools",
                "--out",
                folder.toString(),
                "--threads",
                "2-4",
                "--connections",
                "3",
                "--runs",
                "3",
                "--run",
                "2s",
                "--warmup",
                "500ms",
                "--first-warmup",
                "1s",
                "--active-scale",
                "0.01",
                "--scale",
                "0.001"));
    arguments.addAll(List.of(more));
    return Command.headwaiter(arguments.toArray(String[]::new));
  }

  @Test
  void aShopIsProfiledAndServedWithTheProfile() throws Exception {
    Command tuned = tune();
    assertThat(tuned.exitCode()).as(tuned.err() + tuned.out()).isZero();
    assertThat(tuned.out())
        .contains("run 1: 4 threads, 3 connections", "chosen: ", "predicted: ", "serve --pools");
    assertThat(folder.resolve("table.txt")).exists();
    assertThat(folder.resolve("state.json")).exists();
    Command again = tune();
    assertThat(again.exitCode()).as(again.err()).isZero();
    long runs = tuned.out().lines().filter(line -> line.startsWith("run ")).count() - 1;
    assertThat(again.out())
        .contains("going on after " + runs + " runs")
        .doesNotContain("threads busy");
    Command other = tune("--data-seed", "2");
    assertThat(other.exitCode()).isEqualTo(1);
    assertThat(other.err()).contains("is of another tuning");
    serve(folder.resolve("profile.json").toString());
  }

  private static void serve(String profile) throws Exception {
    try (ServedShop shop =
        ServedShop.start(
            "--admin-port",
            "0",
            "--pools",
            profile,
            "--database-connections-max",
            "30",
            "--database-connections-reserved",
            "2",
            "--replicas",
            "8")) {
      // 28 for eight, the last of which gets 3: as many as were profiled in any case.
      assertThat(shop.admin("/status"))
          .containsPattern("\"pools\":\\{.*\"threads\":[2-4],\"connections\":[123],")
          .contains("\"connectionsMax\":3");
    }
  }

  @Test
  void whatMakesNoSenseIsRefused() throws Exception {
    Command stock = Command.headwaiter("serve", "--server", "stock", "--pools", "x");
    assertThat(stock.exitCode()).isNotZero();
    Command alone = Command.headwaiter("serve", "--replicas", "3");
    assertThat(alone.exitCode()).isEqualTo(2);
    assertThat(alone.err()).contains("--database-connections-max");
    Files.writeString(folder.resolve("p.json"), "[]");
    Command broken = Command.headwaiter("serve", "--pools", folder.resolve("p.json").toString());
    assertThat(broken.exitCode()).isEqualTo(1);
    assertThat(broken.err()).contains("is not a profile of pools");
    Command range = Command.headwaiter("tune", "pools", "--threads", "9-3");
    assertThat(range.exitCode()).isEqualTo(2);
    assertThat(range.err()).contains("it must be MIN-MAX");
    Command connections = Command.headwaiter("tune", "pools", "--db-connections", "9");
    assertThat(connections.exitCode()).isEqualTo(2);
    assertThat(connections.err()).contains("--connections bounds it");
  }
}
