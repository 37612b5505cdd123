package io.headwaiter.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.headwaiter.lab.load.LoadOptions;
import io.headwaiter.lab.load.Progress;
import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Estimate;
import io.headwaiter.lab.report.RunFigures;
import io.headwaiter.lab.report.Validity;
import io.headwaiter.lab.results.LoadResult;
import io.headwaiter.lab.tuning.HostTime;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

class DemoExperimentTest {
  private static final double CPU_PER_SESSION = 1 / 60.0;

  private final List<String> events = new ArrayList<>();
  private final List<Double> headwaiterRates = new ArrayList<>();
  private final ByteArrayOutputStream shown = new ByteArrayOutputStream();
  private double headwaiterCapacity = 58;
  private double headwaiterShare = 1;
  private double headwaiterP99Overloaded = 150;
  private long refusedLater;
  private final Map<URI, FakeRunning> running = new HashMap<>();
  private boolean generatorSaturated;
  private double stockVariesBy;
  private double others;
  private HostTime passed = new HostTime(0, 0, 0);
  private int demoRounds = 1;

  /** Two servers of capacity about 60 on one core; only stock collapses. */
  private final class FakeRunning implements ServerUnderTest {
    private final String name;
    private final URI target;
    private double cpu;
    private int runs;

    private FakeRunning(String name) {
      this.name = name;
      this.target = URI.create("https://127.0.0.1:" + (running.size() + 1));
    }

    @Override
    public URI target() {
      return target;
    }

    @Override
    public Optional<URI> admin() {
      return Optional.empty();
    }

    @Override
    public double cpuSeconds() {
      return cpu;
    }

    @Override
    public void close() {
      events.add("close " + name);
    }
  }

  private ServerUnderTest start(String name) {
    events.add("start " + name);
    FakeRunning started = new FakeRunning(name);
    running.put(started.target(), started);
    return started;
  }

  private LoadResult run(LoadOptions options, Consumer<Progress> progress) {
    double rate = options.arrivals().ratePerSecond();
    long millis = options.run().warmupMillis() + options.run().durationMillis();
    FakeRunning server = running.get(options.target());
    boolean stock = server.name.equals("stock");
    double completed =
        stock ? stockCompletes(rate) : Math.min(rate * headwaiterShare, headwaiterCapacity);
    double p99 = stock || rate <= 60 ? 100 : headwaiterP99Overloaded;
    double warmth = stock && server.runs++ % 2 == 1 ? 1 - stockVariesBy : 1;
    double cpu = Math.min(1, rate * CPU_PER_SESSION) * millis / 1000.0 * warmth;
    passed =
        new HostTime(
            passed.nanos() + millis * 1_000_000,
            passed.stolenNanos(),
            passed.idleNanos() + millis * 1e6 * (1 - others) - cpu * 1e9);
    server.cpu += cpu / 2;
    progress.accept(new Progress(true, millis / 2, millis, 0, 0, 0, 0, 0));
    server.cpu += cpu / 2;
    if (!stock) {
      headwaiterRates.add(rate);
    }
    events.add(server.name + " " + Math.round(rate));
    return Results.of(options, completed, p99, stock ? 0 : refusedLater, generatorSaturated);
  }

  private static double stockCompletes(double rate) {
    return rate <= 60 ? rate : Math.max(0, 60 - (rate - 60) / 2);
  }

  private DemoPlan plan() {
    DemoPlan full = DemoPlan.full(7);
    Duration second = Duration.ofSeconds(1);
    DemoTiming timing =
        new DemoTiming(
            second,
            second.multipliedBy(20),
            second,
            2,
            7,
            second,
            second.multipliedBy(5),
            5,
            Duration.ZERO);
    return new DemoPlan(
        full.servers(), full.factors(), timing, DemoCustomers.of(7).withShop(100, 100), demoRounds);
  }

  private DemoOutcome outcome() throws IOException, InterruptedException {
    ProgressLine progress =
        new ProgressLine(new PrintStream(shown, true, StandardCharsets.UTF_8), false);
    return experiment(this::run, progress).run();
  }

  private DemoExperiment experiment(LoadDriver driver, ProgressLine progress) {
    ProcessorWatch processors = new ProcessorWatch(() -> passed, 1);
    return new DemoExperiment(plan(), this::start, driver, processors, progress);
  }

  private static Check check(DemoOutcome outcome, String id) {
    return outcome.checks().stream().filter(c -> c.id().equals(id)).findFirst().orElseThrow();
  }

