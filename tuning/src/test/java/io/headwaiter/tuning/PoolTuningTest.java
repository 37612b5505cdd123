package io.headwaiter.tuning;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.core.pool.control.PoolObservation;
import io.headwaiter.core.pool.control.ProfileValidity;
import io.headwaiter.core.pool.model.PoolModel;
import io.headwaiter.core.pool.model.PoolOptimizer;
import io.headwaiter.core.pool.model.ProfileSurface;
import io.headwaiter.core.pool.model.SustainableRate;
import io.headwaiter.core.pool.plan.ProfilingSettings;
import io.headwaiter.core.pool.plan.ProfilingStep;
import io.headwaiter.core.pool.profile.PoolSizes;
import io.headwaiter.core.pool.profile.Profile;
import io.headwaiter.core.pool.profile.RequestMix;
import io.headwaiter.core.profile.RequestProfile;
import io.headwaiter.core.profile.RequestTotals;
import io.headwaiter.load.text.Numbers;
import io.headwaiter.tuning.mix.AccessLogReader;
import io.headwaiter.tuning.mix.LogFormat;
import io.headwaiter.tuning.mix.MixReplay;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class PoolTuningTest {
  private static final double SECONDS = 20;
  private static final ProfilingSettings SETTINGS =
      new ProfilingSettings(2, 40, 40, 12, 0.02, 0.05, 1.3, 1);

  @TempDir private Path folder;

  private final List<String> said = new ArrayList<>();
  private final List<PoolSizes> asked = new ArrayList<>();
  private final List<Integer> clients = new ArrayList<>();
  private double busyPart = 1;
  private int runsLeft = Integer.MAX_VALUE;

  /**
   * Profiles a shop that slows down under load: 10 ms without and 20 ms with a connection, more by
   * 4 % for each thread and by 10 % for each connection over eight. 4 pages of one type and 1 of
   * another.
   */
  private TuningRun profile(PoolSizes sizes, int crowd, boolean first) throws IOException {
    if (runsLeft-- <= 0) {
      throw new IOException("the plug was pulled");
    }
    asked.add(sizes);
    clients.add(crowd);
    int m = sizes.threads();
    int n = sizes.connections();
    double p = 10e6 * (1 + 0.04 * m);
    double q = 20e6 * (1 + 0.1 * Math.max(0, n - 8));
    double perSecond = Math.min(m / (p + q), n / q) * 1e9 * (busyPart < 1 ? 0.5 : 1);
    long requests = Math.round(perSecond * SECONDS);
    RequestProfile seen =
        new RequestProfile(
            (long) (SECONDS * 1e9),
            requests / 5,
            Map.of("/a", totals(requests * 4 / 5, p, q), "/b", totals(requests / 5, p, q)));
    return new TuningRun(m, n, crowd, busyPart * m, 0, seen, null);
  }

  /** The same run with other requests. */
  private static TuningRun seeing(TuningRun run, RequestProfile seen) {
    return new TuningRun(
        run.threads(), run.connections(), run.clients(), run.threadsBusy(), 0, seen, null);
  }

  private static RequestTotals totals(long count, double p, double q) {
    return new RequestTotals(
        count,
        0,
        0,
        0,
        (long) (count * p),
        2 * count * p * p,
        count,
        count,
        0,
        (long) (count * q),
        2 * count * q * q,
        0);
  }

  private PoolTuning tuning(Map<String, Double> mix) throws IOException {
    TuningState start = new TuningState("a shop", SETTINGS, mix, List.of());
    return new PoolTuning(start, folder.resolve("state.json"), said::add);
  }

  private PoolTuning tuning() throws IOException {
    return tuning(Map.of());
  }

  @Test
  void findsGoodSizesInFewRuns() throws Exception {
    PoolTuning tuning = tuning();
    assertThat(tuning.isDone()).isFalse();
    ProfilingStep last = tuning.run(this::profile);
    assertThat(last.kind()).isEqualTo(ProfilingStep.Kind.DONE);
    assertThat(tuning.isDone()).isTrue();
    assertThat(asked).hasSizeBetween(6, 12).startsWith(new PoolSizes(40, 40));
    assertThat(clients).startsWith(180);
    TuningReport report = new TuningReport(tuning.state());
    // The best of all: 40 threads and 27 connections carry 466 pages a second, 93 visits.
    assertThat(report.chosen().sessionsPerSecond()).isCloseTo(best(), within(0.1 * best()));
    assertThat(report.text())
        .contains("chosen: " + report.chosen().sizes(), "predicted: ", "run  threads");
    assertThat(said).anySatisfy(line -> assertThat(line).contains("40.0 of 40 threads busy"));
  }

  /** Returns the highest rate of this shop, in visits a second. */
  private static double best() {
    double best = 0;
    for (int m = 2; m <= 40; m++) {
      for (int n = 1; n <= m; n++) {
        double p = 10e6 * (1 + 0.04 * m);
        double q = 20e6 * (1 + 0.1 * Math.max(0, n - 8));
        best = Math.max(best, Math.min(m / (p + q), n / q) * 1e9 / 5);
      }
    }
    return best;
  }

  @Test
  void continuesAfterInterruption() throws Exception {
    runsLeft = 4;
    PoolTuning interrupted = tuning();
    assertThatThrownBy(() -> interrupted.run(this::profile)).hasMessage("the plug was pulled");
    runsLeft = Integer.MAX_VALUE;
    tuning().run(this::profile);
    List<PoolSizes> inTwo = List.copyOf(asked);
    asked.clear();
    Files.delete(folder.resolve("state.json"));
    tuning().run(this::profile);
    assertThat(inTwo).isEqualTo(asked);
    assertThat(said).contains("going on after 4 runs");
    // A finished tuning makes no more runs.
    asked.clear();
    assertThat(tuning().isDone()).isTrue();
    assertThat(asked).isEmpty();
  }

  @Test
  void rejectsStateOfAnotherTuning() throws Exception {
    tuning().run(this::profile);
    TuningState other = new TuningState("another shop", SETTINGS, Map.of(), List.of());
    assertThatThrownBy(() -> new PoolTuning(other, folder.resolve("state.json"), said::add))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is of another tuning (a shop)");
    Files.writeString(folder.resolve("state.json"), "{\"subject\": 3");
    assertThatThrownBy(this::tuning).hasMessageContaining("is not the state of a tuning");
    Files.writeString(folder.resolve("state.json"), "");
    assertThatThrownBy(this::tuning).hasMessageContaining("is not the state of a tuning");
  }

  @Test
  void doublesClientsOfIdleServerThenFails() throws Exception {
    busyPart = 0.5;
    PoolTuning tuning = tuning();
    assertThatThrownBy(() -> tuning.run(this::profile))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("does not keep 40 threads busy");
    assertThat(clients).startsWith(180, 360, 720).hasSizeBetween(4, 10);
    assertThatThrownBy(() -> new TuningReport(tuning.state()))
        .hasMessage("the server was never full");
  }

  @Test
  void requestedMixOverridesMixOfLoad() throws Exception {
    PoolTuning shorter = tuning(Map.of("/a", 1.0, "/b", 0.25));
    shorter.run(this::profile);
    TuningReport report = new TuningReport(shorter.state());
    assertThat(report.chosen().sessionsPerSecond()).isCloseTo(4 * best(), within(0.4 * best()));
  }

  @Test
  void rejectsMixWithUnknownTypes() throws Exception {
    PoolTuning tuning = tuning(Map.of("/a", 1.0, "/elsewhere", 1.0));
    assertThatThrownBy(() -> tuning.run(this::profile))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("does not ask for [/elsewhere]", "50 %");
  }

  @Test
  void readsProfileAsWritten() throws Exception {
    PoolTuning tuning = tuning();
    tuning.run(this::profile);
    TunedPools pools = new TuningReport(tuning.state()).tunedPools("tune it");
    Path file = folder.resolve("profile.json");
    pools.write(file);
    assertThat(TunedPools.read(file)).isEqualTo(pools);
    assertThatThrownBy(() -> TunedPools.read(folder.resolve("nothing.json")))
        .hasMessageContaining("is not there");
    Files.writeString(file, "{}");
    assertThatThrownBy(() -> TunedPools.read(file)).hasMessageContaining("has no profile");
    Files.writeString(
        file, Files.readString(file).replace("{}", "{\"profile\": {\"points\": []}}"));
    assertThatThrownBy(() -> TunedPools.read(file))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("is not a profile of pools");
  }

  private TuningState tuned(ProfilingSettings settings) throws Exception {
    TuningState start = new TuningState("a shop", settings, Map.of(), List.of());
    PoolTuning tuning = new PoolTuning(start, folder.resolve("other.json"), said::add);
    tuning.run(this::profile);
    return tuning.state();
  }

  /** The reason says whether more runs may find better sizes. */
  @Test
  void reportsReasonForEndOfProfiling() throws Exception {
    ProfilingStep last = tuning().run(this::profile);
    assertThat(last.reason()).startsWith("no more runs: others may carry ");
    TuningReport report = new TuningReport(tuning().state());
    assertThat(report.text()).contains("stopped: " + last.reason());
    Path file = folder.resolve("profile.json");
    report.tunedPools("tune it").write(file);
    assertThat(file).content().contains(last.reason());
    ProfilingSettings narrow = new ProfilingSettings(8, 10, 10, 40, 0.02, 0.05, 1.3, 1);
    assertThat(new TuningReport(tuned(narrow)).text())
        .contains("stopped: enough is known: others may carry ");
  }

  /**
   * The best threads for some connections, the best connections for some threads, and servers for a
   * load.
   */
  @Test
  void reportsRatesOfOtherSizes() throws Exception {
    tuning().run(this::profile);
    TuningReport report = new TuningReport(tuning().state());
    SustainableRate best = report.chosen();
    PoolOptimizer optimizer = new PoolOptimizer(report.model());
    SustainableRate ofFive = optimizer.bestForConnections(5).orElseThrow();
    SustainableRate ofTen = optimizer.bestForThreads(10).orElseThrow();
    assertThat(report.text())
        .contains("for so many connections the best threads", "for so many threads the best")
        .containsPattern(row(ofFive) + "(?s).*the best connections")
        .containsPattern("the best connections(?s:.*)" + row(ofTen));
    SustainableRate small = optimizer.smallest(best.lowSessionsPerSecond()).orElseThrow();
    assertThat(small.sizes().threads()).isLessThan(best.sizes().threads());
    assertThat(report.text())
        .contains("smallest within that band: " + small.sizes())
        .contains("these are the most threads that --threads allows; more may carry more");
    assertThat(report.servers(1000))
        .startsWith(
            "servers for 1000 sessions/s: %d by the lower end of the band, %d as predicted, "
                .formatted(
                    (int) Math.ceil(1000 / best.lowSessionsPerSecond()),
                    (int) Math.ceil(1000 / best.sessionsPerSecond())));
  }

  private static String row(SustainableRate rate) {
    return "(?m)^ *%d +%d +%s "
        .formatted(
            rate.sizes().threads(),
            rate.sizes().connections(),
            Pattern.quote(Numbers.plain(rate.sessionsPerSecond())));
  }

  @Test
  void reportsOptimumAtConnectionLimit() throws Exception {
    TuningReport few =
        new TuningReport(tuned(new ProfilingSettings(2, 40, 5, 8, 0.02, 0.05, 1.3, 1)));
    assertThat(few.chosen().sizes().connections()).isEqualTo(5);
    assertThat(few.chosen().sizes().threads()).isLessThan(40);
    assertThat(few.text())
        .contains("these are the most connections that --connections allows; more may carry more");
  }

  /** Ten visits, each with five pages and an order. */
  private static MixReplay replay() throws IOException {
    StringBuilder log = new StringBuilder();
    for (int visit = 0; visit < 10; visit++) {
      String end = " HTTP/1.1\" 200 s" + visit + "\n";
      log.append(("\"GET /a" + end).repeat(4)).append("\"GET /b").append(end);
      log.append("\"POST /order").append(end);
    }
    AccessLogReader reader = new AccessLogReader(LogFormat.of("\"%r\" %s %S", false), 100, 1);
    reader.read(new ByteArrayInputStream(log.toString().getBytes(StandardCharsets.UTF_8)));
    return MixReplay.of(reader.mix("test"), URI.create("https://127.0.0.1:1"), false);
  }

  private static boolean expires(Profile profile, double orders) {
    PoolModel model = new PoolModel(new ProfileSurface(profile), profile.mix());
    RequestMix live = new RequestMix(Map.of("/a", 4.0, "/b", 1.0, "/order", orders));
    ProfileValidity validity = new ProfileValidity();
    for (int i = 0; i < 3; i++) {
      validity.check(model, new PoolObservation(i, live, 10_000, profile.points().get(0)));
    }
    return validity.expired().isPresent();
  }

  /** From the log to the check of the profile on a server sized by it: a sixth are orders. */
  @Test
  void omittedRequestsDoNotExpireProfile() throws Exception {
    MixReplay replay = replay();
    assertThat(replay.leftOutParts()).containsOnlyKeys("/order");
    PoolTuning tuning = tuning();
    tuning.leaveOut(replay.leftOutParts());
    tuning.run(this::profile);
    TuningReport report = new TuningReport(tuning().state()); // as it is on disk
    assertThat(report.text())
        .contains("16.7 % of the recorded requests are not in this profile", "/order 16.7 %");
    Path file = folder.resolve("profile.json");
    report.tunedPools("tune it").write(file);
    Profile profile = TunedPools.read(file).profile();
    assertThat(expires(profile, 1)).isFalse();
    assertThat(expires(profile, 0)).isFalse();
    assertThat(expires(profile, 1.4)).isTrue(); // 21.9 %
    assertThat(expires(new Profile(profile.mix(), profile.points()), 1)).isTrue();
  }

  /** Runs of different loads cannot be combined. */
  @Test
  void refusesToContinueWithOtherRequests() throws Exception {
    runsLeft = 4;
    PoolTuning interrupted = tuning();
    interrupted.leaveOut(Map.of("/order", 0.2));
    assertThatThrownBy(() -> interrupted.run(this::profile)).hasMessage("the plug was pulled");
    PoolTuning again = tuning();
    assertThatThrownBy(() -> again.leaveOut(Map.of()))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(
            "these were made without [/order], and now nothing would be left out");
    again.leaveOut(Map.of("/order", 0.21));
    runsLeft = Integer.MAX_VALUE;
    assertThat(again.run(this::profile).kind()).isEqualTo(ProfilingStep.Kind.DONE);
  }

  /** As if all requests waited for a second connection. */
  @Test
  void failsWithoutStoringStandstill() throws Exception {
    PoolTuning tuning = tuning();
    assertThatThrownBy(
            () ->
                tuning.run(
                    (sizes, crowd, first) -> {
                      TuningRun run = profile(sizes, crowd, first);
                      RequestProfile none =
                          new RequestProfile(run.measured().spanNanos(), 9, Map.of());
                      return asked.size() < 3 ? run : seeing(run, none);
                    }))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("Nothing was served with " + asked.get(2));
    assertThat(tuning().state().runs()).hasSize(2);
  }

  /** The operator gives the load more processors and repeats the command. */
  @Test
  void retriesSizesThatWereNeverFull() throws Exception {
    tuning().run(this::profile);
    TuningState state = tuning().state();
    List<TuningRun> runs = state.runs().subList(0, 3);
    JsonFiles.write(
        new TuningState("a shop", SETTINGS, Map.of(), runs), folder.resolve("state.json"));
    busyPart = 0.5;
    assertThatThrownBy(() -> tuning().run(this::profile)).hasMessageContaining("does not keep");
    busyPart = 1;
    asked.clear();
    clients.clear();
    assertThat(tuning().run(this::profile).kind()).isEqualTo(ProfilingStep.Kind.DONE);
    assertThat(said).contains("going on after 3 runs");
    assertThat(asked).startsWith(state.runs().get(3).sizes());
    assertThat(clients).startsWith(PoolTuning.clientsAtFirst(asked.get(0)));
  }

  /** Visits that are longer than the run: all of them began before it. */
  @Test
  void rejectsRunWithoutNewSessions() throws Exception {
    PoolTuning tuning = tuning();
    assertThatThrownBy(
            () ->
                tuning.run(
                    (sizes, crowd, first) -> {
                      TuningRun run = profile(sizes, crowd, first);
                      RequestProfile seen = run.measured();
                      return seeing(run, new RequestProfile(seen.spanNanos(), 0, seen.types()));
                    }))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("give longer ones with --run");
    assertThat(folder.resolve("state.json")).doesNotExist();
    assertThat(tuning().run(this::profile).kind()).isEqualTo(ProfilingStep.Kind.DONE);
  }
}
