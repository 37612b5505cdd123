package io.headwaiter.lab.experiment.caching;

import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Estimate;
import io.headwaiter.load.workload.EightInteraction;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * What the paper says of its figures 3 to 5, as ratios of {@code request} and {@code transaction}
 * within a round, in which the same customers come to both. A time is the mean of all loads of a
 * round, with the fewest connections. With as many connections as threads no request waits for one.
 *
 * @param rounds the runs of each, under the same loads
 */
public record PhaseClaims(List<List<PhaseRun>> rounds) {
  /** The policies that the claims are about. */
  static final List<CachingPolicy> COMPARED =
      List.of(CachingPolicy.TRANSACTION, CachingPolicy.REQUEST);

  private static final double IDLE_MAX = 0.05;
  private static final double NOTHING_GAINED = 0.9;

  /** Copies the lists. */
  public PhaseClaims {
    rounds = rounds.stream().map(List::copyOf).toList();
  }

  private int fewest() {
    return rounds.stream().flatMap(List::stream).mapToInt(PhaseRun::connections).min().orElse(0);
  }

  /** A time under one policy over that under the other; 95 % over the rounds. */
  private Estimate ratio(
      CachingPolicy of, CachingPolicy to, ToDoubleFunction<PhaseReading> millis) {
    return Estimate.ofRatios(each(of, millis), each(to, millis));
  }

  private List<Double> each(CachingPolicy policy, ToDoubleFunction<PhaseReading> millis) {
    return rounds.stream().map(runs -> mean(runs, policy, millis)).toList();
  }

  private Double mean(
      List<PhaseRun> runs, CachingPolicy policy, ToDoubleFunction<PhaseReading> millis) {
    int fewest = fewest();
    return runs.stream()
        .filter(run -> run.policy() == policy && run.connections() == fewest)
        .mapToDouble(run -> millis.applyAsDouble(run.phases()))
        .average()
        .orElse(Double.NaN);
  }

  /** The part of the time with a connection in which it is only kept, of all types and N. */
  Estimate idlePart() {
    return Estimate.ofBatches(rounds.stream().mapToDouble(PhaseClaims::idlePart).toArray());
  }

  private static double idlePart(List<PhaseRun> runs) {
    PhaseTotals kept =
        runs.stream()
            .filter(run -> run.policy() == CachingPolicy.REQUEST)
            .map(run -> run.phases().overall())
            .reduce(PhaseTotals.NONE, PhaseTotals::plus);
    return kept.idleSeconds() / kept.holdSeconds();
  }

  /** Time of a type once it has a thread: {@code request} over {@code transaction}. */
  Estimate withThread(CachingType type) {
    return ratio(
        CachingPolicy.REQUEST,
        CachingPolicy.TRANSACTION,
        reading -> reading.of(type).withThreadMillis());
  }

  /**
   * The wait for a thread, {@code transaction} over {@code request}. The queue for threads does not
   * look at types, so the wait is that of every type.
   */
  Estimate waitForThread() {
    return ratio(
        CachingPolicy.TRANSACTION,
        CachingPolicy.REQUEST,
        reading -> reading.overall().workerWaitMillis());
  }

  /** All of a request's time, {@code transaction} over {@code request}, for each type that came. */
  Map<EightInteraction, Estimate> inAll() {
    Map<EightInteraction, Estimate> all = new EnumMap<>(EightInteraction.class);
    for (EightInteraction type : EightInteraction.values()) {
      Estimate ratio =
          ratio(
              CachingPolicy.TRANSACTION,
              CachingPolicy.REQUEST,
              reading -> reading.total(type.path()).totalMillis());
      if (ratio.known()) {
        all.put(type, ratio);
      }
    }
    return all;
  }

  /**
   * All claims.
   *
   * @param where follows the number of connections
   */
  public List<Check> checks(String where) {
    String tight = " (N = " + fewest() + where + ", mean of the loads)";
    return List.of(
        Check.atMost(
            "idle-of-held",
            "Part of the time with a connection in which a request only keeps it" + where,
            idlePart(),
            "part",
            IDLE_MAX),
        Check.atMost(
            "search-of-transaction",
            "Time of Search with a thread when the connection is kept for the request" + tight,
            withThread(CachingType.SEARCH),
            "of that with a connection for each transaction",
            1),
        Check.atLeast(
            "waits-for-threads",
            "Wait for a thread with a connection for each transaction" + tight,
            waitForThread(),
            "of that with a connection for the request",
            1),
        inAllCheck(tight),
        Check.atLeast(
            "buy-confirm-of-transaction",
            "Time of Buy Confirm with a thread when the connection is kept for the request" + tight,
            withThread(CachingType.BUY_CONFIRM),
            "of that with a connection for each transaction",
            NOTHING_GAINED));
  }

  private Check inAllCheck(String tight) {
    Map<EightInteraction, Estimate> inAll = inAll();
    Optional<Map.Entry<EightInteraction, Estimate>> least =
        inAll.entrySet().stream().min(Comparator.comparing(each -> each.getValue().value()));
    return Check.atLeast(
        "transaction-takes-longer",
        "All of a request's time with a connection for each transaction, for the type that gains"
            + " least by a connection for the request"
            + least.map(each -> ", " + each.getKey().label()).orElse("")
            + tight,
        Estimate.least(inAll.values()),
        "of that with a connection for the request",
        1);
  }
}
