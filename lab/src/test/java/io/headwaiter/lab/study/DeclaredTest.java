package io.headwaiter.lab.study;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.lab.model.Cell;
import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Claim;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.Evidence;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.GivenServer;
import io.headwaiter.lab.model.LoadSpec;
import io.headwaiter.lab.model.Observation;
import io.headwaiter.lab.model.Provenance;
import io.headwaiter.lab.model.Quantity;
import io.headwaiter.lab.model.ServerSpec;
import io.headwaiter.lab.model.Values;
import io.headwaiter.load.workload.RateProfile;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The declared experiments: what all have in common, and what the claims of each compute. */
class DeclaredTest {
  private static final Customers CUSTOMERS = Customers.of(1);

  static Stream<Experiment> all() {
    return Stream.of(true, false)
        .flatMap(
            quick -> {
              List<Experiment> all = new ArrayList<>();
              all.add(OverloadDemo.experiment(quick, CUSTOMERS, OverloadDemo.window(quick)));
              all.add(Engines.experiment(quick, CUSTOMERS));
              all.add(Proxies.experiment(quick, CUSTOMERS));
              all.add(Refusal.beside(quick, CUSTOMERS));
              all.addAll(Refusal.byStyle(quick, CUSTOMERS));
              all.add(UnderRefusals.experiment(quick, CUSTOMERS));
              all.add(Lying.onJsse(quick, CUSTOMERS));
              all.addAll(Lying.onEngines(quick, CUSTOMERS));
              all.add(Fairness.experiment(quick, CUSTOMERS));
              all.add(HalfLoad.besideStock(quick, CUSTOMERS));
              all.add(HalfLoad.governor(quick, CUSTOMERS));
              all.add(Serving.experiment(quick, CUSTOMERS));
              all.add(Waiting.experiment(quick, CUSTOMERS, new Waiting.Crowd(15_000, 3.5)));
              all.add(BadDays.experiment(quick, CUSTOMERS));
              all.add(SlowDatabase.experiment(quick, CUSTOMERS));
              all.addAll(Rivals.experiments(quick, CUSTOMERS));
              all.addAll(Browsers.experiments(quick, CUSTOMERS));
              all.add(Processors.experiment(quick, CUSTOMERS));
              Foreign.NAMES.forEach(p -> all.addAll(Foreign.experiments(p, quick, CUSTOMERS)));
              if (!quick) { // a quick look is one of them with fewer rounds, or leaves it out
                all.addAll(Start.experiments(quick, CUSTOMERS));
                all.add(SimulatedProcessors.experiment(CUSTOMERS));
              }
              all.add(Architectures.experiment(quick, CUSTOMERS));
              all.add(Scalability.experiment(quick, CUSTOMERS));
              all.add(OnPostgresql.experiment(quick, CUSTOMERS));
              all.add(SslImpact.experiment(quick, CUSTOMERS));
              all.add(HandshakeCost.experiment(quick, CUSTOMERS));
              all.add(CipherSuites.experiment(quick, CUSTOMERS));
              all.add(Unscaled.experiment(quick, CUSTOMERS));
              all.add(Fidelity.experiment(quick, CUSTOMERS));
              all.add(Anatomy.experiment(quick, CUSTOMERS));
              all.addAll(Limit.experiments(quick, CUSTOMERS));
              all.add(Abuse.experiment(quick, CUSTOMERS, List.of()));
              GivenStudies.NAMES.forEach(
                  name -> all.add(GivenStudies.of(name, given(), quick, CUSTOMERS)));
              return all.stream();
            });
  }

  private static GivenServer given() {
    return new GivenServer(
        URI.create("https://shop.example"),
        1,
        Optional.of(""),
        new GivenServer.Asked(List.of("/a", "/b"), 3, /* auction= */ false, /* mix= */ ""));
  }

