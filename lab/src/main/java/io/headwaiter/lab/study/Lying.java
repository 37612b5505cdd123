package io.headwaiter.lab.study;

import io.headwaiter.lab.model.Claim;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.HelloSpec;
import io.headwaiter.lab.model.LoadSpec;
import io.headwaiter.lab.model.Metric;
import io.headwaiter.lab.model.Quantity;
import io.headwaiter.lab.model.Rounds;
import io.headwaiter.lab.model.ServerSpec;
import io.headwaiter.lab.model.ShopSpec;
import io.headwaiter.lab.model.Timing;
import io.headwaiter.lab.model.Values;
import io.headwaiter.load.HelloClaim;
import io.headwaiter.load.ReplayOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Whether a hello that lies gains anything: honest visits at part of the capacity, beside them many
 * times the capacity in hellos that nobody stands behind. In one attack they claim nothing, in the
 * others each claims to resume a session that does not exist, or one that is sent again and again.
 */
public final class Lying {
  /** Name of the experiment, and of the door's part. */
  public static final String NAME = "lying";

  /** Whom the hellos come from: 1,016 clients in four networks. */
  static final String CROWD = "127.4.1.0/24,127.4.2.0/24,127.4.3.0/24,127.4.4.0/24";

  /** Honest visits, in multiples of 1x. */
  static final double HONEST = 0.6;

  /** Hellos of the attack, in multiples of 1x. */
  static final double ATTACK = 20;

  private static final String CALM = "calm";
  private static final String PLAIN = "no claim";

  private Lying() {}

  /** Returns the experiment of this name, on JSSE, with pages of the usual cost. */
  public static Experiment onJsse(boolean quick, Customers customers) {
    return experiment(
        "jsse",
        customers,
        quick
            ? timing(4000, 6000, 0, 8).searching(seconds(3), seconds(3), /* coarse= */ true)
            : timing(8000, 20_000, 0, 20).searching(seconds(6), seconds(8), /* coarse= */ true),
        quick ? new Rounds(2, 2) : new Rounds(4, 6));
  }

  /** Returns the door's part: light pages, on each TLS engine. */
  public static List<Experiment> onEngines(boolean quick, Customers customers) {
    // Visits of some 1.6 s, with pages of half a millisecond: 1x is then a hundred visits a second,
    // of which a window counts enough, and twenty times that is an attack that one core can send.
    Customers light = customers.hasty().withPageWorkKib(600);
    Timing timing =
        quick
            ? timing(1000, 2500, 2, 3).searchingMillis(1500, 1000, /* coarse= */ true)
            : timing(2000, 7000, 4, 16).searchingMillis(2000, 2300, /* coarse= */ true);
    Rounds rounds = quick ? new Rounds(2, 2) : new Rounds(3, 5);
    List<String> engines = quick ? List.of("boringssl") : List.of("boringssl", "jsse");
    return engines.stream().map(engine -> experiment(engine, light, timing, rounds)).toList();
  }

  private static Experiment experiment(
      String engine, Customers customers, Timing timing, Rounds rounds) {
    LoadSpec calm = LoadSpec.times(CALM, HONEST, Visits.browsing(customers));
    List<LoadSpec> lies =
        List.of(
            calm.beside("random session id", hellos(HelloClaim.SESSION_ID)),
            calm.beside("forged ticket", hellos(HelloClaim.TICKET)),
            calm.beside("forged pre-shared key", hellos(HelloClaim.PSK)),
            calm.beside("replayed valid ticket", hellos(HelloClaim.NONE).replayed()));
    List<LoadSpec> loads =
        new ArrayList<>(List.of(calm, calm.beside(PLAIN, hellos(HelloClaim.NONE))));
    loads.addAll(lies);
    List<Claim> claims = new ArrayList<>();
    lies.forEach(lie -> claims.add(completed(engine, lie.name())));
    loads.subList(1, loads.size()).forEach(attack -> claims.add(kept(engine, attack.name())));
    return new Experiment(
        NAME + "-" + engine,
        "What does a hello gain that falsely claims to resume?",
        List.of(ServerSpec.headwaiter().with("--tls", engine)),
        loads,
        ShopSpec.of(customers),
        timing,
        rounds,
        customers.seed(),
        List.of(
            Values.HELLOS_PER_SECOND,
            Values.HELLOS_ADMITTED_PER_SECOND,
            Values.COMPLETED_PER_SECOND,
            Values.KEPT,
            Values.P99_MILLIS,
            Values.CORES),
        claims);
  }

  private static Claim completed(String engine, String lie) {
    return Claim.atLeast(
        engine + "-completed-under-" + id(lie),
        engine
            + ": under hellos with a "
            + lie
            + " honest visits complete at least 95 % of what they complete under as many hellos that"
            + " claim nothing",
        ratio(Values.COMPLETED_PER_SECOND, lie, PLAIN),
        "of that",
        0.95);
  }

  private static Claim kept(String engine, String attack) {
    return Claim.atLeast(
        engine + "-kept-under-" + id(attack),
        engine
            + ": of the visits under way at least 95 % of the calm share are carried to their end"
            + " under: "
            + attack,
        ratio(Values.KEPT, attack, CALM),
        "of that",
        0.95);
  }

  private static Quantity ratio(Metric metric, String load, String of) {
    return Quantity.of(metric, ServerSpec.HEADWAITER, load)
        .dividedBy(Quantity.of(metric, ServerSpec.HEADWAITER, of));
  }

  private static String id(String load) {
    return load.replace(' ', '-');
  }

  private static HelloSpec hellos(HelloClaim claim) {
    return hellos(claim, 256);
  }

  /** Hellos of the crowd, twenty times 1x. */
  static HelloSpec hellos(HelloClaim claim, int concurrency) {
    return HelloSpec.times(
        ATTACK,
        ReplayOptions.to(HelloSpec.ANYWHERE)
            .claim(claim)
            .concurrency(concurrency)
            .patience(seconds(5))
            .sourceNetworks(CROWD)
            .build());
  }

  private static Timing timing(
      int leadMillis, int windowMillis, int compileWindows, int warmUpMax) {
    return Timing.of(
        millis(leadMillis),
        millis(windowMillis),
        seconds(1),
        seconds(3),
        compileWindows,
        warmUpMax);
  }

  private static Duration seconds(int seconds) {
    return Duration.ofSeconds(seconds);
  }

  private static Duration millis(int millis) {
    return Duration.ofMillis(millis);
  }
}
