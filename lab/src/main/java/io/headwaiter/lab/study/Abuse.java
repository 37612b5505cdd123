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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * What attacks take from honest visits, each on a fresh server: a load of the experiment is an
 * attack.
 *
 * <p>{@code kept} is the completed share of the honest visits that began under attack, over that of
 * the calm stretch on the same server; the claim about a lie divides it by the same under as many
 * plain hellos. Under way are the visits that had begun before the attack. The price under attack
 * is held against that of the calm stretch, and its claims divide by what the same ratio was in the
 * same round without an attack: the same visits came then, so what chance makes of their pages
 * cancels, and so does a server that still gets faster.
 */
public final class Abuse {
  /** Name of the experiment. */
  public static final String NAME = "abuse";

  /** Kind of a Jetty with Headwaiter. */
  public static final String JETTY = "jetty";

  /** Completed part of the honest visits that ended in the calm stretch. */
  public static final String CALM_SHARE = "calmShare";

  /** Honest visits that began under attack, and what became of them. */
  public static final String NEW_OFFERED = "newOffered";

  public static final String NEW_COMPLETED = "newCompleted";
  public static final String NEW_REFUSED = "newRefused";

  /** Visits under way when the attack began that have ended since, and how many were completed. */
  public static final String UNDER_WAY = "underWay";

  public static final String UNDER_WAY_COMPLETED = "underWayCompleted";

  /** Median of the learned price of a new visit, in the calm stretch and under attack. */
  public static final String CALM_PRICE_MILLIS = "calmPriceMillis";

  public static final String PRICE_MILLIS = "priceMillis";

  /** Processors used in the calm stretch and under attack. */
  public static final String CALM_BUSY = "calmBusy";

  public static final String BUSY = "busy";

  /** Idle part of the processor in seconds in which honest visits were refused; 0 without any. */
  public static final String IDLE_REFUSING = "idleRefusing";

  /** What the attack did: {@link io.headwaiter.lab.abuse.Tally}. */
  public static final String ATTACK_CONNECTIONS = "attackConnections";

  public static final String ATTACK_ENTERED = "attackEntered";
  public static final String ATTACK_ANSWERS = "attackAnswers";
  public static final String ATTACK_ENDED = "attackEnded";

  /** Names of the parts to choose from, in the order they run; plain hellos belong to the lies. */
  public static final List<String> PARTS =
      Attack.ALL.stream()
          .map(Attack::part)
          .filter(part -> !part.equals(Attack.PLAIN.part()))
          .distinct()
          .toList();

  private static final Set<String> ON_JETTY =
      Set.of("calm", "harvest", "streams", "hog", "many-hogs", "stall");
  // They take long to show that nothing happens.
  private static final Set<String> NOT_QUICK =
      Set.of("streams-light", "heads", "binders", "forged", "half-hellos", "rapid-reset");
  private static final double KEPT_MIN = 0.95;
  private static final double UNDER_WAY_MIN = 0.99;
  private static final double PRICE_MOVES_MAX = 0.10;
  private static final double IDLE_MAX = 0.15;
  // Brings the heavy page to 7 ms or so.
  private static final int PAGE_WORK_KIB = 9000;
  // The data of the shop do not matter, and each server makes its own.
  private static final String[] SMALL = {"--app", "auction", "--scale", "0.001"};
  // Measured on two cores: the start, and closing what one cell had open.
  private static final Duration START = Duration.ofSeconds(7);

  private static final Metric KEPT =
      Metric.higher(
          "kept",
          "new kept",
          o -> o.value(NEW_COMPLETED) / o.value(NEW_OFFERED) / o.value(CALM_SHARE));
  private static final Metric UNDER_WAY_KEPT =
      Metric.higher(
          "underWayKept", "under way kept", o -> o.value(UNDER_WAY_COMPLETED) / o.value(UNDER_WAY));
  private static final Metric PRICE =
      Metric.lower("price", "price", o -> o.value(PRICE_MILLIS) / o.value(CALM_PRICE_MILLIS));
  private static final Metric IDLE =
      Metric.lower(IDLE_REFUSING, "idle while refusing", o -> o.value(IDLE_REFUSING));
  private static final List<Metric> COLUMNS =
      List.of(
          Metric.higher(CALM_SHARE, "calm share", o -> o.value(CALM_SHARE)),
          KEPT,
          UNDER_WAY_KEPT,
          PRICE,
          Metric.higher(CALM_BUSY, "calm busy", o -> o.value(CALM_BUSY)),
          Metric.higher(BUSY, "busy", o -> o.value(BUSY)),
          IDLE,
          Metric.lower(ATTACK_ENTERED, "attacker in", o -> o.value(ATTACK_ENTERED)),
          Metric.higher(ATTACK_ENDED, "sent away", o -> o.value(ATTACK_ENDED)));

