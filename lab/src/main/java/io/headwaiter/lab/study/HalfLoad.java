package io.headwaiter.lab.study;

import static io.headwaiter.lab.model.Values.CPU_MILLIS_PER_VISIT;

import io.headwaiter.lab.model.Claim;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.LoadSpec;
import io.headwaiter.lab.model.Metric;
import io.headwaiter.lab.model.Quantity;
import io.headwaiter.lab.model.Rounds;
import io.headwaiter.lab.model.ServerSpec;
import io.headwaiter.lab.model.ShopSpec;
import io.headwaiter.lab.model.Timing;
import io.headwaiter.lab.model.Values;
import java.time.Duration;
import java.util.List;

/**
 * What Headwaiter costs when nobody is refused: the CPU time of a visit at half of 1x, in pairs of
 * servers that serve the same visits.
 */
public final class HalfLoad {
  private static final String HALF = "half load";
  private static final double MOST = 1.03;
  private static final List<Metric> COLUMNS =
      List.of(
          Values.COMPLETED_PER_SECOND,
          CPU_MILLIS_PER_VISIT,
          Values.CPU_MILLIS_PER_PAGE,
          Values.CORES,
          Values.FRONT_SHARE,
          Values.FRONT_MICROS_PER_CONNECTION,
          Values.CONTROL_CORES,
          Values.LOST);

  private HalfLoad() {}

  /** Returns Headwaiter beside stock, with the same TLS engine. */
  public static Experiment besideStock(boolean quick, Customers customers) {
    String ours = ServerSpec.HEADWAITER;
    return experiment(
        "overhead",
        "What does Headwaiter cost at half load?",
        List.of(ServerSpec.stock(), ServerSpec.headwaiter().with("--tls", "jsse")),
        quick ? timing(2, 4, 3, 10) : timing(3, 8, 4, 20),
        quick ? new Rounds(4, 4) : new Rounds(10, 16),
        customers,
        List.of(
            Claim.atMost(
                "overhead-half-load",
                "At half load Headwaiter's CPU per visit is at most 3 % above the stock server's",
                Quantity.of(CPU_MILLIS_PER_VISIT, ours, HALF)
                    .dividedBy(Quantity.of(CPU_MILLIS_PER_VISIT, ServerSpec.STOCK, HALF)),
                "of stock's",
                MOST),
            Claim.atMost(
                "front-share-half-load",
                "At half load the threads in front of the container take at most 3 % of Headwaiter's"
                    + " CPU time",
                Quantity.of(Values.FRONT_SHARE, ours, HALF),
                "of its CPU",
                0.03)));
  }

  /** Returns Headwaiter with its governor beside Headwaiter with an open gate. */
  public static Experiment governor(boolean quick, Customers customers) {
    String on = "governor on";
    String off = "governor off";
    ServerSpec jsse = ServerSpec.headwaiter().with("--tls", "jsse");
    return experiment(
        "governor-overhead",
        "What do meters and controller cost at half load?",
        List.of(jsse.named(off).with("--admission", "off"), jsse.named(on)),
        quick ? timing(1, 2, 2, 4) : timing(3, 8, 4, 12),
        quick ? new Rounds(2, 2) : new Rounds(7, 12),
        customers,
        List.of(
            Claim.atMost(
                "governor-half-load",
                "At half load the CPU per visit with the governor is at most 3 % above that with an"
                    + " open gate",
                Quantity.of(CPU_MILLIS_PER_VISIT, on, HALF)
                    .dividedBy(Quantity.of(CPU_MILLIS_PER_VISIT, off, HALF)),
                "of that with an open gate",
                MOST),
            Claim.atMost(
                "control-thread",
                "At half load the control thread, which samples the meters and runs the controller,"
                    + " takes under 1 % of a processor",
                Quantity.of(Values.CONTROL_CORES, on, HALF),
                "of a processor",
                0.01)));
  }

  private static Experiment experiment(
      String name,
      String question,
      List<ServerSpec> servers,
      Timing timing,
      Rounds rounds,
      Customers customers,
      List<Claim> claims) {
    // Visits of some 1.6 s: they are shorter than the lead, and many end in a window.
    Customers hasty = customers.hasty();
    return new Experiment(
        name,
        question,
        servers,
        List.of(LoadSpec.times(HALF, 0.5, Visits.browsing(hasty))),
        ShopSpec.of(hasty),
        timing,
        rounds,
        customers.seed(),
        COLUMNS,
        claims);
  }

  /** A server that is still compiling costs more than what is to be measured: a long warm-up. */
  private static Timing timing(
      int leadSeconds, int windowSeconds, int warmUpSeconds, int warmUpMax) {
    return Timing.of(
            Duration.ofSeconds(leadSeconds),
            Duration.ofSeconds(windowSeconds),
            Duration.ofSeconds(2),
            Duration.ofSeconds(warmUpSeconds),
            4,
            warmUpMax)
        .searching(Duration.ofMillis(2000), Duration.ofMillis(2300), /* coarse= */ true);
  }
}
