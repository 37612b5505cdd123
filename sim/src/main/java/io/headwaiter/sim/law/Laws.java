package io.headwaiter.sim.law;

import io.headwaiter.load.search.Knob;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * All laws on the scoreboard, including Headwaiter's and the oracle. Laws with parameters to choose
 * are {@link TunableFactory}. Static rates and limits are multiples of what the server carries when
 * it begins, so one ladder fits every scenario.
 */
public final class Laws {
  private static final double NANOS = 1e9;
  private static final String TIMES_CAPACITY = "timesCapacity";
  private static final String BACKLOG = "backlog";
  private static final String INITIAL = "initialPerSecond";
  private static final String TARGET_SECONDS = "targetSeconds";
  private static final String INCREASE = "adjI";
  private static final String STOCK_SECONDS = "stockSeconds";
  private static final String PROMISES = "promises";
  private static final String WAIT_SECONDS = "waitSeconds";

  private static final Knob LIMIT = Knob.geometric(TIMES_CAPACITY, 1 / 64.0, 16, 4, 5);

  private Laws() {}

  /** Returns all laws. */
  public static List<LawFactory> all() {
    return List.of(
        LawFactory.of(NoControl.NAME, setting -> new NoControl()),
        staticRate(),
        staticVisits(),
        staticConnections(),
        LawFactory.of(Seda.NAME, setting -> new Seda()),
        seda(Seda.NAME + "-tuned", StageRate.RATE_MAX, Seda::new),
        seda(SedaDoor.NAME, SedaDoor.INITIAL_PER_SECOND, SedaDoor::new),
        LawFactory.of(CodelLifo.NAME, setting -> new CodelLifo(setting.view())),
        LawFactory.of(ConcurrencyLaw.GRADIENT2, setting -> ConcurrencyLaw.gradient2()),
        LawFactory.of(ConcurrencyLaw.VEGAS, setting -> ConcurrencyLaw.vegas(setting.seed())),
        LawFactory.of(Dagor.NAME, setting -> new Dagor(/* atTheDoor= */ false)),
        LawFactory.of(Dagor.AT_THE_DOOR, setting -> new Dagor(/* atTheDoor= */ true)),
        LawFactory.of(
            Breakwater.NAME, Breakwater.SETTLE_SECONDS, setting -> new Breakwater(setting.view())),
        LawFactory.of(Eac.NAME, Eac::new),
        LawFactory.of(Headwaiter.NAME, Headwaiter::new),
        oracle());
  }

  private static LawFactory staticRate() {
    return limit(
        StaticRate.NAME, setting -> times -> new StaticRate(times * capacityPerSecond(setting)));
  }

  private static LawFactory staticVisits() {
    return limit(
        VisitLimit.NAME,
        setting -> times -> new VisitLimit(setting.view(), times * visitsAtCapacity(setting)));
  }

  private static LawFactory limit(String name, Function<Setting, Function<Double, Law>> makerFor) {
    return new TunableFactory(
        name,
        List.of(LIMIT),
        Map.of(TIMES_CAPACITY, 1.0),
        (setting, values) -> makerFor.apply(setting).apply(values.get(TIMES_CAPACITY)));
  }

  /** Has Tomcat's defaults if not tuned: its limit of connections is not a multiple of anything. */
  private static LawFactory staticConnections() {
    Knob backlog = Knob.geometric(BACKLOG, 1, 1024, 2, 0).whole().beginningAt(1, 32, 1024);
    return new TunableFactory(
        ConnectionLimit.NAME,
        List.of(LIMIT, backlog),
        Map.of(BACKLOG, (double) ConnectionLimit.BACKLOG),
        (setting, values) ->
            new ConnectionLimit(
                setting.view(),
                connections(setting, values.get(TIMES_CAPACITY)),
                values.get(BACKLOG).intValue()));
  }

  private static int connections(Setting setting, Double times) {
    return times == null
        ? ConnectionLimit.MAX_CONNECTIONS
        : (int) Math.max(1, Math.round(times * visitsAtCapacity(setting)));
  }

  private static LawFactory seda(String name, double initialPerSecond, SedaMaker maker) {
    return new TunableFactory(
        name,
        List.of(
            Knob.geometric(INITIAL, 10, StageRate.RATE_MAX, 8, 1).beginningAt(10, 640),
            Knob.geometric(TARGET_SECONDS, 0.02, 5.12, 4, 2).beginningAt(0.08, 0.32, 1.28),
            Knob.geometric(INCREASE, 0.5, 512, 4, 1).beginningAt(2, 32)),
        Map.of(
            INITIAL, initialPerSecond,
            TARGET_SECONDS, Seda.TARGET_SECONDS,
            INCREASE, StageRate.ADJ_I),
        (setting, values) ->
            maker.make(values.get(INITIAL), values.get(TARGET_SECONDS), values.get(INCREASE)));
  }

  private interface SedaMaker {
    Law make(double initialPerSecond, double targetSeconds, double adjI);
  }

  private static LawFactory oracle() {
    return new TunableFactory(
        Oracle.NAME,
        List.of(
            Knob.geometric(STOCK_SECONDS, 0.005, 2.56, 2, 1).beginningAt(0.02, 0.32),
            Knob.geometric(PROMISES, 0.5, 2, 2, 3).orNone().beginningAt(1, Knob.NONE),
            Knob.geometric(WAIT_SECONDS, 0.0125, 6.4, 2, 0).beginningAt(0.05, 0.8)),
        Map.of(STOCK_SECONDS, 0.02, PROMISES, 1.0, WAIT_SECONDS, 0.05),
        (setting, values) ->
            new Oracle(
                setting,
                values.get(STOCK_SECONDS),
                values.get(PROMISES),
                values.get(WAIT_SECONDS)));
  }

  /** Returns the visits a second that the server carries when it begins, all of them new. */
  private static double capacityPerSecond(Setting setting) {
    Truth truth = setting.truth();
    double byProcessors =
        truth.processors(0) * NANOS / truth.visitNanos(Turn.Kind.FULL_HANDSHAKE, 0);
    return Math.min(byProcessors, truth.databasePagesPerSecond(0) / truth.pagesPerVisit());
  }

  /** Returns the visits under way at that rate, by Little's law. */
  private static double visitsAtCapacity(Setting setting) {
    Truth truth = setting.truth();
    return capacityPerSecond(setting) * truth.pagesPerVisit() * truth.cycleNanos() / NANOS;
  }
}
