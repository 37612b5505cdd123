package io.headwaiter.sim.law;

import static io.headwaiter.sim.law.FakeServer.interval;
import static io.headwaiter.sim.law.FakeServer.newcomer;
import static io.headwaiter.sim.law.FakeServer.page;
import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.load.search.Knob;
import io.headwaiter.sim.law.Law.Entrance;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LawsTest {
  static Iterable<LawFactory> all() {
    return Laws.all();
  }

  @Test
  void lawNamesAreUniqueAndComplete() {
    Set<String> names = new HashSet<>();
    Laws.all().forEach(factory -> names.add(factory.name()));
    assertThat(names)
        .hasSameSizeAs(Laws.all())
        .contains(
            "none",
            "static-rate",
            "static-visits",
            "static-connections",
            "seda",
            "seda-tuned",
            "seda-door",
            "codel-lifo",
            "netflix-gradient2",
            "netflix-vegas",
            "dagor",
            "dagor-door",
            "breakwater",
            "eac",
            "headwaiter",
            "oracle");
  }

  @ParameterizedTest
  @MethodSource("all")
  void everyLawServesFirstCustomerOfIdleServer(LawFactory factory) {
    FakeServer server = new FakeServer();
    Law law = factory.create(FakeServer.setting(server));
    assertThat(law.intervalNanos()).isPositive();
    assertThat(law.connection(newcomer(1, 0), 0)).isEqualTo(Entrance.ADMIT);
    assertThat(law.enqueue(page(1, 0), 0)).isTrue();
    assertThat(law.newestFirst(0)).isFalse();
    assertThat(law.begin(page(1, 0), 0, 0)).isTrue();
    law.done(page(1, 0), 1, 1);
    law.over(1, 1);
    law.tick(interval(2));
    assertThat(law.release(3)).isNull();
    assertThat(law.expel(3)).isNull();
  }

  @ParameterizedTest
  @MethodSource("all")
  void factoryCreatesNewLawEachTime(LawFactory factory) {
    Setting setting = FakeServer.setting(new FakeServer());
    assertThat(factory.create(setting)).isNotSameAs(factory.create(setting));
  }

  @Test
  void staticVisitLimitMatchesCapacity() {
    FakeServer server = new FakeServer();
    // 58.4 visits a second of 8.5 pages, 0.7 s each: 347 under way.
    server.visitsUnderWay = 347;
    assertThat(knock("static-visits", server)).isEqualTo(Entrance.ADMIT);
    server.visitsUnderWay = 348;
    assertThat(knock("static-visits", server)).isEqualTo(Entrance.REFUSE);
  }

  private static Entrance knock(String name, FakeServer server) {
    LawFactory factory =
        Laws.all().stream().filter(f -> f.name().equals(name)).findFirst().orElseThrow();
    return factory.create(FakeServer.setting(server)).connection(newcomer(1, 0), 0);
  }

  @Test
  void tuningFindsBestLimitAndListsTrials() {
    TunableFactory rate =
        new TunableFactory(
            "limit",
            List.of(Knob.geometric("visits", 10, 1000, 10, 6)),
            Map.of("visits", 100.0),
            (setting, values) -> new VisitLimit(setting.view(), values.get("visits")));
    FakeServer server = new FakeServer();
    Tuned tuned = Tuned.of(rate, law -> scoreOf(law, server), 100);
    assertThat(tuned.settled()).isTrue();
    assertThat(tuned.values().get("visits")).isBetween(180.0, 200.0);
    assertThat(tuned.score()).isGreaterThan(180);
    assertThat(tuned.trials()).hasSizeBetween(4, 40);
    assertThat(tuned.atTheEdge()).isEmpty();
  }

  /** The visits admitted by the limit, falling beyond 200: the usual shape for a limit. */
  private static double scoreOf(LawFactory factory, FakeServer server) {
    Law law = factory.create(FakeServer.setting(server));
    server.visitsUnderWay = 0;
    while (server.visitsUnderWay < 2000 && law.connection(newcomer(1, 0), 0) == Entrance.ADMIT) {
      server.visitsUnderWay++;
    }
    return server.visitsUnderWay <= 200 ? server.visitsUnderWay : 400 - server.visitsUnderWay;
  }

  @Test
  void slowPagesReduceWorth() {
    assertThat(Tuned.worth(100, 0.2)).isEqualTo(100);
    assertThat(Tuned.worth(100, 1)).isEqualTo(100);
    assertThat(Tuned.worth(100, 4)).isEqualTo(25);
    assertThat(Tuned.worth(0, 0)).as("nobody was served").isZero();
  }

  @Test
  void lawWithoutParametersIsRunOnce() {
    Tuned tuned = Tuned.of(LawFactory.of("none", setting -> new NoControl()), law -> 3, 100);
    assertThat(tuned.score()).isEqualTo(3);
    assertThat(tuned.trials()).hasSize(1);
    assertThat(tuned.values()).isEmpty();
  }
}