  @Test
  void oneServerAfterTheOtherThroughAllFactorsFromACalibratedOneX() throws Exception {
    DemoOutcome outcome = outcome();
    assertThat(events)
        .startsWith("start stock", "start headwaiter")
        .endsWith("close headwaiter", "close stock");
    assertThat(outcome.oneXPerSecond()).isBetween(58.0, 62.0);
    assertThat(outcome.runs())
        .extracting(r -> r.server() + " " + r.factor())
        .containsExactly(
            "stock 1.0",
            "stock 5.0",
            "stock 20.0",
            "headwaiter 1.0",
            "headwaiter 5.0",
            "headwaiter 20.0");
    RunFigures twenty = outcome.runs().get(5);
    assertThat(twenty.offeredPerSecond()).isCloseTo(20 * outcome.oneXPerSecond(), within(1e-6));
    assertThat(twenty.completedPerSecond().hasInterval()).isTrue();
    assertThat(outcome.reference().offeredPerSecond()).isEqualTo(58);
    assertThat(shown.toString(StandardCharsets.UTF_8)).contains("measuring headwaiter at 20x");
  }

  @Test
  void aReferenceThatCompletesLessIsRepeatedOnceWithMoreOffered() throws Exception {
    headwaiterShare = 0.9;
    DemoOutcome outcome = outcome();
    double overloaded = outcome.runs().get(5).completedPerSecond().value();
    assertThat(overloaded).isEqualTo(58);
    assertThat(outcome.reference().offeredPerSecond()).isCloseTo(58 / 0.9, within(0.01));
    assertThat(outcome.reference().completedPerSecond().value()).isCloseTo(58, within(0.5));
  }

  @Test
  void checksHoldForAServerThatHolds() throws Exception {
    DemoOutcome outcome = outcome();
    assertThat(outcome.checks()).hasSize(5);
    assertThat(check(outcome, "completed-20x-of-best").holds()).isTrue();
    assertThat(check(outcome, "completed-20x-of-best").figure().value()).isEqualTo(1);
    assertThat(check(outcome, "p99-20x-of-reference").figure().value())
        .isCloseTo(1.5, within(1e-9));
    assertThat(check(outcome, "resuming-visits-refused").holds()).isTrue();
  }

  @Test
  void checksFailForAServerThatDoesNot() throws Exception {
    headwaiterCapacity = 40;
    headwaiterP99Overloaded = 300;
    refusedLater = 2;
    DemoOutcome outcome = outcome();
    assertThat(check(outcome, "completed-5x-of-stock-best").holds()).isFalse();
    assertThat(check(outcome, "p99-20x-of-reference").holds()).isFalse();
    assertThat(check(outcome, "resuming-visits-refused").figure().value()).isEqualTo(6);
    assertThat(check(outcome, "resuming-visits-refused").holds()).isFalse();
  }

  @Test
  void aServerThatCompletesNothingHoldsNothingAndHasNoReference() throws Exception {
    headwaiterCapacity = 0;
    DemoOutcome outcome = outcome();
    assertThat(outcome.reference()).isNull();
    assertThat(outcome.notes()).anyMatch(n -> n.startsWith("No reference run"));
    assertThat(outcome.checks())
        .filteredOn(Check::holds)
        .extracting(Check::id)
        .containsExactly("resuming-visits-refused");
    JsonNode json = OutcomeJson.runs(outcome);
    assertThat(json.get("reference").isNull()).isTrue();
    assertThat(json.get("runs").get(5).get("responseMillisP99").isNull()).isTrue();
  }

  @Test
  void everyRunSeesTheSameCustomersOnBothServers() throws Exception {
    List<Long> seeds = new ArrayList<>();
    ProgressLine quiet =
        new ProgressLine(new PrintStream(shown, true, StandardCharsets.UTF_8), false);
    demoRounds = 2;
    experiment(
            (options, progress) -> {
              if (options.run().durationMillis() == 20_000) {
                seeds.add(options.seed());
              }
              return run(options, progress);
            },
            quiet)
        .run();
    // In each round each load on both servers, and the reference.
    assertThat(seeds).hasSize(14);
    for (int first : List.of(0, 2, 4, 7, 9, 11)) {
      assertThat(seeds.get(first)).isEqualTo(seeds.get(first + 1));
    }
    // The reference may have the customers of the run at 1x: it has their rate.
    assertThat(new HashSet<>(seeds.subList(0, 6))).hasSize(3);
    assertThat(seeds.subList(0, 7)).doesNotContainAnyElementsOf(seeds.subList(7, 14));
  }

  @Test
  void theServerIsEndedWhenTheLoadFails() {
    LoadDriver broken =
        (options, progress) -> {
          throw new IllegalStateException("no port left");
        };
    ProgressLine quiet =
        new ProgressLine(new PrintStream(shown, true, StandardCharsets.UTF_8), false);
    assertThatThrownBy(() -> experiment(broken, quiet).run()).hasMessage("no port left");
    assertThat(events)
        .containsExactly("start stock", "start headwaiter", "close headwaiter", "close stock");
  }

