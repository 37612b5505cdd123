package io.headwaiter.lab.run;

import io.headwaiter.lab.model.Cell;
import io.headwaiter.lab.model.Claim;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.KnobSpec;
import io.headwaiter.lab.model.LoadSpec;
import io.headwaiter.lab.model.Metric;
import io.headwaiter.lab.model.Observation;
import io.headwaiter.lab.model.Provenance;
import io.headwaiter.lab.model.PublishedCurve;
import io.headwaiter.lab.model.Quantity;
import io.headwaiter.lab.model.Rounds;
import io.headwaiter.lab.model.ServerSpec;
import io.headwaiter.lab.model.ShopSpec;
import io.headwaiter.lab.model.Timing;
import io.headwaiter.load.LoadOptions;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** An experiment of two servers, and a bench that measures them without any. */
final class StudyFixture {
  static final Metric RATE = Metric.higher("rate", "rate", o -> o.value("rate"));
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final LoadOptions ANY =
      LoadOptions.builder(URI.create("https://localhost")).build();

  private StudyFixture() {}

  static Experiment experiment(double bound) {
    return experiment(bound, /* seed= */ 1);
  }

  static Experiment experiment(double bound, long seed) {
    Quantity ratio =
        Quantity.of(RATE, "headwaiter", "1x").dividedBy(Quantity.of(RATE, "stock", "1x"));
    return new Experiment(
        "trial",
        "Which is better?",
        List.of(ServerSpec.stock(), ServerSpec.headwaiter()),
        List.of(LoadSpec.of("1x", ANY), LoadSpec.of("5x", ANY)),
        ShopSpec.of(Customers.of(1)),
        Timing.of(SECOND, SECOND, SECOND, SECOND, 1, 1),
        new Rounds(3, 6),
        seed,
        List.of(RATE),
        List.of(Claim.atLeast("better", "It is better", ratio, "of stock's", bound)));
  }

  /** The same at multiples of 1x, with a server whose setting is searched. */
  static Experiment searching() {
    Experiment plain = experiment(1.5);
    ServerSpec limited =
        ServerSpec.stock().named("limited").tuned(1, 9, KnobSpec.of("limit", 1, 8, 2, 0));
    return new Experiment(
        plain.name(),
        plain.question(),
        List.of(ServerSpec.headwaiter(), ServerSpec.stock(), limited),
        List.of(LoadSpec.times("1x", 1, ANY), LoadSpec.times("5x", 5, ANY)),
        plain.shop(),
        plain.timing().searching(SECOND, SECOND, /* coarse= */ true),
        plain.rounds(),
        plain.seed(),
        plain.columns(),
        List.of(
            Claim.atLeast(
                "better",
                "It is better",
                Quantity.of(RATE, "headwaiter", "1x").dividedBy(Quantity.of(RATE, "limited", "1x")),
                "of the limited one's",
                1.5)));
  }

  /** The same with numbers of clients, and the rate drawn against them. */
  static Experiment populations(PublishedCurve... beside) {
    Experiment plain = experiment(1.5);
    LoadOptions few = ANY.toBuilder().closedPopulation(10).build();
    LoadOptions many = ANY.toBuilder().closedPopulation(20).build();
    return new Experiment(
        plain.name(),
        plain.question(),
        plain.servers(),
        List.of(
            LoadSpec.of("20 clients", many),
            LoadSpec.of("1x", few),
            LoadSpec.of("20 clients, others", many)),
        plain.shop(),
        plain.timing(),
        plain.rounds(),
        plain.seed(),
        List.of(RATE.asChart(beside)),
        plain.claims());
  }

  /** Measures by a function of the cell; what a cell gives depends on nothing else. */
  static final class FakeBench implements Bench {
    final List<Cell> measured = new ArrayList<>();
    private final ToDoubleFunction<Cell> figure;
    int dieAfter = Integer.MAX_VALUE;
    int doubtful;
    double unsettled;

    FakeBench(ToDoubleFunction<Cell> figure) {
      this.figure = figure;
    }

    /** Twice as good with Headwaiter, with noise. */
    static FakeBench noisy() {
      return new FakeBench(
          cell ->
              (cell.server().equals("headwaiter") ? 2 : 1)
                  * (1 + 0.1 * new Random(cell.hashCode()).nextGaussian()));
    }

    @Override
    public Observation measure(Cell cell, int attempt) throws java.io.IOException {
      if (measured.size() == dieAfter) {
        throw new java.io.IOException("killed");
      }
      measured.add(cell);
      TreeMap<String, Double> values = new TreeMap<>();
      values.put("rate", figure.applyAsDouble(cell));
      if (cell.comesBeforeRounds()) {
        values.put("unsettled", unsettled);
      }
      List<String> doubts = doubtful-- > 0 ? List.of("Something was wrong.") : List.of();
      return new Observation(
          cell,
          attempt,
          values,
          doubts,
          new Provenance("abc", false, "2026-11-25T00:00:00Z", "two cores", 1, "trial", 1));
    }
  }
}
