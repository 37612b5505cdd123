package io.headwaiter.lab.study;

import static io.headwaiter.lab.model.Values.FULL_HANDSHAKE_MILLIS;
import static io.headwaiter.lab.model.Values.MICROS_PER_REFUSAL;
import static io.headwaiter.lab.model.Values.REFUSALS_PER_CPU_SECOND;

import io.headwaiter.lab.model.Claim;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.HelloSpec;
import io.headwaiter.lab.model.LoadSpec;
import io.headwaiter.lab.model.Metric;
import io.headwaiter.lab.model.Quantity;
import io.headwaiter.lab.model.Rounds;
import io.headwaiter.lab.model.ServerSpec;
import io.headwaiter.lab.model.Timing;
import io.headwaiter.lab.model.Values;
import io.headwaiter.load.ReplayOptions;
import io.headwaiter.load.SourceAddresses;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * What a refusal costs: Headwaiter with a budget of nothing beside a bare loop, which accepts,
 * reads and closes, the least that a server can do; and beside a full handshake.
 */
public final class Refusal {
  /** Name of the experiment, and of the door's part. */
  public static final String NAME = "refusal";

  // Enough to keep going while a few wait a second for their SYN to be sent again.
  private static final int CONCURRENCY = 128;
  private static final String HANDSHAKES = "admitting";
  private static final String FULL = "full handshakes";
  private static final List<String> STYLES = List.of("close", "reset");
  private static final List<Metric> COLUMNS =
      List.of(
          Values.HELLOS_REFUSED_PER_SECOND,
          MICROS_PER_REFUSAL,
          REFUSALS_PER_CPU_SECOND,
          FULL_HANDSHAKE_MILLIS,
          Values.HELLO_SENDER);

  private Refusal() {}

  /** Returns the experiment of this name: refusals at paced rates, beside a full handshake. */
  public static Experiment beside(boolean quick, Customers customers) {
    List<LoadSpec> loads = new ArrayList<>();
    List<Claim> claims = new ArrayList<>();
    // 20 times 60 visits a second, and more.
    for (int rate : List.of(3000, 1200)) {
      loads.add(hellos(rate).on(ServerSpec.HEADWAITER, ServerSpec.BARE_LOOP));
      claims.addAll(besideHandshake(rate));
    }
    // About a third of a processor.
    loads.add(
        LoadSpec.of(
                FULL,
                Visits.browsing(SmallShop.customers(customers)).withRatePerSecond(30).toBuilder()
                    .resumeShare(0)
                    .build())
            .on(HANDSHAKES));
    return new Experiment(
        NAME,
        "What does a refusal cost beside a full handshake?",
        List.of(
            ServerSpec.headwaiter().with("--tls", "jsse").with(SmallShop.noBudget()),
            ServerSpec.bareLoop(),
            ServerSpec.headwaiter().named(HANDSHAKES).with("--tls", "jsse")),
        loads,
        SmallShop.spec(customers),
        timing(quick, 4),
        quick ? new Rounds(3, 3) : new Rounds(8, 12),
        customers.seed(),
        COLUMNS,
        claims);
  }

  private static List<Claim> besideHandshake(int rate) {
    Quantity micros = Quantity.of(MICROS_PER_REFUSAL, ServerSpec.HEADWAITER, hellos(rate).name());
    String at = " at %d hellos a second".formatted(rate);
    return List.of(
        Claim.atMost(
            "refusal-micros-" + rate,
            "A refused connection costs the server at most 50 microseconds of CPU, user and system"
                + " together,"
                + at,
            micros,
            "µs",
            50),
        Claim.atMost(
            "refusal-part-of-handshake-" + rate,
            "A refused connection costs at most 25 microseconds for each millisecond of a full"
                + " handshake with JSSE, that is 1/40 of it,"
                + at,
            micros.dividedBy(Quantity.of(FULL_HANDSHAKE_MILLIS, HANDSHAKES, FULL)),
            "µs per ms",
            25));
  }

  /** Returns the door's part: an orderly close and a reset, paced and flooded. */
  public static List<Experiment> byStyle(boolean quick, Customers customers) {
    // The flood after all else: it leaves closed connections to be cleared away.
    return List.of(byStyle(quick, customers, 4000), byStyle(quick, customers, 0));
  }

  private static Experiment byStyle(boolean quick, Customers customers, int rate) {
    LoadSpec hellos = hellos(rate);
    List<ServerSpec> servers = new ArrayList<>();
    List<Claim> claims = new ArrayList<>();
    for (String style : STYLES) {
      ServerSpec ours =
          ServerSpec.headwaiter()
              .named("headwaiter " + style)
              .with(SmallShop.noBudget())
              .with("--refusal-style", style);
      ServerSpec bare = ServerSpec.bareLoop().named("bare loop " + style).with(style);
      servers.addAll(List.of(ours, bare));
      claims.addAll(besideBare(style, rate, ours, bare));
    }
    return new Experiment(
        rate > 0 ? "refusal-paced" : "refusal-flood",
        "What does a refusal cost beside a bare loop that closes in the same way?",
        servers,
        List.of(hellos),
        SmallShop.spec(customers),
        timing(quick, 3),
        quick ? new Rounds(2, 2) : new Rounds(5, 8),
        customers.seed(),
        COLUMNS,
        claims);
  }

  private static List<Claim> besideBare(String style, int rate, ServerSpec ours, ServerSpec bare) {
    String load = hellos(rate).name();
    Claim times =
        Claim.atMost(
            "refusal-times-bare-" + style + (rate > 0 ? "" : "-flood"),
            "A refusal by %s costs the server at most 1.15 times what a bare NIO loop pays, user and"
                    .formatted(style)
                + " system CPU, with "
                + (rate > 0 ? rate + " hellos a second" : "as many hellos as it refuses"),
            Quantity.of(MICROS_PER_REFUSAL, ours.name(), load)
                .dividedBy(Quantity.of(MICROS_PER_REFUSAL, bare.name(), load)),
            "times bare",
            1.15);
    if (rate > 0) {
      return List.of(times);
    }
    Claim perCore =
        Claim.atLeast(
            "refusals-per-core-" + style,
            "One core with nothing else to do refuses at least 30,000 a second by %s (refusals in"
                    .formatted(style)
                + " each second of the server's CPU time, in a flood)",
            Quantity.of(REFUSALS_PER_CPU_SECOND, ours.name(), load),
            "per second",
            30_000);
    return List.of(times, perCore);
  }

  /** Hellos that claim nothing, so many a second; 0 for as many as are refused. */
  private static LoadSpec hellos(int ratePerSecond) {
    return LoadSpec.hellos(
        ratePerSecond > 0 ? ratePerSecond + " hellos/s" : "flood",
        HelloSpec.of(
            ReplayOptions.to(HelloSpec.ANYWHERE)
                .concurrency(CONCURRENCY)
                .ratePerSecond(ratePerSecond)
                .sourceAddresses(SourceAddresses.countForFlood())
                .build()));
  }

  private static Timing timing(boolean quick, int windowSeconds) {
    return Timing.of(
        Duration.ZERO,
        Duration.ofSeconds(quick ? 1 : windowSeconds),
        Duration.ofSeconds(quick ? 1 : windowSeconds),
        Duration.ofSeconds(quick ? 1 : 2),
        quick ? 1 : 3,
        quick ? 2 : 4);
  }
}
