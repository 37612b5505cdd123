package io.headwaiter.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.lab.search.GridSearch;
import io.headwaiter.lab.search.Knob;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The searches on made-up servers whose best setting is known, with the noise of short runs. */
class RivalSearchTest {
  private static final double FITS = 60;
  private static final double NOISE = 0.04;

  private static GridSearch run(GridSearch search, ToDoubleFunction<Map<String, Double>> score) {
    for (Optional<Map<String, Double>> s = search.next(); s.isPresent(); s = search.next()) {
      search.tell(s.get(), score.applyAsDouble(s.get()));
    }
    return search;
  }

  private static double part(double value, double best) {
    double octaves = Math.abs(Math.log(Math.min(value, 1e6) / best) / Math.log(2));
    return Math.exp(-0.3 * octaves * octaves);
  }

  /**
   * Like HAProxy in our trials: a rate near the capacity and a short backlog are all that matters,
   * no bound collapses, and a queue that gives up early helps a little.
   */
  private static double proxied(Map<String, Double> s) {
    ProxyLimits limits = HaproxySearch.limits(s);
    double rate = limits.handshakesPerSecond();
    double served = rate <= 55 ? rate : 55 * Math.exp(-(Math.min(rate, 1000) - 55) / 40);
    return served
        * part(limits.backlog(), 110)
        * (0.95 + 0.05 * part(limits.queueSeconds(), 0.8))
        * (limits.customerConnections() < 100 ? 0.5 : 1)
        * (limits.sessionsPerSecond() < 200 ? 0.7 : 1);
  }

  private static double bestOfTheLadders() {
    double best = 0;
    Map<String, Knob> knobs = new HashMap<>();
    HaproxySearch.knobs(FITS).forEach(knob -> knobs.put(knob.name(), knob));
    for (double rate : knobs.get(HaproxySearch.SSL_RATE).levels()) {
      for (double backlog : knobs.get(HaproxySearch.BACKLOG).levels()) {
        for (double seconds : knobs.get(HaproxySearch.QUEUE_SECONDS).levels()) {
          Map<String, Double> setting =
              Map.of(
                  HaproxySearch.SSL_RATE,
                  rate,
                  HaproxySearch.BACKLOG,
                  backlog,
                  HaproxySearch.QUEUE_SECONDS,
                  seconds);
          best = Math.max(best, proxied(setting));
        }
      }
    }
    return best;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void theBestProxyIsFoundInNoise(long seed) {
    Random dice = new Random(seed);
    GridSearch search =
        run(HaproxySearch.begin(FITS, 3, 150), s -> proxied(s) * (1 + NOISE * dice.nextGaussian()));
    double found = proxied(search.best().setting());
    assertThat(proxied(new HashMap<>())).as("broken: as it comes").isLessThan(1);
    // The knob that is worth 5 % may drown in the noise, those that decide may not.
    assertThat(found).as("healthy: %s", search.best()).isGreaterThan(0.94 * bestOfTheLadders());
    assertThat(search.settled()).isTrue();
  }

  @Test
  void fortyTrialsLookBeyondTheGrid() {
    GridSearch search = run(HaproxySearch.begin(FITS, 2, 40), RivalSearchTest::proxied);
    double grid =
        search.trials().subList(0, 8).stream()
            .mapToDouble(trial -> trial.score())
            .max()
            .orElseThrow();
    assertThat(search.best().score()).isGreaterThan(grid);
    assertThat(search.settled()).as("and it says that there was more to try").isFalse();
  }

  @Test
  void everySettingOfTheSearchIsALineOfTheConfiguration() {
    Map<String, Double> setting = new HashMap<>();
    HaproxySearch.knobs(FITS).forEach(knob -> setting.put(knob.name(), knob.levels().get(1)));
    assertThat(configuration(HaproxySearch.limits(setting)))
        .contains("\n  maxsslrate 18\n")
        .contains(" backlog 32\n")
        .contains("\n  rate-limit sessions 21\n")
        .contains("\n  maxconn 32\n  default_backend shop\n")
        .contains("\n  timeout queue 100ms\n")
        .contains(" pool-max-conn 1000 maxconn 8\n");
    assertThat(configuration(ProxyLimits.NONE))
        .doesNotContain("maxsslrate", "rate-limit", "timeout queue", "1000 maxconn")
        .contains("backlog 4096\n  default_backend shop\nbackend shop\n  server tomcat");
  }

  private static String configuration(ProxyLimits limits) {
    Path none = Path.of("/t/none.pem");
    return Proxy.HAPROXY.configuration(
        new ProxySetting(
            8443, 8080, none, none, none, Path.of("/t"), Duration.ofMillis(300), limits));
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6})
  void theBestStaticLimitsAreFoundInNoise(long seed) {
    Random dice = new Random(seed);
    for (Knob knob :
        List.of(StaticLimitSearch.connections(), StaticLimitSearch.visitsPerSecond(FITS))) {
      double best = knob.name().equals("maxConnections") ? 90 : 57;
      ToDoubleFunction<Map<String, Double>> truth = s -> hill(s.get(knob.name()), best);
      GridSearch search =
          run(
              new GridSearch(List.of(knob), 4, 60),
              s -> truth.applyAsDouble(s) * (1 + NOISE * dice.nextGaussian()));
      assertThat(search.settled()).isTrue();
      assertThat(search.atTheEdge()).isEmpty();
      assertThat(truth.applyAsDouble(search.best().setting()))
          .as("%s: %s", knob.name(), search.best())
          .isGreaterThan(0.9);
    }
  }

  private static double hill(double value, double best) {
    return value <= best ? value / best : Math.exp(-2 * (value / best - 1));
  }
}
