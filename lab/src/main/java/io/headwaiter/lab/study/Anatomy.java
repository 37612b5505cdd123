package io.headwaiter.lab.study;

import static io.headwaiter.lab.model.StageValues.HANDSHAKE_MILLIS;
import static io.headwaiter.lab.model.StageValues.IDLE_MILLIS;
import static io.headwaiter.lab.model.StageValues.RESUMED_SHARE;

import io.headwaiter.lab.model.Claim;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.LoadSpec;
import io.headwaiter.lab.model.Metric;
import io.headwaiter.lab.model.Quantity;
import io.headwaiter.lab.model.Rounds;
import io.headwaiter.lab.model.ServerSpec;
import io.headwaiter.lab.model.ShopSpec;
import io.headwaiter.lab.model.StageValues;
import io.headwaiter.lab.model.Values;
import io.headwaiter.load.LoadOptions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * Figures 6, 7, 11 and 12 of Guitart et al. 2007 again, on one processor: what the time of a
 * connection goes to on the multithreaded server, below overload and overloaded, without admission
 * control, with the published formula and with the adaptive controller. Settings and 1x are those
 * of {@link Scalability}.
 *
 * <p>The server's stages begin when a connection is accepted or, behind the door, admitted. The
 * wait before, in the listener's backlog or at the door, is known from the clients only.
 */
public final class Anatomy {
  /** Name of the experiment. */
  public static final String NAME = "anatomy";

  private static final String NONE = "multithreaded";
  private static final String UNTRACED = "not traced";
  private static final String FORMULA = "formula";
  private static final String ADAPTIVE = "adaptive";
  private static final String BELOW = "0.5x";
  private static final String FAR_BEYOND = "5x";
  private static final double MORE_MAX = 1.1;
  private static final List<Metric> COLUMNS =
      List.of(
          Values.OFFERED_PER_SECOND,
          Values.REPLIES_PER_SECOND,
          StageValues.BEFORE_HANDSHAKE_MILLIS,
          StageValues.QUEUED_MILLIS,
          HANDSHAKE_MILLIS,
          StageValues.REQUEST_MILLIS,
          StageValues.SERVICE_MILLIS,
          IDLE_MILLIS,
          RESUMED_SHARE,
          Values.RESUMED_SHARE_OF_HANDSHAKES,
          Values.CPU_MILLIS_PER_PAGE,
          Values.CORES,
          StageValues.THREADS_READY,
          StageValues.THREADS_WAITING_FOR_BYTES,
          StageValues.THREADS_WAITING_FOR_MONITOR,
          Values.GENERATOR);

  private Anatomy() {}

  /** Returns the experiment. */
  public static Experiment experiment(boolean quick, Customers all) {
    Customers customers = all.withPageWorkKib(0).withPatience(Duration.ofSeconds(1));
    LoadOptions visits = Visits.browsing(customers).toBuilder().resumeShare(1).build();
    return new Experiment(
        NAME,
        "What does the time of a connection go to when the server is overloaded?",
        servers(),
        List.of(
            LoadSpec.times(BELOW, 0.5, visits),
            LoadSpec.times(FAR_BEYOND, 5, visits).on(NONE, FORMULA, ADAPTIVE)),
        ShopSpec.of(customers),
        Architectures.timing(quick),
        quick ? new Rounds(2, 2) : new Rounds(3, 5),
        customers.seed(),
        COLUMNS,
        Stream.of(uncontrolled(), controlled(), cost()).flatMap(List::stream).toList());
  }

  private static List<ServerSpec> servers() {
    ServerSpec untraced = ServerSpec.of(NONE).named(UNTRACED).with("--max-threads", "100");
    ServerSpec multithreaded = untraced.named(NONE).with("--anatomy");
    ServerSpec behindDoor = multithreaded.with("--tls", "jsse", "--admin-port", "0");
    return List.of(
        multithreaded,
        behindDoor.named(FORMULA).withFormulaCosts(),
        behindDoor.named(ADAPTIVE).with("--admission", ADAPTIVE),
        untraced);
  }

  private static List<Claim> uncontrolled() {
    return List.of(
        Claim.atLeast(
            "below-idle",
            "At 0.5x most of a connection's time is without request",
            Quantity.of(StageValues.IDLE_SHARE, NONE, BELOW),
            "of its time",
            0.5),
        Claim.atLeast(
            "overloaded-handshake",
            "From 0.5x to 5x a connection spends more time in its handshake without control",
            grows(HANDSHAKE_MILLIS, NONE),
            "times",
            1),
        Claim.atLeast(
            "overloaded-idle",
            "From 0.5x to 5x a connection spends more time without request without control",
            grows(IDLE_MILLIS, NONE),
            "times",
            1),
        Claim.atMost(
            "overloaded-resumed",
            "From 0.5x to 5x the share of resumed handshakes falls without control",
            grows(RESUMED_SHARE, NONE),
            "of the share below overload",
            1));
  }

  private static List<Claim> controlled() {
    return List.of(
        Claim.atMost(
            "controlled-handshake",
            "From 0.5x to 5x a connection spends no more time in its handshake with the published"
                + " formula",
            grows(HANDSHAKE_MILLIS, FORMULA),
            "times",
            MORE_MAX),
        Claim.atMost(
            "controlled-idle",
            "From 0.5x to 5x a connection spends no more time without request with the published"
                + " formula",
            grows(IDLE_MILLIS, FORMULA),
            "times",
            MORE_MAX),
        Claim.atLeast(
            "controlled-resumed",
            "From 0.5x to 5x the share of resumed handshakes stays with the published formula",
            grows(RESUMED_SHARE, FORMULA),
            "of the share below overload",
            0.9),
        Claim.atMost(
            "adaptive-handshake",
            "From 0.5x to 5x a connection spends no more time in its handshake with the adaptive"
                + " controller",
            grows(HANDSHAKE_MILLIS, ADAPTIVE),
            "times",
            MORE_MAX));
  }

  private static List<Claim> cost() {
    return List.of(
        Claim.atMost(
            "cost-of-trace",
            "At 0.5x a page costs the server hardly more CPU time when connections are traced",
            Quantity.of(Values.CPU_MILLIS_PER_PAGE, NONE, BELOW)
                .dividedBy(Quantity.of(Values.CPU_MILLIS_PER_PAGE, UNTRACED, BELOW)),
            "times",
            1.03));
  }

  /** The figure overloaded, divided by that below overload. */
  private static Quantity grows(Metric metric, String server) {
    return Quantity.of(metric, server, FAR_BEYOND).dividedBy(Quantity.of(metric, server, BELOW));
  }
}