  @ParameterizedTest
  @MethodSource("all")
  void claimsNeedWhatIsMeasured(Experiment experiment) {
    assertThat(experiment.claims()).isNotEmpty();
    assertThat(experiment.claims()).extracting(Claim::id).doesNotHaveDuplicates();
    for (Claim claim : experiment.claims()) {
      assertThat(experiment.series()).as(claim.id()).containsAll(claim.needs());
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void namesAreUnique(Experiment experiment) {
    assertThat(experiment.servers()).extracting(ServerSpec::name).doesNotHaveDuplicates();
    assertThat(experiment.loads()).extracting(LoadSpec::name).doesNotHaveDuplicates();
    Set<String> names = Set.copyOf(experiment.servers().stream().map(ServerSpec::name).toList());
    experiment.loads().forEach(load -> assertThat(names).containsAll(load.servers()));
  }

  /** Whatever is searched has trials, and what is not searched needs none. */
  @ParameterizedTest
  @MethodSource("all")
  void searchesHaveTimes(Experiment experiment) {
    boolean searches = !experiment.preparations().isEmpty();
    assertThat(experiment.timing().trials().window().isZero()).isEqualTo(!searches);
  }

  /** A second process has to find the observations of the first. */
  @Test
  void settingIsTheSameTwice() {
    List<String> once = all().map(Experiment::setting).toList();
    assertThat(all().map(Experiment::setting).toList()).isEqualTo(once);
    assertThat(once).doesNotHaveDuplicates().noneMatch(setting -> setting.contains("$$Lambda"));
  }

  private static Observation seen(String server, String load, int round, Map<String, Double> of) {
    TreeMap<String, Double> values = new TreeMap<>(of);
    values.putIfAbsent(Values.WINDOW_SECONDS, 1.0);
    return new Observation(new Cell(server, load, round), 1, values, List.of(), Provenance.NONE);
  }

  private static Observation completed(String server, String load, int round, double visits) {
    return seen(server, load, round, Map.of(Values.COMPLETED, visits));
  }

  private static Check check(Experiment experiment, String id, List<Observation> seen) {
    Claim claim =
        experiment.claims().stream().filter(c -> c.id().equals(id)).findFirst().orElseThrow();
    return claim.judge(new Evidence(seen), experiment.rounds());
  }

  @Test
  void enginesAreComparedWithinEachRound() {
    Check twice =
        check(
            Engines.experiment(true, CUSTOMERS),
            "peak-boringssl-of-stock",
            List.of(
                completed("stock", "peak", 0, 10),
                completed("headwaiter boringssl", "peak", 0, 20),
                completed("stock", "peak", 1, 20),
                completed("headwaiter boringssl", "peak", 1, 40)));
    assertThat(twice.figure().value()).isCloseTo(2.0, within(1e-9));
    assertThat(twice.holds()).isTrue();
  }

  @Test
  void foreignCustomersAreJudgedByTheWorstLoad() {
    Experiment machine = Foreign.experiments("machine", true, CUSTOMERS).get(0);
    List<Observation> both = new ArrayList<>();
    for (int round = 0; round < 2; round++) {
      both.add(foreign("stock", "1x, 1 s", round, 50, 0.99));
      both.add(foreign("headwaiter", "2x, 1 s", round, 49, 0.97));
      both.add(foreign("headwaiter", "10x, 1 s", round, 40, 0.98));
    }
    assertThat(check(machine, "machine-usual-completed", both).figure().value())
        .isCloseTo(40 / 50.0, within(1e-9));
    assertThat(check(machine, "machine-usual-of-own-best", both).figure().value())
        .isCloseTo(40 / 49.0, within(1e-9));
    assertThat(check(machine, "machine-usual-busy", both).figure().value())
        .isCloseTo(0.97, within(1e-9));
  }

  private static Observation foreign(
      String server, String load, int round, double pages, double busy) {
    return seen(server, load, round, Map.of(Values.REPLIES, pages, Values.CPU_SECONDS, busy));
  }

  @Test
  void betterProxyIsTheOneToBeat() {
    Experiment experiment = Proxies.experiment(true, CUSTOMERS);
    List<Observation> both =
        List.of(
            completed("headwaiter", "peak", 0, 30),
            completed("haproxy", "peak", 0, 20),
            completed("nginx", "peak", 0, 25),
            completed("headwaiter", "peak", 1, 30),
            completed("haproxy", "peak", 1, 26),
            completed("nginx", "peak", 1, 25));
    assertThat(check(experiment, "peak-of-best-proxy", both).figure().value())
        .isCloseTo(1.2, within(1e-9));
    List<Observation> alone =
        both.stream().filter(o -> !o.cell().server().equals("nginx")).toList();
    assertThat(
            check(experiment.without(Set.of("nginx")), "peak-of-best-proxy", alone)
                .figure()
                .value())
        .isCloseTo((1.5 + 30 / 26.0) / 2, within(1e-9));
  }

  private static Observation refusals(String server, String load, int round, double micros) {
    return seen(
        server,
        load,
        round,
        Map.of(Values.HELLOS_REFUSED, 10_000.0, Values.CPU_SECONDS, micros / 100));
  }

  @Test
  void refusalIsComparedWithTheBareLoopThatClosesTheSameWay() {
    Experiment flood = Refusal.byStyle(true, CUSTOMERS).get(1);
    List<Observation> seen = new ArrayList<>();
    for (int round = 0; round < 2; round++) {
      seen.add(refusals("headwaiter reset", "flood", round, 25));
      seen.add(refusals("bare loop reset", "flood", round, 25));
      seen.add(refusals("headwaiter close", "flood", round, 40));
      seen.add(refusals("bare loop close", "flood", round, 25));
    }
    assertThat(check(flood, "refusal-times-bare-reset-flood", seen).figure().value()).isEqualTo(1);
    assertThat(check(flood, "refusal-times-bare-reset-flood", seen).holds()).isTrue();
    assertThat(check(flood, "refusals-per-core-reset", seen).figure().value())
        .isCloseTo(40_000, within(1e-6));
    assertThat(check(flood, "refusal-times-bare-close-flood", seen).holds()).isFalse();
    assertThat(check(flood, "refusals-per-core-close", seen).holds()).isFalse();
    assertThat(check(flood, "refusals-per-core-close", List.of()).holds()).isFalse();
  }

  @Test
  void refusalIsAPartOfAHandshake() {
    Experiment experiment = Refusal.beside(true, CUSTOMERS);
    List<Observation> seen = new ArrayList<>();
    for (int round = 0; round < 3; round++) {
      seen.add(refusals("headwaiter", "1200 hellos/s", round, 42));
      seen.add(
          seen(
              "admitting",
              "full handshakes",
              round,
              Map.of(Values.SERVER_FULL_MILLIS, 300.0, Values.SERVER_FULL_HANDSHAKES, 100.0)));
    }
    assertThat(check(experiment, "refusal-micros-1200", seen).figure().value())
        .isCloseTo(42, within(1e-9));
    assertThat(check(experiment, "refusal-part-of-handshake-1200", seen).figure().value())
        .isCloseTo(14, within(1e-9));
    assertThat(check(experiment, "refusal-micros-3000", seen).holds()).isFalse();
  }

  private static Observation full(
      String load, int round, double pages, double p99, double refused) {
    return seen(
        "headwaiter",
        load,
        round,
        Map.of(
            Values.REPLIES,
            pages,
            Values.RESPONSE_MILLIS_P99,
            p99,
            Values.HELLOS_REFUSED,
            10 * refused,
            Values.HELLO_SECONDS,
            10.0));
  }

  private static List<Observation> underRefusals(double pages, double p99, double refused) {
    List<Observation> seen = new ArrayList<>();
    for (int round = 0; round < 2; round++) {
      seen.add(full("alone", round, 200, 100, 0));
      seen.add(full("beside refusals", round, 200 * pages, 100 * p99, refused));
    }
    return seen;
  }

  @Test
  void fullServerIsComparedWithItselfWithoutRefusals() {
    Experiment experiment = UnderRefusals.experiment(true, CUSTOMERS);
    List<Observation> good = underRefusals(0.9, 1.3, 4020);
    assertThat(check(experiment, "throughput-under-refusals", good).holds()).isTrue();
    assertThat(check(experiment, "p99-under-refusals", good).holds()).isTrue();
    List<Observation> bad = underRefusals(0.8, 1.6, 4020);
    assertThat(check(experiment, "throughput-under-refusals", bad).holds()).isFalse();
    assertThat(check(experiment, "p99-under-refusals", bad).holds()).isFalse();
    List<Observation> fewRefused = underRefusals(0.9, 1.2, 2000);
    assertThat(check(experiment, "throughput-under-refusals", fewRefused).figure().known())
        .isFalse();
  }

  private static Observation honest(String load, int round, double completed, double broken) {
    return seen(
        "headwaiter",
        load,
        round,
        Map.of(Values.COMPLETED, completed, Values.BROKEN_RESUMING, broken));
  }

  @Test
  void lieIsComparedWithAsManyHellosThatClaimNothing() {
    Experiment experiment = Lying.onEngines(true, CUSTOMERS).get(0);
    List<Observation> seen = new ArrayList<>();
    for (int round = 0; round < 2; round++) {
      seen.add(honest("calm", round, 300, 0));
      seen.add(honest("no claim", round, 200, 0));
      seen.add(honest("forged ticket", round, 195, 0));
      seen.add(honest("random session id", round, 100, 100));
    }
    Check gainsNothing = check(experiment, "boringssl-completed-under-forged-ticket", seen);
    assertThat(gainsNothing.figure().value()).isCloseTo(0.975, within(1e-9));
    assertThat(gainsNothing.holds()).isTrue();
    assertThat(check(experiment, "boringssl-kept-under-forged-ticket", seen).figure().value())
        .isEqualTo(1);
    assertThat(check(experiment, "boringssl-completed-under-random-session-id", seen).holds())
        .isFalse();
    assertThat(check(experiment, "boringssl-kept-under-random-session-id", seen).holds()).isFalse();
  }

  @Test
  void fairnessIsWhatTheHonestCompleteOfTheCalm() {
    Experiment experiment = Fairness.experiment(true, CUSTOMERS);
    List<Observation> seen = new ArrayList<>();
    for (int round = 0; round < 2; round++) {
      seen.add(honest("calm", round, 20, 0));
      seen.add(honest("attack from four networks", round, 15, 0));
    }
    Check share = check(experiment, "completed-under-attack-of-four-networks", seen);
    assertThat(share.figure().value()).isCloseTo(0.75, within(1e-9));
    assertThat(share.holds()).isFalse();
    String networks = experiment.loads().get(0).visits().orElseThrow().run().sourceNetworks();
    assertThat(networks.split(",", -1)).hasSize(100).contains("127.2.0.0/24", "127.2.99.0/24");
  }

  private static Observation half(String server, int round, double cpuSeconds, double front) {
    return seen(
        server,
        "half load",
        round,
        Map.of(
            Values.COMPLETED,
            100.0,
            Values.CPU_SECONDS,
            cpuSeconds,
            Values.SERVER_FRONT_MILLIS,
            front * 6000,
            Values.SERVER_CPU_MILLIS,
            6000.0));
  }

  /** Two percent more in all rounds, although the later visits were twice as costly. */
  @Test
  void overheadIsComparedWithinEachRound() {
    Experiment experiment = HalfLoad.besideStock(true, CUSTOMERS);
    List<Observation> seen = new ArrayList<>();
    for (int round = 0; round < 4; round++) {
      double cost = round < 2 ? 4 : 8;
      seen.add(half("stock", round, cost, 0));
      seen.add(half("headwaiter", round, 1.02 * cost, 0.01));
    }
    Check check = check(experiment, "overhead-half-load", seen);
    assertThat(check.figure().value()).isCloseTo(1.02, within(1e-9));
    assertThat(check.figure().high()).isCloseTo(1.02, within(1e-9));
    assertThat(check.holds()).isTrue();
    assertThat(check(experiment, "front-share-half-load", seen).figure().value())
        .isCloseTo(0.01, within(1e-9));
  }

  @Test
  void metricsCountWhatTheWindowUsed() {
    Observation seen =
        seen(
            "x",
            "peak",
            0,
            Map.of(Values.COMPLETED, 300.0, Values.WINDOW_SECONDS, 10.0, Values.CPU_SECONDS, 5.0));
    assertThat(Values.COMPLETED_PER_CPU_SECOND.of(seen)).isEqualTo(60);
    assertThat(Values.CORES.of(seen)).isEqualTo(0.5);
    assertThat(Values.P99_MILLIS.of(seen)).isNaN();
  }

  private static List<Observation> rivals(double ours) {
    List<Observation> seen = new ArrayList<>();
    for (int round = 0; round < 3; round++) {
      seen.add(completed("headwaiter", "20x", round, ours + round));
      seen.add(completed("static rate", "20x", round, 580 + round));
      seen.add(completed("static maxConnections", "20x", round, 200));
      seen.add(completed("stock", "20x", round, 0));
    }
    return seen;
  }

  @Test
  void bestRivalIsTheOneToBeat() {
    Experiment experiment = Rivals.experiments(false, CUSTOMERS).get(2);
    assertThat(check(experiment, "static-of-best-20x", rivals(575)).holds()).isTrue();
    assertThat(check(experiment, "static-of-best-20x", rivals(520)).holds()).isFalse();
  }

  /** Twenty times as much as a server that completes nobody is infinitely better, and a number. */
  @Test
  void serverThatCompletesNobodyCanBeComparedWith() {
    Experiment experiment = SlowDatabase.experiment(true, CUSTOMERS);
    List<Observation> seen = new ArrayList<>();
    for (int round = 0; round < 2; round++) {
      seen.add(completed("headwaiter", "5x", round, 50));
      seen.add(completed("stock", "5x", round, 0));
    }
    assertThat(check(experiment, "slow-database-5x", seen).figure().value()).isEqualTo(50);
  }

  /** The best static limit could have been beyond what was tried. */
  @Test
  void claimAboutRivalWhoseSearchIsOpenDoesNotHold() {
    Experiment experiment = Rivals.experiments(false, CUSTOMERS).get(2);
    List<Observation> seen = new ArrayList<>(rivals(575));
    TreeMap<String, Double> values = new TreeMap<>();
    values.put("trials", 24.0);
    values.put("unsettled", 1.0);
    seen.add(
        new Observation(
            Cell.preparation("static rate", "20x"), 1, values, List.of(), Provenance.NONE));
    Check check = check(experiment, "static-of-best-20x", seen);
    assertThat(check.holds()).isFalse();
    assertThat(check.reservation())
        .isEqualTo(
            "the search for the setting of static rate under 20x ended by its bound of 24 trials");
  }

  private static List<Observation> serving(double at20, double p99At20) {
    List<Observation> seen = new ArrayList<>();
    for (int round = 0; round < 4; round++) {
      for (String load : List.of("1x", "5x", "20x", "5x retrying", "20x retrying")) {
        double offered = load.startsWith("20x") ? 1200 : load.startsWith("5x") ? 300 : 60;
        double completed = load.startsWith("20x") ? at20 : 59.5 + 0.1 * round;
        double p99 = load.equals("20x") ? p99At20 : 100;
        seen.add(
            seen(
                "headwaiter",
                load,
                round,
                Map.of(
                    Values.COMPLETED,
                    completed,
                    Values.REFUSED,
                    offered - completed,
                    Values.RESPONSE_MILLIS_P99,
                    p99 + round)));
      }
      seen.add(
          seen(
              "headwaiter",
              "without overload",
              round,
              Map.of(Values.COMPLETED, 57.0, Values.RESPONSE_MILLIS_P99, 100.0 + round)));
      seen.add(refusals("bare loop", "refusals", round, 35));
    }
    return seen;
  }

  @Test
  void servedIsHeldAgainstWhatRefusalsLeave() {
    assertThat(Serving.served(56.5, 60, 1140, 35)).isCloseTo(0.981, within(0.001));
    Experiment experiment = Serving.experiment(false, CUSTOMERS);
    List<Observation> healthy = serving(57.5, 110);
    assertThat(experiment.claims())
        .hasSize(5)
        .allMatch(c -> c.judge(new Evidence(healthy), experiment.rounds()).holds());
    List<Observation> broken = serving(48, 180);
    assertThat(check(experiment, "completed-20x", broken).holds()).isFalse();
    assertThat(check(experiment, "completed-20x-retrying", broken).holds()).isFalse();
    assertThat(check(experiment, "completed-5x", broken).holds()).isTrue();
    assertThat(check(experiment, "p99-20x-of-unloaded", broken).holds()).isFalse();
  }

  /** Nobody says that the own best is near 1x. */
  @Test
  void bestLoadMayBeUnderOverload() {
    Experiment experiment = Serving.experiment(false, CUSTOMERS);
    List<Observation> seen = serving(66, 110);
    assertThat(check(experiment, "completed-20x", seen).holds()).isTrue();
    assertThat(check(experiment, "completed-5x", seen).holds()).isFalse();
  }

  @Test
  void retriesAddUpToTheTotal() {
    double fresh = Retries.freshPerSecond(1000, 50);
    assertThat(fresh).isCloseTo(269.6, within(0.1));
    assertThat(Retries.freshPerSecond(50, 50)).isEqualTo(50);
    assertThat(Retries.freshPerSecond(50, 80)).isEqualTo(50);
    assertThat(fresh * (1 + 0.95 + 0.95 * 0.95 + Math.pow(0.95, 3))).isCloseTo(1000, within(0.01));
  }

  @Test
  void loadWithoutOverloadComesLastInEachRound() {
    Experiment experiment = Serving.experiment(false, CUSTOMERS);
    for (int round = 0; round < 7; round++) {
      List<Cell> cells = experiment.cells(round, experiment.series());
      assertThat(cells).hasSize(7);
      assertThat(cells.get(6).load()).isEqualTo("without overload");
    }
  }

  @Test
  void crowdComesAndGoesInAFlashCrowd() {
    Experiment experiment = BadDays.experiment(false, CUSTOMERS);
    RateProfile crowd = experiment.load("flash-crowd").visits().orElseThrow().arrivals().profile();
    assertThat(crowd.factor(2.5e9)).isEqualTo(0.5);
    assertThat(crowd.factor(6e9)).isEqualTo(20);
    assertThat(crowd.factor(13e9)).isEqualTo(0.5);
    assertThat(experiment.load("restart").isFor("stock restarted")).isTrue();
    assertThat(experiment.load("restart").isFor("stock")).isFalse();
    assertThat(experiment.reference("stock restarted")).isEqualTo("stock");
  }

  private static List<Observation> crowds(double clients, double heap, double outside) {
    List<Observation> seen = new ArrayList<>();
    for (int round = 0; round < 3; round++) {
      seen.add(
          seen(
              "headwaiter",
              "crowd",
              round,
              Map.of(
                  Waiting.CLIENTS,
                  clients,
                  Waiting.HEAP_MEGABYTES,
                  heap,
                  Waiting.OUTSIDE_MEGABYTES,
                  outside)));
    }
    return seen;
  }

  @Test
  void waitingClientsTakeHeapAndMore() {
    Waiting.Crowd crowd = new Waiting.Crowd(15_000, 3.5);
    Experiment experiment = Waiting.experiment(false, CUSTOMERS, crowd);
    assertThat(check(experiment, "waiting-growth", crowds(15_100, 100, 40)).figure().value())
        .isEqualTo(140);
    assertThat(check(experiment, "waiting-growth", crowds(15_100, 100, 40)).holds()).isTrue();
    assertThat(check(experiment, "waiting-growth", crowds(15_100, 120, 40)).holds()).isFalse();
    assertThat(check(experiment, "waiting-growth", crowds(14_000, 10, 4)).figure().known())
        .as("fewer prove nothing")
        .isFalse();
    assertThat(crowd.comes()).isGreaterThan(crowd.wanted()).isLessThan(2 * crowd.clients());
  }

  @Test
  void quantitiesKnowWhatTheyNeed() {
    Experiment experiment = Engines.experiment(true, CUSTOMERS);
    assertThat(experiment.claims().get(0).needs())
        .containsExactlyInAnyOrder(
            new Quantity.Series("headwaiter boringssl", "peak"),
            new Quantity.Series("stock", "peak"));
  }

  @Test
  void attacksChosenBringWhatTheyAreComparedWith() {
    assertThat(Abuse.experiment(false, CUSTOMERS, List.of("hog")).loads())
        .extracting(LoadSpec::name)
        .containsExactly("calm", "hog");
    assertThat(Abuse.experiment(false, CUSTOMERS, List.of("binders")).loads())
        .extracting(LoadSpec::name)
        .containsExactly("calm", "plain", "binders");
    assertThat(Abuse.PARTS).hasSize(18).doesNotContain("plain").doesNotHaveDuplicates();
  }

  @Test
  void fiveAttacksAreMadeOnJettyToo() {
    Experiment experiment = Abuse.experiment(false, CUSTOMERS, List.of());
    assertThat(experiment.loads().stream().filter(load -> load.isFor(Abuse.JETTY)))
        .extracting(LoadSpec::name)
        .containsExactly(
            "calm", "harvest", "streams", "streams-light", "hog", "many-hogs", "stall");
  }

  private static Observation attacked(String load, int round, double kept, double price) {
    return seen(
        "boringssl",
        load,
        round,
        Map.of(
            Abuse.CALM_SHARE,
            1.0,
            Abuse.NEW_OFFERED,
            100.0,
            Abuse.NEW_COMPLETED,
            100 * kept,
            Abuse.CALM_PRICE_MILLIS,
            10.0,
            Abuse.PRICE_MILLIS,
            10 * price,
            Abuse.IDLE_REFUSING,
            0.3));
  }

  @Test
  void lieIsHeldAgainstPlainHellosAndPriceAgainstCalm() {
    Experiment experiment = Abuse.experiment(false, CUSTOMERS, List.of("binders", "hog"));
    List<Observation> seen = new ArrayList<>();
    for (int round = 0; round < 5; round++) { // what the rounds have in common cancels
      double common = 1 + 0.1 * round;
      seen.add(attacked("calm", round, 1, 1.1 * common));
      seen.add(attacked("plain", round, 0.5 * common, 1));
      seen.add(attacked("binders", round, 0.48 * common, 1.05 * 1.1 * common));
      seen.add(attacked("hog", round, 0.9, 1.2 * 1.1 * common));
    }
    Check kept = check(experiment, "binders-boringssl-kept", seen);
    assertThat(kept.figure().value()).isCloseTo(0.96, within(1e-9));
    assertThat(kept.holds()).isTrue();
    assertThat(check(experiment, "hog-boringssl-kept", seen).holds()).isFalse();
    Check price = check(experiment, "binders-boringssl-price-rises", seen);
    assertThat(price.figure().value()).isCloseTo(1.05, within(1e-9));
    assertThat(price.holds()).isTrue();
    assertThat(check(experiment, "binders-boringssl-price-falls", seen).holds()).isTrue();
    assertThat(check(experiment, "hog-boringssl-price-rises", seen).holds()).isFalse();
    assertThat(check(experiment, "hog-boringssl-idle", seen).holds()).isFalse();
  }
}
