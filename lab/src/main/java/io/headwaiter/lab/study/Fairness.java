package io.headwaiter.lab.study;

import io.headwaiter.lab.model.Claim;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.LoadSpec;
import io.headwaiter.lab.model.Quantity;
import io.headwaiter.lab.model.Rounds;
import io.headwaiter.lab.model.ServerSpec;
import io.headwaiter.lab.model.ShopSpec;
import io.headwaiter.lab.model.Timing;
import io.headwaiter.lab.model.Values;
import io.headwaiter.load.HelloClaim;
import io.headwaiter.load.LoadOptions;
import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Honest new visits from a hundred networks, and an attack from four others, on a server whose new
 * visits wait.
 */
public final class Fairness {
  /** Name of the part. */
  public static final String NAME = "fairness";

  private static final int HONEST_NETWORKS = 100;
  private static final String CALM = "calm";
  private static final String ATTACK = "attack from four networks";

  private Fairness() {}

  /** Returns the experiment. */
  public static Experiment experiment(boolean quick, Customers customers) {
    Customers light = customers.hasty().withPageWorkKib(600);
    LoadOptions visits =
        Visits.browsing(light).toBuilder().sourceNetworks(honestNetworks()).build();
    LoadSpec calm = LoadSpec.times(CALM, Lying.HONEST, visits);
    return new Experiment(
        NAME,
        "What do a few networks take from all others?",
        List.of(ServerSpec.headwaiter().with("--tls", "boringssl", "--waiting-room-max", "1000")),
        List.of(calm, calm.beside(ATTACK, Lying.hellos(HelloClaim.NONE, 1024))),
        ShopSpec.of(light),
        timing(quick),
        quick ? new Rounds(2, 2) : new Rounds(4, 8),
        customers.seed(),
        List.of(
            Values.HELLOS_PER_SECOND,
            Values.HELLOS_ADMITTED_PER_SECOND,
            Values.COMPLETED_PER_SECOND,
            Values.KEPT,
            Values.P99_MILLIS,
            Values.CORES),
        List.of(
            Claim.atLeast(
                "completed-under-attack-of-four-networks",
                "With turns between networks, under an attack of 20 times the capacity from four"
                    + " networks, honest new visits from a hundred others complete at least 80 % of"
                    + " what they complete without it",
                Quantity.of(Values.COMPLETED_PER_SECOND, ServerSpec.HEADWAITER, ATTACK)
                    .dividedBy(
                        Quantity.of(Values.COMPLETED_PER_SECOND, ServerSpec.HEADWAITER, CALM)),
                "of that",
                0.8)));
  }

  private static String honestNetworks() {
    return IntStream.range(0, HONEST_NETWORKS)
        .mapToObj(i -> "127.2." + i + ".0/24")
        .collect(Collectors.joining(","));
  }

  private static Timing timing(boolean quick) {
    return Timing.of(
            Duration.ofMillis(quick ? 1000 : 3000),
            Duration.ofMillis(quick ? 3000 : 7000),
            Duration.ofMillis(quick ? 500 : 1000),
            Duration.ofSeconds(quick ? 2 : 3),
            quick ? 2 : 4,
            quick ? 3 : 6)
        .searching(
            Duration.ofMillis(quick ? 1500 : 2000),
            Duration.ofMillis(quick ? 1000 : 2300),
            /* coarse= */ quick);
  }
}
