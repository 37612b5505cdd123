package io.headwaiter.lab.run;

import io.headwaiter.lab.load.LoadOptions;
import io.headwaiter.lab.model.Cell;
import io.headwaiter.lab.model.Claim;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.LoadSpec;
import io.headwaiter.lab.model.Metric;
import io.headwaiter.lab.model.Observation;
import io.headwaiter.lab.model.Provenance;
import io.headwaiter.lab.model.Quantity;
import io.headwaiter.lab.model.Rounds;
import io.headwaiter.lab.model.ServerSpec;
import io.headwaiter.lab.model.Timing;
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
        List.of(
            new LoadSpec("1x", LoadOptions.builder(URI.create("https://localhost")).build()),
            new LoadSpec("5x", LoadOptions.builder(URI.create("https://localhost")).build())),
        List.of(),
        new Timing(SECOND, SECOND, SECOND, SECOND, 1, 1),
        new Rounds(3, 6),
        seed,
        List.of(RATE),
        List.of(Claim.atLeast("better", "It is better", ratio, "of stock's", bound)));
  }

  /** Measures by a function of the cell; what a cell gives depends on nothing else. */
  static final class FakeBench implements Bench {
    final List<Cell> measured = new ArrayList<>();
    private final ToDoubleFunction<Cell> figure;
    int dieAfter = Integer.MAX_VALUE;
    int doubtful;

    FakeBench(ToDoubleFunction<Cell> figure) {
      this.figure = figure;
    }

    /** Twice as good with Headwaiter, with noise. */
    static FakeBench noisy() {
      return new FakeBench(
          cell ->
              (cell.server().equals("stock") ? 1 : 2)
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
