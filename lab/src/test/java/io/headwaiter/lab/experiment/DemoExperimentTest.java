package io.headwaiter.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.headwaiter.lab.load.LoadOptions;
import io.headwaiter.lab.load.Progress;
import io.headwaiter.lab.report.Check;
import io.headwaiter.lab.report.RunFigures;
import io.headwaiter.lab.results.LoadResult;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
  private FakeRunning running;

  /** Two servers of capacity about 60 on one core; only stock collapses. */
  private final class FakeRunning implements ServerUnderTest {
    private final String name;
    private double cpu;

    private FakeRunning(String name) {
      this.name = name;
    }

    @Override
    public URI target() {
      return URI.create("https://127.0.0.1:1");
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
    running = new FakeRunning(name);
    return running;
  }

  private LoadResult run(LoadOptions options, Consumer<Progress> progress) {
    double rate = options.arrivals().ratePerSecond();
    long millis = options.run().warmupMillis() + options.run().durationMillis();
    boolean stock = running.name.equals("stock");
    double completed =
        stock ? stockCompletes(rate) : Math.min(rate * headwaiterShare, headwaiterCapacity);
    double p99 = stock || rate <= 60 ? 100 : headwaiterP99Overloaded;
    double cpu = Math.min(1, rate * CPU_PER_SESSION) * millis / 1000.0;
    running.cpu += cpu / 2;
    progress.accept(new Progress(true, millis / 2, millis, 0, 0, 0, 0, 0));
    running.cpu += cpu / 2;
    if (!stock) {
      headwaiterRates.add(rate);
    }
    return Results.of(options, completed, p99, stock ? 0 : refusedLater);
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
        full.servers(), full.factors(), timing, DemoCustomers.of(7).withShop(100, 100));
  }

  private DemoOutcome outcome() throws IOException, InterruptedException {
    ProgressLine progress =
        new ProgressLine(new PrintStream(shown, true, StandardCharsets.UTF_8), false);
    return new DemoExperiment(plan(), this::start, this::run, progress).run();
  }

  private static Check check(DemoOutcome outcome, String id) {
    return outcome.checks().stream().filter(c -> c.id().equals(id)).findFirst().orElseThrow();
  }

  @Test
  void oneServerAfterTheOtherThroughAllFactorsFromACalibratedOneX() throws Exception {
    DemoOutcome outcome = outcome();
    assertThat(events)
        .containsExactly("start stock", "close stock", "start headwaiter", "close headwaiter");
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
    new DemoExperiment(
            plan(),
            this::start,
            (options, progress) -> {
              if (options.run().durationMillis() == 20_000) {
                seeds.add(options.seed());
              }
              return run(options, progress);
            },
            quiet)
        .run();
    assertThat(seeds.subList(0, 3)).isEqualTo(seeds.subList(3, 6)).doesNotHaveDuplicates();
  }

  @Test
  void theServerIsEndedWhenTheLoadFails() {
    LoadDriver broken =
        (options, progress) -> {
          throw new IllegalStateException("no port left");
        };
    ProgressLine quiet =
        new ProgressLine(new PrintStream(shown, true, StandardCharsets.UTF_8), false);
    assertThatThrownBy(() -> new DemoExperiment(plan(), this::start, broken, quiet).run())
        .hasMessage("no port left");
    assertThat(events).containsExactly("start stock", "close stock");
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
