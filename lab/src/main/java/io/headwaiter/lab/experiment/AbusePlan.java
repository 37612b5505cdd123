package io.headwaiter.lab.experiment;

import io.headwaiter.lab.load.LoadOptions;
import io.headwaiter.lab.load.LoadOptionsBuilder;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.workload.PlainWorkload;
import io.headwaiter.lab.workload.RateProfile;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * How the experiment about abuse is run: each attack on a fresh server in each round.
 *
 * @param rounds how often each attack on each testbed
 * @param testbeds servers that are attacked
 * @param warmUp load on the fresh server, which may use the load's processor meanwhile
 * @param lead honest load before the calm stretch
 * @param calmSeconds length of the calm stretch
 * @param attackSeconds honest visits come for so long under attack
 * @param tail the attack goes on for so long, for the last of them to end
 * @param preparing time of an attack that collects something before
 * @param pageWorkKib additional work of the heavy page
 * @param seed decides arrivals and think times
 */
record AbusePlan(
    int rounds,
    List<Testbed> testbeds,
    Duration warmUp,
    Duration lead,
    int calmSeconds,
    int attackSeconds,
    Duration tail,
    Duration preparing,
    int pageWorkKib,
    long seed) {
  /** All parts, in the order they run; {@code plain} belongs to the lies. */
  static final List<String> PARTS =
      Abuse.ALL.stream()
          .map(Abuse::part)
          .filter(part -> !part.equals(Abuse.PLAIN.part()))
          .distinct()
          .toList();

  /** Attacks that are made on Jetty, too. */
  static final List<String> ON_JETTY = List.of("harvest", "streams", "hog", "stall");

  /** Honest visits begun per second. */
  static final double VISITS_PER_SECOND = 20;

  // In the mean one heavy page and three light ones: an attack that asks for heavy ones only costs
  // more a request than honest visits do.
  private static final int PAGES = 4;
  private static final List<String> SITE =
      Stream.concat(Stream.of(Abuse.HEAVY), Abuse.LIGHT.stream()).toList();
  // Brings the heavy page to 7 ms or so.
  private static final int PAGE_WORK_KIB = 9000;
  private static final Duration THINK = Duration.ofMillis(300);
  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final double WARM_UP_PER_SECOND = 60;
  private static final String HONEST_NETWORKS =
      "127.1.1.0/24,127.1.2.0/24,127.1.3.0/24,127.1.4.0/24,127.1.5.0/24,127.1.6.0/24";
  // A rate of nothing would never end.
  private static final double HARDLY_ANYBODY = 1e-9;

  /**
   * A server.
   *
   * @param container {@code tomcat} or {@code jetty}
   * @param engine as the option {@code tls} names it; Jetty has JSSE only
   */
  record Testbed(String container, String engine) {
    boolean jetty() {
      return container.equals("jetty");
    }

    /** For tables and names of checks. */
    String label() {
      return jetty() ? container : engine;
    }
  }

  /** Copies the list. */
  AbusePlan {
    testbeds = List.copyOf(testbeds);
  }

  static AbusePlan of(boolean quick, Customers customers) {
    Testbed boringssl = new Testbed("tomcat", "boringssl");
    Testbed jsse = new Testbed("tomcat", "jsse");
    Testbed jetty = new Testbed("jetty", "jsse");
    return quick
        ? new AbusePlan(
            1,
            List.of(boringssl),
            Duration.ofSeconds(3),
            Duration.ofSeconds(2),
            4,
            4,
            Duration.ofSeconds(2),
            Duration.ofSeconds(2),
            PAGE_WORK_KIB,
            customers.seed())
        : new AbusePlan(
            5,
            List.of(boringssl, jsse, jetty),
            Duration.ofSeconds(7),
            Duration.ofSeconds(3),
            6,
            6,
            Duration.ofSeconds(2),
            Duration.ofSeconds(4),
            PAGE_WORK_KIB,
            customers.seed());
  }

  /** The parts, ready to run. */
  List<ExperimentPart> parts(ExperimentSetting setting) {
    AbuseRuns runs = new AbuseRuns(setting, this);
    List<ExperimentPart> parts = new ArrayList<>();
    for (String part : PARTS) {
      parts.add(
          new AbusePart(
              part,
              runs,
              this,
              Abuse.ALL.stream().filter(abuse -> abuse.part().equals(part)).toList()));
    }
    return parts;
  }

  /** Testbeds of an attack. */
  List<Testbed> testbeds(Abuse abuse) {
    return testbeds.stream()
        .filter(testbed -> !testbed.jetty() || abuse.calm() || ON_JETTY.contains(abuse.part()))
        .toList();
  }

  /** What one attack takes on one server, without the start of it. */
  Duration cell() {
    return warmUp
        .plus(preparing)
        .plus(lead)
        .plusSeconds((long) calmSeconds + attackSeconds)
        .plus(tail);
  }

  /** From the start of the calm stretch to the last honest visit's end. */
  Duration watched() {
    return Duration.ofSeconds((long) calmSeconds + attackSeconds).plus(tail);
  }

  /** Honest visits that begin before the attack; it is watched how they end. */
  LoadOptions before(URI target, int round) {
    long stopMillis = lead.plusSeconds(calmSeconds).toMillis();
    return load(target, lead, watched(), stopMillis, seed + 2L * round);
  }

  /** Honest visits that begin during the attack. */
  LoadOptions during(URI target, int round) {
    Duration window = Duration.ofSeconds(attackSeconds).plus(tail);
    return load(target, Duration.ZERO, window, attackSeconds * 1000L, seed + 2L * round + 1);
  }

  /** More of the same for a fresh server. */
  LoadOptions warmUpLoad(URI target) {
    return builder(target, Duration.ZERO, warmUp)
        .ratePerSecond(WARM_UP_PER_SECOND)
        .seed(seed - 1)
        .build();
  }

  private LoadOptions load(
      URI target, Duration leadIn, Duration window, long stopMillis, long loadSeed) {
    return builder(target, leadIn, window)
        .ratePerSecond(VISITS_PER_SECOND)
        .profile(RateProfile.step(stopMillis, 1, HARDLY_ANYBODY))
        .seed(loadSeed)
        .build();
  }

  private static LoadOptionsBuilder builder(URI target, Duration leadIn, Duration window) {
    return LoadOptions.builder(target)
        .plain(new PlainWorkload(PAGES, /* fixedLength= */ true, SITE, List.of()))
        .thinkMean(THINK)
        .patience(PATIENCE)
        .warmup(leadIn)
        .duration(window)
        .sourceNetworks(HONEST_NETWORKS);
  }
}