  private Abuse() {}

  /**
   * Returns the experiment.
   *
   * @param only parts to measure; empty for all
   */
  public static Experiment experiment(boolean quick, Customers customers, List<String> only) {
    List<ServerSpec> servers = servers(quick);
    List<Attack> attacks = attacks(quick, only);
    List<LoadSpec> loads = new ArrayList<>();
    List<Claim> claims = new ArrayList<>();
    for (Attack attack : attacks) {
      List<String> on = servers.stream().map(ServerSpec::name).filter(s -> on(attack, s)).toList();
      loads.add(LoadSpec.named(attack.name()).on(on.toArray(String[]::new)));
      if (!attack.equals(Attack.PLAIN)) {
        on.forEach(server -> claims.addAll(claims(attack, server)));
      }
    }
    AttackPlan plan = AttackPlan.of(quick);
    return new Experiment(
        NAME,
        "What do attacks take from honest visits?",
        servers,
        loads,
        ShopSpec.of(customers.withPageWorkKib(PAGE_WORK_KIB)),
        Timing.of(
            START.plus(plan.warmUp()).plus(plan.preparing()).plus(plan.lead()),
            plan.watched(),
            Duration.ZERO,
            Duration.ZERO,
            0,
            0),
        quick ? new Rounds(2, 2) : new Rounds(5, 5),
        customers.seed(),
        COLUMNS,
        claims);
  }

  private static List<ServerSpec> servers(boolean quick) {
    ServerSpec boringssl = tomcat("boringssl");
    ServerSpec jetty = ServerSpec.of(JETTY);
    return quick ? List.of(boringssl) : List.of(boringssl, tomcat("jsse"), jetty);
  }

  private static ServerSpec tomcat(String engine) {
    return ServerSpec.headwaiter().named(engine).with(SMALL).with("--tls", engine);
  }

  private static boolean on(Attack attack, String server) {
    return !server.equals(JETTY) || ON_JETTY.contains(attack.part());
  }

  /** Calm rounds always, and plain hellos where there is a lie. */
  private static List<Attack> attacks(boolean quick, List<String> only) {
    Set<String> parts = new TreeSet<>(only.isEmpty() ? PARTS : only);
    List<Attack> chosen =
        Attack.ALL.stream()
            .filter(attack -> parts.contains(attack.part()))
            .filter(attack -> !quick || only.contains(attack.part()) || isQuick(attack))
            .toList();
    boolean lies = chosen.stream().anyMatch(Attack::lies);
    return Attack.ALL.stream()
        .filter(
            attack ->
                attack.calm() || chosen.contains(attack) || (lies && attack.equals(Attack.PLAIN)))
        .toList();
  }

  private static boolean isQuick(Attack attack) {
    return !NOT_QUICK.contains(attack.name());
  }

  private static List<Claim> claims(Attack attack, String server) {
    String id = attack.name() + "-" + server;
    String under = ", " + server + ", under: " + attack.what();
    Quantity price = against(PRICE, attack, server, Attack.CALM);
    String unit = attack.calm() ? "of the calm price" : "of that without an attack";
    return List.of(
        Claim.atLeast(
            id + "-kept",
            "Honest visits that begin keep their share" + under,
            attack.lies()
                ? against(KEPT, attack, server, Attack.PLAIN)
                : Quantity.of(KEPT, server, attack.name()),
            attack.lies() ? "of that under plain hellos" : "of the calm share",
            KEPT_MIN),
        Claim.atLeast(
            id + "-under-way",
            "Visits under way are completed" + under,
            Quantity.of(UNDER_WAY_KEPT, server, attack.name()),
            "of them",
            UNDER_WAY_MIN),
        Claim.atMost(
            id + "-price-rises",
            "The learned price of a visit rises by at most a tenth" + under,
            price,
            unit,
            1 + PRICE_MOVES_MAX),
        Claim.atLeast(
            id + "-price-falls",
            "The learned price of a visit falls by at most a tenth" + under,
            price,
            unit,
            1 - PRICE_MOVES_MAX),
        Claim.atMost(
            id + "-idle",
            "The processor is hardly idle while honest visits are refused" + under,
            Quantity.of(IDLE, server, attack.name()),
            "of it",
            IDLE_MAX));
  }

  /** The metric, over the same of another attack in the same round. */
  private static Quantity against(Metric metric, Attack attack, String server, Attack other) {
    Quantity quantity = Quantity.of(metric, server, attack.name());
    return attack.equals(other)
        ? quantity
        : quantity.dividedBy(Quantity.of(metric, server, other.name()));
  }
}