  @Test
  void serversTakeTurnsInRoundsAndRatiosArePaired() throws Exception {
    demoRounds = 3;
    DemoOutcome outcome = outcome();
    String all = String.join(",", events);
    long oneX = Math.round(outcome.oneXPerSecond());
    long five = Math.round(5 * outcome.oneXPerSecond());
    assertThat(all)
        .contains("stock %1$d,headwaiter %1$d,stock %2$d,headwaiter %2$d".formatted(oneX, five))
        .contains("headwaiter %1$d,stock %1$d,headwaiter %2$d,stock %2$d".formatted(oneX, five));
    assertThat(outcome.runs()).hasSize(6).allMatch(run -> run.rounds().size() == 3);
    assertThat(outcome.reference().rounds()).hasSize(3);
    RunFigures twenty = outcome.runs().get(5);
    assertThat(twenty.extra().get(RunFiguresMaker.NOT_STARTED)).isEqualTo(0L);
    assertThat(twenty.refused())
        .isEqualTo(twenty.rounds().stream().mapToLong(RunFigures::refused).sum());
    // The same in every round: nothing is left to chance.
    assertThat(check(outcome, "completed-20x-of-best").figure()).isEqualTo(new Estimate(1, 1, 1));
    assertThat(OutcomeJson.runs(outcome).get("runs").get(5).get("rounds")).hasSize(3);
  }

  @Test
  void aRunThatNothingDisturbedIsValid() throws Exception {
    DemoOutcome outcome = outcome();
    assertThat(outcome.validity()).isEqualTo(Validity.VALID);
    JsonNode summary = OutcomeJson.summary(outcome, "demo", "./headwaiter demo");
    assertThat(summary.get("valid").asBoolean()).isTrue();
    assertThat(summary.get("checks").get(0).get("verdict").asText()).isEqualTo("holds");
    assertThat(summary.get("inShort").asText()).startsWith("At 20 times the load that fits, ");
  }

  @Test
  void bothServersAreWarmedInAsManyWindows() throws Exception {
    stockVariesBy = 0.1;
    DemoOutcome outcome = outcome();
    long windows = 2 + 7;
    assertThat(outcome.validity().line())
        .isEqualTo(
            "not valid, run again: stock was not flat after " + windows + " windows of warming up");
    assertThat(shown.toString(StandardCharsets.UTF_8))
        .contains("warmed up stock in " + windows, "warmed up headwaiter in " + windows);
    JsonNode summary = OutcomeJson.summary(outcome, "demo", "./headwaiter demo");
    assertThat(summary.get("valid").asBoolean()).isFalse();
    assertThat(summary.get("notValidBecause").get(0).asText()).startsWith("stock was not flat");
    assertThat(summary.get("checks").get(0).get("runValid").asBoolean()).isFalse();
  }

  @Test
  void whatOthersTakeOfTheProcessorIsTold() throws Exception {
    others = 0.04;
    assertThat(outcome().validity().valid()).isTrue();
    others = 0.07;
    assertThat(outcome().validity().line())
        .isEqualTo(
            "not valid, run again: other processes or the host took 7.0 % of the server's processor"
                + " in the mean");
    others = 0.2;
    assertThat(outcome().validity().line())
        .startsWith("not valid, run again: other processes or the host took more than 10.0 %")
        .contains("in 7 runs (stock at 1x the first)");
  }

  @Test
  void aLoadGeneratorShortOfCpuIsTold() throws Exception {
    generatorSaturated = true;
    assertThat(outcome().validity().reasons())
        .containsExactly("the load generator was short of CPU in 7 runs (stock at 1x the first)");
  }

  @Test
  void jsonHasTheAgreedFieldsForEveryRun() throws Exception {
    JsonNode json = OutcomeJson.runs(outcome());
    assertThat(json.get("runs")).hasSize(6);
    for (JsonNode run : json.get("runs")) {
      assertThat(run.fieldNames())
          .toIterable()
          .contains(
              "server",
              "factor",
              "offeredPerSecond",
              "completedPerSecond",
              "repliesPerSecond",
              "responseMillisP50",
              "responseMillisP99",
              "refused",
              "timeouts",
              "brokenAfterAdmission",
              "completedPerSecondInterval");
    }
    assertThat(json.get("runs").get(0).get("factor").isIntegralNumber()).isTrue();
    assertThat(json.get("runs").get(0).get("serverCpuMillisPerCompletedSession").asDouble())
        .isCloseTo(16.7, within(0.5));
    assertThat(json.get("reference").get("server").asText()).isEqualTo("headwaiter");
    assertThat(json.toString()).doesNotContain("NaN");
  }

  @Test
  void summaryHasOneBoundPerCheck() throws Exception {
    JsonNode summary = OutcomeJson.summary(outcome(), "demo", "./headwaiter demo");
    assertThat(Machine.describe(2)).startsWith("2 cores").contains("JDK").doesNotContain("/");
    assertThat(summary.get("command").asText()).isEqualTo("./headwaiter demo");
    assertThat(StreamSupport.stream(summary.get("checks").spliterator(), false))
        .hasSize(5)
        .allMatch(c -> c.has("atLeast") != c.has("atMost"))
        .allMatch(
            c ->
                c.get("holds").isBoolean()
                    && c.get("figure").isNumber()
                    && !c.get("unit").asText().isEmpty());
  }
}
