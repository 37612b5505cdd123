package io.headwaiter.sim.law;

import io.headwaiter.core.capacity.MeterSnapshot;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * The oracle: knows all true costs and capacities, now and later, and the work that visits under
 * way will still request. It admits a visit if that keeps the processors busy and leaves, at each
 * later instant, capacity for all that is promised by then.
 *
 * <pre>
 *   the first visit that waits is admitted if
 *   B / A(t)                            &lt;  backlog      the processors would else run dry
 *   (P + (b + 1) c / z) e^(-g s)        &lt;= promises * (A(t + s) - R)
 *   (v + 1) / z  e^(-g s)               &lt;= promises * D(t + s)
 *       both for s = 0, 0.5, 1, 2, 4, 8, 16, 32 and 64 s
 *   B  CPU that waits or runs,  A  processors,  R  processors that refusing took of late
 *   P  processors that visits under way need,  b  visits admitted without a page yet,  v  all
 *   c  CPU of a page, z  time from one to the next,  D  pages a second that the database serves
 *   g  = P / W, W  CPU of the pages that these visits have not requested yet: their need fades so
 *      that it sums up to W
 * </pre>
 *
 * <p>Three thresholds remain that no knowledge of costs decides, because they trade the wait of one
 * customer against capacity for another: the work to keep in stock, how much to promise of demand
 * that only comes together by chance, and how long customers may wait at the door. They are chosen
 * in hindsight for each scenario, see {@code OracleTable}.
 *
 * <p>It takes customers in the order of arrival. It could admit only short visits, if it looked at
 * the length of each, and complete many times more. But that is no admission control: such a shop
 * serves no customer that buys much. For the same reason it looks only at the sum of the remaining
 * pages.
 *
 * <p>Worked number: one processor, P = 0.68, c = 1.55 ms, z = 0.7 s, b = 2: 0.687 of 1, and a visit
 * is admitted if less than the stock is waiting.
 *
 * <p>It also knows which clients are part of an attack, and refuses them all.
 *
 * <p>It is a reference and no bound: it knows all, but its rule is not derived as the best of all
 * rules. A law that breaks visits under way completes more where visits differ in length, because
 * it serves the short ones: in {@code two-shops} one of them 1.7 times as many.
 */
public final class Oracle implements Law {
  /** The name of this law. */
  public static final String NAME = "oracle";

  private static final double NANOS = 1e9;
  private static final double[] LATER_SECONDS = {0, 0.5, 1, 2, 4, 8, 16, 32, 64};
  private static final int WAITING_MAX = 100_000;

  private final ServerView view;
  private final Truth truth;
  private final double backlogNanos;
  private final double promises;
  private final double waitNanos;
  private final Map<Long, Hello> waiting = new LinkedHashMap<>();
  // Admitted, and no page served yet.
  private final Set<Long> beginning = new HashSet<>();
  private double refusingProcessors;
  private long refused;

  /**
   * Creates an oracle with its thresholds.
   *
   * @param backlogSeconds work to keep in stock, in seconds of all processors, above 0
   * @param promises part of the future capacity that may be promised, above 0; infinity for no
   *     bound
   * @param waitSeconds how long a connection may wait at the door, at least 0
   * @throws IllegalArgumentException if one is out of its range
   */
  public Oracle(Setting setting, double backlogSeconds, double promises, double waitSeconds) {
    if (!(backlogSeconds > 0 && promises > 0 && waitSeconds >= 0)) {
      throw new IllegalArgumentException(
          "backlogSeconds and promises must be above 0, waitSeconds at least 0, got "
              + backlogSeconds
              + ", "
              + promises
              + " and "
              + waitSeconds);
    }
    this.view = setting.view();
    this.truth = setting.truth();
    this.backlogNanos = backlogSeconds * NANOS;
    this.promises = promises;
    this.waitNanos = waitSeconds * NANOS;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Entrance connection(Hello hello, long nowNanos) {
    if (truth.attacks(hello.customer())) {
      refused++;
      return Entrance.REFUSE;
    }
    if (hello.standing() == Hello.Standing.CONTINUING) {
      return Entrance.ADMIT;
    }
    if (waiting.isEmpty() && hasRoom(nowNanos)) {
      beginning.add(hello.customer());
      return Entrance.ADMIT;
    }
    if (waitNanos > 0 && waiting.size() < WAITING_MAX) {
      waiting.put(hello.connection(), hello);
      return Entrance.WAIT;
    }
    refused++;
    return Entrance.REFUSE;
  }

  @Override
  public Hello release(long nowNanos) {
    if (waiting.isEmpty() || !hasRoom(nowNanos)) {
      return null;
    }
    Iterator<Hello> first = waiting.values().iterator();
    Hello hello = first.next();
    first.remove();
    beginning.add(hello.customer());
    return hello;
  }

  @Override
  public Hello expel(long nowNanos) {
    if (waiting.isEmpty()) {
      return null;
    }
    Iterator<Hello> first = waiting.values().iterator();
    Hello hello = first.next();
    if (nowNanos - hello.arrivedNanos() < waitNanos) {
      return null;
    }
    first.remove();
    refused++;
    return hello;
  }

  @Override
  public void gone(Hello hello, long nowNanos) {
    waiting.remove(hello.connection());
  }

  @Override
  public void done(Turn turn, long residenceNanos, long nowNanos) {
    if (turn.kind() == Turn.Kind.REQUEST) {
      beginning.remove(turn.customer());
    }
  }

  @Override
  public void over(long customer, long nowNanos) {
    beginning.remove(customer);
  }

  @Override
  public void tick(MeterSnapshot snapshot) {
    refusingProcessors = refused * truth.refusalNanos() / snapshot.elapsedNanos();
    refused = 0;
  }

  private boolean hasRoom(long nowNanos) {
    if (truth.backlogNanos() >= backlogNanos * truth.processors(nowNanos)) {
      return false;
    }
    return promises == Double.POSITIVE_INFINITY || canBePromised(nowNanos);
  }

  private boolean canBePromised(long nowNanos) {
    double underWay = truth.promisedProcessors();
    double wantedLater = Math.max(1, truth.remainingNanos() - truth.backlogNanos());
    double fading = underWay * NANOS / wantedLater;
    double page = truth.pageNanos(nowNanos) / truth.cycleNanos();
    double processors = underWay + (beginning.size() + 1) * page;
    double pages = (view.visitsUnderWay() + 1) * NANOS / truth.cycleNanos();
    for (double later : LATER_SECONDS) {
      long at = nowNanos + (long) (later * NANOS);
      double left = Math.exp(-fading * later);
      double available = truth.processors(at) - refusingProcessors;
      if (processors * left > promises * available
          || pages * left > promises * truth.databasePagesPerSecond(at)) {
        return false;
      }
    }
    return true;
  }
}
