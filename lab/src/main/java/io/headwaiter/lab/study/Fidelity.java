package io.headwaiter.lab.study;

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
import io.headwaiter.load.ArrivalKind;
import io.headwaiter.load.workload.PageFiles;
import io.headwaiter.load.workload.PlainWorkload;
import java.time.Duration;
import java.util.List;

/**
 * Whether our load generator and httperf, the papers' one, see the same: both run the same sessions
 * to their end, against the same server, an unmodified Tomcat with TLS. The rows of its table are
 * the generators.
 *
 * <p>The sessions ask for pages that do not depend on replies, which httperf does not read. Each is
 * below 8 KiB: over TLS httperf 0.9 waits in vain for the rest of a reply of more than one record.
 */
public final class Fidelity {
  /** Name of the experiment. */
  public static final String NAME = "fidelity";

  /** Name of httperf in the table. */
  public static final String HTTPERF = "httperf";

  private static final String OWN = "headwaiter load";
  private static final String CALM = "40 sessions/s";
  private static final String BUSY = "100 sessions/s";
  private static final double CALM_RATE = 40;
  private static final double BUSY_RATE = 100;
  // Longer than anybody thinks: what each does about a closed connection is not the question.
  private static final Duration KEEP_ALIVE = Duration.ofSeconds(60);
  private static final double DIFFERENCE_MAX = 0.05;

  /** Sessions of short pages. */
  public static final PlainWorkload PAGES =
      new PlainWorkload(
          Visits.PAGES_PER_VISIT,
          /* fixedLength= */ false,
          List.of("/Home", "/Browse", "/Register", "/AboutMeAuth"),
          PageFiles.NONE);

  private static final Metric CONNECTIONS =
      Metric.higher("connections", "connections", o -> o.value(Values.CONNECTIONS));
  private static final Metric COMPLETED =
      Metric.higher("completed", "sessions completed", o -> o.value(Values.COMPLETED));

  private Fidelity() {}

  /**
   * Returns the experiment. A run lasts as long as its longest session, so in a quick one customers
   * think half as long.
   */
  public static Experiment experiment(boolean quick, Customers all) {
    Customers usual = all.withPageWorkKib(0).withPatience(Duration.ofSeconds(10));
    Customers customers = quick ? usual.withThinkScale(usual.thinkScale() / 2) : usual;
    int seconds = quick ? 5 : 20;
    return new Experiment(
        NAME,
        "Do our load generator and httperf see the same?",
        List.of(ServerSpec.stock().named(OWN), ServerSpec.stock().named(HTTPERF)),
        List.of(
            load(CALM, CALM_RATE, seconds, customers), load(BUSY, BUSY_RATE, seconds, customers)),
        ShopSpec.of(customers).withKeepAlive(KEEP_ALIVE),
        Timing.ofMillis(0, quick ? 36_000 : 90_000, 2000, 2000, quick ? 3 : 6, 4),
        quick ? new Rounds(2, 2) : new Rounds(4, 6),
        customers.seed(),
        List.of(Values.REPLIES_PER_SECOND, COMPLETED, CONNECTIONS, Values.LOST, Values.CORES),
        List.of(
            differs("replies-calm", "the rate of replies", Values.REPLIES_PER_SECOND, CALM),
            differs("completed-calm", "the completed sessions", COMPLETED, CALM),
            differs("connections-calm", "the connections", CONNECTIONS, CALM),
            differs("replies-busy", "the rate of replies", Values.REPLIES_PER_SECOND, BUSY),
            differs("completed-busy", "the completed sessions", COMPLETED, BUSY),
            differs("connections-busy", "the connections", CONNECTIONS, BUSY)));
  }

  private static LoadSpec load(String name, double rate, int seconds, Customers customers) {
    return LoadSpec.of(
        name,
        Visits.browsing(customers).toBuilder()
            .plain(PAGES)
            .resumeShare(1)
            .arrivals(ArrivalKind.CONSTANT, rate)
            .maxSessions(Math.round(rate * seconds))
            .build());
  }

  private static Claim differs(String id, String what, Metric metric, String load) {
    return Claim.atMost(
        id,
        "At %s %s of both differ by less than a twentieth".formatted(load, what),
        Quantity.combined(
            of -> Math.abs(of[0] / of[1] - 1),
            Quantity.of(metric, OWN, load),
            Quantity.of(metric, HTTPERF, load)),
        "part",
        DIFFERENCE_MAX);
  }
}
