package io.headwaiter.lab.bench;

import io.headwaiter.lab.model.Cell;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.Observation;
import io.headwaiter.lab.model.Preparation;
import io.headwaiter.lab.model.Provenance;
import io.headwaiter.lab.model.Timing;
import io.headwaiter.lab.model.Values;
import io.headwaiter.lab.run.ObservationLog;
import io.headwaiter.lab.run.OneXSearch;
import io.headwaiter.lab.study.Processors;
import io.headwaiter.lab.study.SimulatedProcessors;
import io.headwaiter.lab.study.Visits;
import io.headwaiter.load.LoadOptions;
import io.headwaiter.sim.MultithreadedServer;
import io.headwaiter.sim.Score;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Simulates servers, with the costs that were measured before, and the same visits. A server with a
 * measured twin gets its 1x, others get one of their own. Belongs to one thread.
 */
public final class SimulatedBench implements OpenBench {
  // Tomcat's accept count of 100, and one more, which the kernel adds.
  private static final int BACKLOG = 101;
  private static final double MILLIS_PER_SECOND = 1000;

  private final Experiment experiment;
  private final ObservationLog log;
  private final ObservationLog measured;
  private final double fromSeconds;
  private final double toSeconds;
  private final Supplier<Provenance> provenance;
  private MultithreadedServer.Costs costs;

  /**
   * Prepares.
   *
   * @param log of the simulated experiment, for 1x
   * @param measured what was measured
   * @param timing of what was measured
   */
  public SimulatedBench(
      Experiment experiment,
      ObservationLog log,
      ObservationLog measured,
      Timing timing,
      Supplier<Provenance> provenance) {
    this.experiment = experiment;
    this.log = log;
    this.measured = measured;
    this.fromSeconds = timing.lead().toMillis() / MILLIS_PER_SECOND;
    this.toSeconds = fromSeconds + timing.window().toMillis() / MILLIS_PER_SECOND;
    this.provenance = provenance;
  }

  @Override
  public Observation measure(Cell cell, int attempt) throws IOException, InterruptedException {
    if (costs == null) {
      costs =
          MeasuredCosts.of(
              measured.observations().stream()
                  .filter(one -> Processors.tellsCosts(one.cell()))
                  .filter(one -> one.doubts().isEmpty())
                  .toList());
    }
    Optional<String> twin = SimulatedProcessors.twin(experiment.server(cell.server()));
    SortedMap<String, Double> values;
    if (!cell.comesBeforeRounds()) {
      values = values(cell, twin);
    } else if (twin.isPresent()) {
      values = new TreeMap<>(measured.found(Preparation.oneX(twin.get())).values());
    } else {
      values = searchOneX(cell.server());
    }
    return new Observation(cell, attempt, values, List.of(), provenance.get());
  }

  private SortedMap<String, Double> searchOneX(String server)
      throws IOException, InterruptedException {
    double whole = measured.oneX(Processors.WHOLE_NAME);
    return OneXSearch.search(
        whole * experiment.server(server).quota(),
        experiment.timing().trials(),
        rate -> served(run(server, rate, experiment.searchSeed())));
  }

  /** As the search on a measured server: visits' worth of pages, less the visits that were lost. */
  private static OneXSearch.Served served(Score score) {
    double share = (double) score.counts().broken() / Math.max(1, score.counts().arrived());
    double perSecond = score.pagesPerSecond() / Visits.PAGES_PER_VISIT * (1 - share);
    return new OneXSearch.Served(perSecond, /* follows= */ true);
  }

  private SortedMap<String, Double> values(Cell cell, Optional<String> twin) {
    double oneX = log.oneX(experiment.reference(cell.server()));
    Score score =
        run(cell.server(), oneX * experiment.load(cell.load()).times(), experiment.seed(cell));
    double seconds = toSeconds - fromSeconds;
    SortedMap<String, Double> values = new TreeMap<>();
    values.put(Values.WINDOW_SECONDS, seconds);
    values.put(Values.OFFERED, (double) score.counts().arrived());
    values.put(Values.CAME_BACK, 0.0);
    values.put(Values.COMPLETED, (double) score.counts().completed());
    values.put(Values.REPLIES, score.pagesPerSecond() * seconds);
    values.put(Values.TIMEOUTS, (double) score.counts().broken() + score.counts().wentAway());
    values.put(Values.RESPONSE_MILLIS_MEAN, score.pageSecondsMean() * MILLIS_PER_SECOND);
    twin.flatMap(name -> replies(new Cell(name, cell.load(), cell.round())))
        .ifPresent(replies -> values.put(SimulatedProcessors.MEASURED, replies));
    return values;
  }

  private Optional<Double> replies(Cell cell) {
    return measured.observations().stream()
        .filter(one -> one.cell().equals(cell) && one.doubts().isEmpty())
        .map(Values.REPLIES_PER_SECOND::of)
        .reduce((earlier, later) -> later);
  }

  private Score run(String server, double perSecond, long seed) {
    LoadOptions visits = experiment.loads().get(0).visits().orElseThrow();
    double think = visits.visit().thinkMeanMillis() * visits.visit().thinkScale();
    return new MultithreadedServer(
            experiment.server(server).quota(),
            Processors.WORKERS,
            experiment.shop().keepAlive().toMillis() / MILLIS_PER_SECOND,
            BACKLOG,
            costs)
        .run(
            new MultithreadedServer.Customers(
                Visits.PAGES_PER_VISIT,
                think / MILLIS_PER_SECOND,
                visits.visit().patienceMillis() / MILLIS_PER_SECOND),
            perSecond,
            seed,
            fromSeconds,
            toSeconds);
  }

  @Override
  public void close() {
    // Nothing runs.
  }
}
