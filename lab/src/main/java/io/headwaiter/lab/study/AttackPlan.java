package io.headwaiter.lab.study;

import io.headwaiter.load.LoadOptions;
import io.headwaiter.load.LoadOptionsBuilder;
import io.headwaiter.load.workload.PlainWorkload;
import io.headwaiter.load.workload.RateProfile;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;

/**
 * What happens on the fresh server of one attack, and the honest visits that come meanwhile: a calm
 * stretch, the attack, and some time for the last of them to end.
 *
 * @param warmUp load on the fresh server, which may use the load's processor meanwhile
 * @param preparing time of an attack that collects something before
 * @param lead honest load before the calm stretch
 * @param calmSeconds length of the calm stretch
 * @param attackSeconds honest visits come for so long under attack
 * @param tail the attack goes on for so long, for the last of them to end
 */
public record AttackPlan(
    Duration warmUp,
    Duration preparing,
    Duration lead,
    int calmSeconds,
    int attackSeconds,
    Duration tail) {
  /** Honest visits begun per second. */
  public static final double VISITS_PER_SECOND = 20;

  // In the mean one heavy page and three light ones: an attack that asks for heavy ones only costs
  // more a request than honest visits do.
  private static final int PAGES = 4;
  private static final List<String> SITE =
      Stream.concat(Stream.of(Attack.HEAVY), Attack.LIGHT.stream()).toList();
  private static final Duration THINK = Duration.ofMillis(300);
  private static final Duration PATIENCE = Duration.ofSeconds(1);
  private static final double WARM_UP_PER_SECOND = 60;
  private static final String HONEST_NETWORKS =
      "127.1.1.0/24,127.1.2.0/24,127.1.3.0/24,127.1.4.0/24,127.1.5.0/24,127.1.6.0/24";
  // A rate of nothing would never end.
  private static final double HARDLY_ANYBODY = 1e-9;

  /** Returns the usual plan. */
  public static AttackPlan of(boolean quick) {
    return quick
        ? new AttackPlan(seconds(2), seconds(1), seconds(1), 3, 3, seconds(2))
        : new AttackPlan(seconds(7), seconds(4), seconds(2), 6, 6, seconds(2));
  }

  private static Duration seconds(int seconds) {
    return Duration.ofSeconds(seconds);
  }

  /** Returns the time from the start of the calm stretch to the end of the last honest visit. */
  public Duration watched() {
    return Duration.ofSeconds((long) calmSeconds + attackSeconds).plus(tail);
  }

  /** Returns the time that the attack lasts. */
  public Duration attackTime() {
    return Duration.ofSeconds(attackSeconds).plus(tail);
  }

  /** Returns honest visits that begin before the attack; it is watched how they end. */
  public LoadOptions before(URI target, long seed) {
    long stopMillis = lead.plusSeconds(calmSeconds).toMillis();
    return load(target, lead, watched(), stopMillis, seed);
  }

  /** Returns honest visits that begin during the attack. */
  public LoadOptions during(URI target, long seed) {
    return load(target, Duration.ZERO, attackTime(), attackSeconds * 1000L, seed);
  }

  /** Returns more of the same for a fresh server. */
  public LoadOptions warmUpLoad(URI target, long seed) {
    return builder(target, Duration.ZERO, warmUp)
        .ratePerSecond(WARM_UP_PER_SECOND)
        .seed(seed)
        .build();
  }

  private static LoadOptions load(
      URI target, Duration leadIn, Duration window, long stopMillis, long seed) {
    return builder(target, leadIn, window)
        .ratePerSecond(VISITS_PER_SECOND)
        .profile(RateProfile.step(stopMillis, 1, HARDLY_ANYBODY))
        .seed(seed)
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
