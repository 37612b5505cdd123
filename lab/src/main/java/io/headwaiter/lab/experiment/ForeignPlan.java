package io.headwaiter.lab.experiment;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What {@link GovernorForeign} measures.
 *
 * @param cells kinds of customers, those of one page cost together, and of one crowd among them
 * @param factors loads of Headwaiter, on the best load of the stock server
 * @param table visits per second of the table at absolute rates, for the cell of {@link #kept()}
 * @param targetsMillis delay targets of the curve, for the same cell
 * @param curveRounds how often each
 * @param demo shop and times; {@code maxProbes} is how many runs look for the stock server's best
 *     load at most, at least 2
 */
record ForeignPlan(
    List<Cell> cells,
    List<Double> factors,
    List<Double> table,
    List<Integer> targetsMillis,
    int curveRounds,
    TrialPlan demo) {
  /** Overload of the curve. */
  static final double CURVE_FACTOR = 5;

  /** Settling after a load that the stock server may not survive in good shape. */
  static final Duration TABLE_SETTLE = Duration.ofSeconds(2);

  /** Pages for which there is a bound on the p99: about 2 ms. */
  static final int USUAL_KIB = 3000;

  // About 0.5, 2 and 6 ms of CPU a page; the table says what they were.
  private static final List<Integer> PAGES_KIB = List.of(500, USUAL_KIB, 11_000);
  private static final int SERVERS_OF_TABLE = 3;

  /**
   * A kind of customers.
   *
   * @param crowd what they do
   * @param pageKib additional work of a page
   * @param patience how long they wait
   * @param rounds how often each load
   * @param withLongTarget whether a Headwaiter with the long delay target is measured, too
   */
  record Cell(
      ForeignCrowd crowd, int pageKib, Duration patience, int rounds, boolean withLongTarget) {
    String name() {
      return "%s, %d KiB, %d s".formatted(crowd.label(), pageKib, patience.toSeconds());
    }

    /** What the customers' work depends on. */
    String work() {
      return crowd.label() + ", " + pageKib + " KiB";
    }
  }

  /** Copies the lists. */
  ForeignPlan {
    cells = List.copyOf(cells);
    factors = List.copyOf(factors);
    table = List.copyOf(table);
    targetsMillis = List.copyOf(targetsMillis);
  }

  /** All of it. */
  static ForeignPlan full(TrialPlan demo) {
    List<Cell> cells = new ArrayList<>();
    for (int kib : PAGES_KIB) {
      for (ForeignCrowd crowd : ForeignCrowd.values()) {
        for (int seconds : new int[] {1, 10}) {
          boolean usual = kib == USUAL_KIB;
          boolean twice = usual && crowd == ForeignCrowd.KEPT && seconds == 10;
          cells.add(new Cell(crowd, kib, Duration.ofSeconds(seconds), twice ? 2 : 1, usual));
        }
      }
    }
    return new ForeignPlan(
        cells,
        List.of(1.1, 2.0, 5.0, 20.0),
        List.of(55.0, 70.0, 85.0, 95.0, 400.0, 1600.0),
        List.of(10, 20, 30, 50, 100, 250),
        2,
        demo);
  }

  /** Two crowds, one page cost, patience 1 s, fewer loads: that it works, and roughly how it is. */
  static ForeignPlan quick(TrialPlan demo) {
    Duration second = Duration.ofSeconds(1);
    return new ForeignPlan(
        List.of(
            new Cell(ForeignCrowd.KEPT, USUAL_KIB, second, 1, false),
            new Cell(ForeignCrowd.MACHINE, USUAL_KIB, second, 1, false)),
        List.of(1.1, 5.0, 20.0),
        List.of(85.0),
        List.of(),
        0,
        demo);
  }

  /** The cell of table and curve: kept connections, usual pages, the longest patience there is. */
  Cell kept() {
    return cells.stream()
        .filter(cell -> cell.crowd() == ForeignCrowd.KEPT && cell.pageKib() == USUAL_KIB)
        .reduce((a, b) -> a.patience().compareTo(b.patience()) > 0 ? a : b)
        .orElseThrow();
  }

  /** Load before each window. The queue of a server that refused nobody is short after seconds. */
  Duration lead() {
    return demo.timing().leadIn();
  }

  /** What it takes when nothing ends early, without the start of the servers. */
  Duration longest() {
    boolean longTarget = cells.stream().anyMatch(Cell::withLongTarget);
    int servers = SERVERS_OF_TABLE + (longTarget ? 1 : 0) + targetsMillis.size();
    Duration all = demo.timing().longestWarmUp().multipliedBy(servers);
    for (Cell cell : cells) {
      all = all.plus(longest(cell));
    }
    all = all.plus(probe(kept()).multipliedBy(cells.stream().map(Cell::work).distinct().count()));
    Duration row = run().plus(TABLE_SETTLE).multipliedBy(SERVERS_OF_TABLE);
    return all.plus(row.multipliedBy(table.size()))
        .plus(run().multipliedBy((long) curveRounds * targetsMillis.size()));
  }

  private Duration longest(Cell cell) {
    int ours = cell.withLongTarget() ? 2 : 1;
    Duration learning = lead().plus(demo.timing().settle());
    return probe(cell)
        .multipliedBy(demo.timing().maxProbes())
        .plus(learning.multipliedBy(ours))
        .plus(run().multipliedBy((long) cell.rounds() * (1 + ours * factors.size())));
  }

  private Duration probe(Cell cell) {
    TrialTiming timing = demo.timing();
    return cell.crowd().lead(timing.probeLeadIn()).plus(timing.probeWindow()).plus(timing.settle());
  }

  private Duration run() {
    return lead().plus(demo.timing().window()).plus(demo.timing().settle());
  }
}
