package io.headwaiter.lab.study;

import io.headwaiter.lab.model.Claim;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.LoadSpec;
import io.headwaiter.lab.model.Metric;
import io.headwaiter.lab.model.Quantity;
import io.headwaiter.lab.model.Rounds;
import io.headwaiter.lab.model.ServerSpec;
import io.headwaiter.lab.model.Timing;
import java.time.Duration;
import java.util.List;

/**
 * Memory of a server while thousands of clients wait: what the heap holds after a full collection,
 * and what the process has outside of it, both less what they were before the first crowd. The
 * kernel's sockets are not the process's memory.
 *
 * <p>The formula lets in so many a second that the room, which holds nobody that it cannot serve
 * within its patience of a minute, has places for all of them.
 */
public final class Waiting {
  /** Name of the part. */
  public static final String NAME = "waiting";

  /** How many waited. */
  public static final String CLIENTS = "clients";

  /** Growth of what the heap holds. */
  public static final String HEAP_MEGABYTES = "heapMegabytes";

  /** Growth of what is outside of it. */
  public static final String OUTSIDE_MEGABYTES = "outsideMegabytes";

  private static final String CROWD = "crowd";
  private static final int INTERVAL_MILLIS = 500;
  // What two processors have in an interval, and some more.
  private static final double LET_IN_MILLIS = 2.1 * INTERVAL_MILLIS;
  private static final double MEGABYTES_MAX = 150;
  private static final double BYTES = 1e6;

  private Waiting() {}

  /**
   * How large the crowd is.
   *
   * @param clients who have to wait at once
   * @param newMillis of a processor that the formula takes a new connection for; 3.5 lets in 285 a
   *     second on one processor
   */
  public record Crowd(int clients, double newMillis) {
    /** Returns how many come: some are let in or sent away at any instant. */
    public int comes() {
      return clients + clients / 8 + (int) Math.ceil(LET_IN_MILLIS / newMillis);
    }

    /** Returns how many have to wait before the memory is read. */
    public int wanted() {
      return clients + clients / 20;
    }

    private String[] arguments() {
      String crowd = Integer.toString(comes());
      return new String[] {
        "--admission",
        "formula",
        "--formula-new-millis",
        Double.toString(newMillis),
        "--formula-resumed-millis",
        "0",
        "--formula-interval-millis",
        Integer.toString(INTERVAL_MILLIS),
        "--tls",
        "boringssl",
        "--waiting-room-max",
        crowd,
        "--waiting-patience-millis",
        "60000",
        "--waiting-target-millis",
        "60000",
        "--undecided-max",
        crowd,
        // The room gets a quarter of that number. It is no number of descriptors.
        "--max-connections",
        Integer.toString(4 * comes() + 1000)
      };
    }
  }

  /** Returns the experiment. */
  public static Experiment experiment(boolean quick, Customers customers, Crowd crowd) {
    return new Experiment(
        NAME,
        "How much memory do clients that wait take?",
        List.of(ServerSpec.headwaiter().with(crowd.arguments())),
        List.of(LoadSpec.named(CROWD)),
        SmallShop.spec(customers),
        timing(Duration.ofSeconds(quick ? 8 : 14)),
        quick ? new Rounds(2, 2) : new Rounds(3, 6),
        customers.seed(),
        List.of(
            Metric.higher(CLIENTS, "waiting", o -> o.value(CLIENTS)),
            Metric.lower(HEAP_MEGABYTES, "heap MB", o -> o.value(HEAP_MEGABYTES)),
            Metric.lower(OUTSIDE_MEGABYTES, "outside MB", o -> o.value(OUTSIDE_MEGABYTES)),
            Metric.lower(
                "bytesPerClient",
                "bytes each",
                o ->
                    BYTES
                        * (o.value(HEAP_MEGABYTES) + o.value(OUTSIDE_MEGABYTES))
                        / o.value(CLIENTS))),
        List.of(
            Claim.atMost(
                "waiting-growth",
                "%d waiting clients make the server grow by less than 150 MB, heap and what is outside"
                        .formatted(crowd.clients())
                    + " of it together",
                Quantity.of(growth(crowd), ServerSpec.HEADWAITER, CROWD),
                "MB",
                MEGABYTES_MAX)));
  }

  /** Less memory for fewer clients proves nothing. */
  private static Metric growth(Crowd crowd) {
    return Metric.lower(
        "growth",
        "together MB",
        o ->
            o.value(CLIENTS) >= crowd.clients()
                ? o.value(HEAP_MEGABYTES) + o.value(OUTSIDE_MEGABYTES)
                : Double.NaN);
  }

  /**
   * Returns the times of the experiment.
   *
   * @param gather longest time until all wait
   */
  private static Timing timing(Duration gather) {
    return Timing.of(Duration.ZERO, gather, gather, Duration.ZERO, 0, 0);
  }
}
