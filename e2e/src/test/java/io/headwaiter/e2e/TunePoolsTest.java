package io.headwaiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.pool.plan.ProfilingSettings;
import io.headwaiter.core.pool.profile.PoolSizes;
import io.headwaiter.core.profile.RequestProfile;
import io.headwaiter.core.profile.RequestTotals;
import io.headwaiter.tuning.PoolTuning;
import io.headwaiter.tuning.TunedPools;
import io.headwaiter.tuning.TuningReport;
import io.headwaiter.tuning.TuningRun;
import io.headwaiter.tuning.TuningState;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * {@code tune pools} from end to end, with runs too short to be exact, and {@code serve --pools}.
 */
@Tag("once")
@Timeout(180)
class TunePoolsTest {
  /** The messages for a machine that was too slow for runs of two seconds. */
  static final String NOTHING_MEASURED =
      "does not keep .* threads busy|too short|does not answer any more|no session has begun";

  private static final int VIRTUAL_THREADS_SINCE = 21;

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

  /**
   * Whether a run keeps the server full depends on the machine, and so do the number of runs and
   * whether they end in a profile. In any case the first run has the most of both, and runs that
   * were good enough are kept.
   */
  @Test
  void profilesShopAndRejectsOtherTuning() throws Exception {
    Command tuned = tune();
    assertThat(tuned.out()).contains("run 1: 4 threads, 3 connections");
    if (tuned.exitCode() == 0) {
      assertThat(tuned.out()).contains("chosen: ", "predicted: ", "serve --pools");
      assertThat(folder.resolve("table.txt")).exists();
      assertThat(TunedPools.read(folder.resolve("profile.json")).chosen().sizes().threads())
          .isBetween(2, 4);
    } else {
      assertThat(tuned.err()).containsPattern(NOTHING_MEASURED);
    }
    if (!Files.exists(folder.resolve("state.json"))) {
      tunedShop(); // no run was good enough to be kept
    }
    Command other = tune("--data-seed", "2");
    assertThat(other.exitCode()).isEqualTo(1);
    assertThat(other.err()).contains("is of another tuning");
  }

  /** Simulates a shop of 10 ms without a connection and 20 ms with one, at any load. */
  private static TuningRun shop(PoolSizes sizes, int crowd, boolean first) {
    long requests = 20_000;
    double seconds = requests * 0.02 / Math.min(sizes.connections(), 0.67 * sizes.threads());
    RequestTotals totals =
        new RequestTotals(
            requests,
            0,
            0,
            0,
            requests * 10_000_000L,
            2e18,
            requests,
            requests,
            0,
            requests * 20_000_000L,
            8e18,
            0);
    RequestProfile seen =
        new RequestProfile((long) (seconds * 1e9), requests / 5, Map.of("/a", totals));
    return new TuningRun(
        sizes.threads(), sizes.connections(), crowd, sizes.threads(), 0, seen, null);
  }

  /** Tunes the simulated shop; its state stays in the folder, as after the command. */
  private PoolTuning tunedShop() throws Exception {
    ProfilingSettings settings = new ProfilingSettings(2, 4, 3, 6, 0.02, 0.05, 1.3, 1);
    PoolTuning tuning =
        new PoolTuning(
            new TuningState("a shop", settings, Map.of(), List.of()),
            folder.resolve("state.json"),
            line -> {});
    tuning.run(TunePoolsTest::shop);
    return tuning;
  }

  @Test
  void servesShopWithItsProfile() throws Exception {
    Path profile = folder.resolve("profile.json");
    new TuningReport(tunedShop().state()).tunedPools("tune pools").write(profile);
    serve(profile.toString());
    Command more =
        Command.headwaiter(
            "serve",
            "--pools",
            profile.toString(),
            "--database-connections-max",
            "8",
            "--db-connections",
            "6");
    assertThat(more.exitCode()).isEqualTo(2);
    assertThat(more.err())
        .contains(
            "--db-connections is 6, and this server's share of --database-connections-max is 5");
  }

  /** Serves on virtual threads where this JDK has them: then its threads are permits. */
  private static void serve(String profile) throws Exception {
    boolean virtual = Runtime.version().feature() >= VIRTUAL_THREADS_SINCE;
    try (ServedShop shop =
        ServedShop.start(
            "--threads",
            virtual ? "virtual" : "platform",
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
      // 28 for eight servers; the last one gets 3, as many as were profiled in any case.
      assertThat(shop.admin("/status"))
          .containsPattern("\"pools\":\\{.*\"threads\":[2-4],\"connections\":[123],")
          .contains("\"connectionsMax\":3");
    }
  }

  @Test
  void rejectsWrongPoolOptions() throws Exception {
    Command stock = Command.headwaiter("serve", "--server", "stock", "--pools", "x");
    assertThat(stock.exitCode()).isNotZero();
    virtualThreadsAreRefusedWhereTheyAreNoUse();
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

  private static void virtualThreadsAreRefusedWhereTheyAreNoUse() throws Exception {
    Command virtual =
        Command.headwaiter(
            "serve", "--server", "stock", "--threads", "virtual", "--max-threads", "9");
    assertThat(virtual.exitCode()).isEqualTo(2);
    assertThat(virtual.err())
        .contains(
            Runtime.version().feature() >= VIRTUAL_THREADS_SINCE
                ? "--max-threads means nothing to a Tomcat with virtual threads"
                : "Virtual threads need JDK 21 or newer, and this is JDK ");
  }
}
