package io.headwaiter.lab.study;

import static io.headwaiter.lab.model.ServerSpec.HEADWAITER;
import static io.headwaiter.lab.model.ServerSpec.STOCK;

import io.headwaiter.lab.model.Claim;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.Disturbance;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.HelloSpec;
import io.headwaiter.lab.model.LoadSpec;
import io.headwaiter.lab.model.Quantity;
import io.headwaiter.lab.model.Rounds;
import io.headwaiter.lab.model.ServerSpec;
import io.headwaiter.lab.model.ShopSpec;
import io.headwaiter.lab.model.Timing;
import io.headwaiter.lab.model.Values;
import io.headwaiter.load.HelloClaim;
import io.headwaiter.load.LoadOptions;
import io.headwaiter.load.OnFailure;
import io.headwaiter.load.ReplayOptions;
import io.headwaiter.load.SourceAddresses;
import io.headwaiter.load.workload.RateProfile;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Bad days of a shop, on Headwaiter and on a stock Tomcat with the same visits. */
public final class BadDays {
  /** Name of the part. */
  public static final String NAME = "scenarios";

  private static final double CALM = 0.5;
  private static final double LEAST = 0.98;
  private static final int PAUSE_MILLIS = 50;
  private static final String LONG = "RSA-4096";
  private static final String LONG_KEY = " rsa-4096";
  private static final String RESTARTED = " restarted";

  private final Timing timing;
  private final LoadOptions visits;

  private BadDays(Timing timing, LoadOptions visits) {
    this.timing = timing;
    this.visits = visits;
  }

  /**
   * A bad day.
   *
   * @param words what happens
   * @param load who comes
   * @param servers what is added to the names of the two servers
   */
  private record Day(String words, LoadSpec load, String servers) {
    LoadSpec onServers() {
      return load.on(HEADWAITER + servers, STOCK + servers);
    }

    Claim claim() {
      Quantity ours = Quantity.of(Values.COMPLETED_PER_SECOND, HEADWAITER + servers, load.name());
      Quantity stock =
          Quantity.of(Values.COMPLETED_OR_ONE_PER_SECOND, STOCK + servers, load.name());
      return Claim.atLeast(
          "scenario-" + load.name(),
          "Headwaiter completes at least 98 % of what a stock Tomcat does: " + words,
          ours.dividedBy(stock),
          "of stock's",
          LEAST);
    }
  }

  /**
   * Returns the experiment; a quick look has the three days in which nothing happens to the shop.
   */
  public static Experiment experiment(boolean quick, Customers customers) {
    Customers hasty = customers.hasty();
    Timing timing = timing(quick);
    BadDays days = new BadDays(timing, Visits.browsing(hasty));
    List<Day> all = new ArrayList<>(days.crowds());
    List<ServerSpec> servers = new ArrayList<>(pair(""));
    if (!quick) {
      all.addAll(days.troubles());
      pair(LONG_KEY).forEach(one -> servers.add(one.withKey(LONG)));
      servers.addAll(pair(RESTARTED));
    }
    return new Experiment(
        NAME,
        "How does a bad day end?",
        servers,
        all.stream().map(Day::onServers).toList(),
        ShopSpec.of(hasty),
        timing,
        quick ? new Rounds(2, 2) : new Rounds(2, 4),
        customers.seed(),
        Values.OVERLOAD,
        all.stream().map(Day::claim).toList());
  }

  private static List<ServerSpec> pair(String name) {
    return List.of(
        ServerSpec.headwaiter().with("--tls", "jsse").named(HEADWAITER + name),
        ServerSpec.stock().named(STOCK + name));
  }

  private List<Day> crowds() {
    long start = timing.lead().toMillis();
    long length = timing.window().toMillis();
    return List.of(
        new Day(
            "half of 1x, for a third of the time twenty times 1x, then half again",
            changing(
                "flash-crowd",
                RateProfile.of(
                    point(start + length / 6, CALM),
                    point(start + length / 6, 20),
                    point(start + length / 2, 20),
                    point(start + length / 2, CALM))),
            ""),
        new Day(
            "from a fifth of 1x up to eight times 1x",
            changing("slow-ramp", RateProfile.of(point(start, 0.2), point(start + length, 8))),
            ""),
        new Day(
            "nearly nobody, then at once twenty times 1x",
            changing("idle-then-burst", RateProfile.step(start, 0.02, 20)),
            ""));
  }

  private List<Day> troubles() {
    LoadOptions persistent =
        visits.toBuilder()
            .onFailure(OnFailure.RETRY_SAME_SESSION)
            .retryDelay(Duration.ofSeconds(1))
            .retrySpread(0.5)
            .maxRetries(10)
            .build();
    return List.of(
        new Day(
            "five times 1x, and who fails comes back",
            LoadSpec.times("retry-storm", 5, Retries.with(visits)),
            ""),
        new Day(
            "three times 1x, while each page waits 50 ms more",
            LoadSpec.times("slow-database", 3, visits)
                .meanwhile(Disturbance.setting("pagePauseMillis", PAUSE_MILLIS)),
            ""),
        new Day(
            "1x, and twenty times as many replays of one hello",
            LoadSpec.times("forged-claims", 1, visits).beside("forged-claims", replays()),
            ""),
        new Day(
            "five times 1x, with a certificate of RSA-4096",
            LoadSpec.times("dear-certificate", 5, visits),
            LONG_KEY),
        new Day(
            "1x; the server starts again and no ticket is good",
            LoadSpec.times("restart", 1, persistent).meanwhile(Disturbance.RESTART),
            RESTARTED));
  }

  private LoadSpec changing(String name, RateProfile profile) {
    return LoadSpec.times(name, 1, visits.toBuilder().profile(profile).build());
  }

  private static HelloSpec replays() {
    return HelloSpec.times(
            20,
            ReplayOptions.to(HelloSpec.ANYWHERE)
                .claim(HelloClaim.NONE)
                .concurrency(128)
                .sourceAddresses(SourceAddresses.countForFlood())
                .build())
        .replayed();
  }

  private static RateProfile.Point point(long millis, double factor) {
    return new RateProfile.Point(millis, factor);
  }

  private static Timing timing(boolean quick) {
    return quick
        ? Timing.ofMillis(1000, 4000, 400, 1500, 2, 2)
            .searchingMillis(1500, 1000, /* coarse= */ true)
        : Timing.ofMillis(2500, 11_000, 700, 2500, 4, 3)
            .searchingMillis(2000, 2300, /* coarse= */ false);
  }
}
