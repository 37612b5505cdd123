package io.headwaiter.core.pool.control;

import io.headwaiter.core.pool.Checks;
import io.headwaiter.core.pool.model.PoolModel;
import io.headwaiter.core.pool.model.ProfileSurface;
import io.headwaiter.core.pool.model.SustainableRate;
import io.headwaiter.core.pool.profile.OutsideProfileException;
import io.headwaiter.core.pool.profile.PoolSizes;
import io.headwaiter.core.pool.profile.Profile;
import io.headwaiter.core.pool.profile.ProfilePoint;
import io.headwaiter.core.pool.profile.RequestMix;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Decides the sizes of the pools from one interval to the next.
 *
 * <pre>
 *   a change is on trial   roll back if it did harm, else confirm it     {@link SizeTrial}
 *   the profile expired    leave the sizes, report it                    {@link ProfileValidity}
 *   else                   apply the best sizes for the live mix, if the model predicts a gain of
 *                          gainMin, the last change is a dwell ago, and the present sizes were full
 *                          for as long as a trial needs, or {@value #UNJUDGED_DWELLS} dwells old
 * </pre>
 *
 * <p>Sizes that did harm are not tried again with a similar mix, and each roll-back doubles the
 * dwell. So the sizes do not oscillate. But if the rate does not recover after a roll-back, those
 * sizes were not the cause, and both effects are reversed. The controller searches for the best
 * sizes again only after the mix has moved, or a bound or the profile has changed.
 *
 * <p>Threads may be those of a pool, or permits of a semaphore in front of virtual threads.
 *
 * <p>Not thread-safe. Its memory is bounded.
 */
public final class PoolController {
  private static final double MIX_REQUESTS_MIN = 200;
  private static final int DWELL_FACTOR_MAX = 16;
  // The longest wait of a change for enough intervals to compare, and of a trial for a full server.
  private static final int UNJUDGED_DWELLS = 4;

  private final PoolControlSettings settings;
  private final DecisionLog log = new DecisionLog();
  private final HarmfulSizes harmful = new HarmfulSizes();
  private final SizeChangeReview change;
  private final BestSizes best;
  private final LastRate rate = new LastRate();
  private PoolModel profiled;
  private ProfileValidity validity;
  private PoolSizes reference;
  private PoolSizes sizes;
  private PoolSizes before;
  private Optional<Long> changedNanos = Optional.empty();
  private Optional<Long> stableNanos = Optional.empty();
  private Optional<Long> comparedNanos = Optional.empty();
  private int dwellFactor = 1;
  private boolean hadExpired;

  /**
   * Creates a controller.
   *
   * @param profile the profile to start with
   * @param sizes the sizes that are set now
   * @throws OutsideProfileException if the profile covers no sizes within the bounds
   */
  public PoolController(PoolControlSettings settings, Profile profile, PoolSizes sizes) {
    this.settings = settings;
    this.sizes = sizes;
    before = sizes;
    best = new BestSizes(settings.threadsMax(), settings.connectionsMax());
    change = new SizeChangeReview(settings.lossMin(), settings.intervalsMin());
    install(profile);
  }

  /**
   * Replaces the profile.
   *
   * @throws OutsideProfileException if the profile covers no sizes within the bounds; the
   *     controller then keeps the old one
   */
  public void install(Profile profile) {
    PoolModel next = new PoolModel(new ProfileSurface(profile), profile.mix());
    reference = best.seek(next).orElseThrow(() -> new OutsideProfileException(best.nothing()));
    profiled = next;
    validity = new ProfileValidity();
    best.forget();
    change.forget();
    harmful.clear();
    dwellFactor = 1;
  }

  /**
   * Replaces the bound on connections, for example after the share of the fleet's budget has
   * changed. If more connections are set, the next decision reduces them in any case.
   *
   * @param most 1 to {@value ProfilePoint#THREADS_MAX}
   */
  public void setConnectionsMax(int most) {
    Checks.within("connectionsMax", most, 1, ProfilePoint.THREADS_MAX);
    best.setConnectionsMax(most);
    if (before.connections() > most) {
      change.confirmed(); // a roll-back is no longer possible
    }
  }

  /** The sizes that should be set. */
  public PoolSizes sizes() {
    return sizes;
  }

  /** The last {@value DecisionLog#LENGTH_MAX} decisions other than KEEP, oldest first. */
  public List<LoggedDecision> log() {
    return log.list();
  }

  /** Adds one interval and decides. */
  public PoolDecision update(PoolObservation seen) {
    stableNanos = Optional.of(stableNanos.orElse(seen.nowNanos()));
    PoolDecision decision = decide(seen);
    if (hadExpired && decision.expired().isEmpty()) {
      String why = "the profile fits again";
      log.add(decision(seen, PoolAction.PROFILE_VALID, decision.rate(), why));
    }
    hadExpired = decision.expired().isPresent();
    log.add(decision);
    return decision;
  }

  private PoolDecision decide(PoolObservation seen) {
    Optional<RequestMix> known = profiled.surface().profile().known(seen.mix());
    PoolModel model = profiled.withMix(known.orElse(profiled.mix()));
    if (sizes.connections() > best.connectionsMax()) {
      return squeeze(seen, model);
    }
    if (!seen.interval().sizes().equals(sizes)) {
      String why = "the sizes are not set yet: there are " + seen.interval().sizes();
      return decision(seen, PoolAction.KEEP, Optional.empty(), why);
    }
    Optional<String> expired = validity.check(profiled, seen);
    SizeTrial.Verdict verdict = judge(seen, model);
    if (change.wasBlamedWrongly()) {
      return forgive(seen, model);
    }
    if (verdict == SizeTrial.Verdict.HARM) {
      return rollBack(seen, model);
    }
    if (verdict == SizeTrial.Verdict.NO_HARM) {
      return confirm(seen, model);
    }
    if (expired.isPresent()) {
      String why = expired.get() + ": profile anew";
      return decision(seen, PoolAction.PROFILE_EXPIRED, Optional.empty(), why);
    }
    return change.trial().isPresent()
        ? keep(seen, model, "a change is on trial")
        : propose(seen, model);
  }

  private PoolDecision squeeze(PoolObservation seen, PoolModel model) {
    int most = best.connectionsMax();
    set(best.seek(model).orElse(new PoolSizes(sizes.threads(), most)), seen);
    change.forced();
    String why = "no more than %d connections are allowed now".formatted(most);
    return decision(seen, PoolAction.APPLY, rate(model), why);
  }

  private SizeTrial.Verdict judge(PoolObservation seen, PoolModel model) {
    ProfilePoint interval = seen.interval();
    SizeTrial.Verdict verdict = SizeTrial.Verdict.OPEN;
    if (interval.wasMeasured() || interval.threadsBusy() > 0) {
      SizeTrial.Interval x = logs(interval, model);
      boolean telling = change.trial().map(t -> t.isTelling(x)).orElse(true);
      comparedNanos = telling ? Optional.of(seen.nowNanos()) : comparedNanos;
      verdict = change.add(x);
    }
    boolean endless =
        change.trial().isPresent()
            && sinceNanos(comparedNanos, seen) > UNJUDGED_DWELLS * dwellNanos();
    return endless && verdict == SizeTrial.Verdict.OPEN ? SizeTrial.Verdict.NO_HARM : verdict;
  }

  private SizeTrial.Interval logs(ProfilePoint interval, PoolModel model) {
    double expected = model.sessionsPerSecond(reference.threads(), reference.connections());
    double offered = Math.log(interval.offeredSessionsPerSecond() / expected);
    return interval.wasMeasured()
        ? new SizeTrial.Interval(
            Math.log(interval.completedSessionsPerSecond() / expected),
            offered,
            interval.wasOverloaded())
        : SizeTrial.Interval.ofStandstill(offered);
  }

  private PoolDecision rollBack(PoolObservation seen, PoolModel model) {
    String why =
        String.format(Locale.ROOT, "%s carried %.1f %% less than %s", sizes, percent(), before);
    harmful.add(sizes, model.mix());
    dwellFactor = Math.min(DWELL_FACTOR_MAX, 2 * dwellFactor);
    set(before, seen);
    change.undone();
    return decision(seen, PoolAction.ROLL_BACK, rate(model), why);
  }

  /** The earlier sizes do not raise the rate either, so something else made the server slower. */
  private PoolDecision forgive(PoolObservation seen, PoolModel model) {
    harmful.forgiveLast();
    dwellFactor = 1;
    String why = "%s carry no more than what was rolled back: it was not to blame".formatted(sizes);
    return decision(seen, PoolAction.FORGIVE, rate(model), why);
  }

  /** The loss of rate since the change, in percent. */
  private double percent() {
    return -100 * Math.expm1(-change.trial().orElseThrow().loss());
  }

  private PoolDecision confirm(PoolObservation seen, PoolModel model) {
    SizeTrial trial = change.trial().orElseThrow();
    boolean judged = trial.isJudged() && !trial.isBound();
    String why =
        judged
            ? String.format(
                Locale.ROOT, "%s carried %.1f %% more than %s", sizes, -percent(), before)
            : "%s cannot be held against %s: the server was not full".formatted(sizes, before);
    dwellFactor = judged ? 1 : dwellFactor;
    change.confirmed();
    return decision(seen, PoolAction.CONFIRM, rate(model), why);
  }

  private PoolDecision propose(PoolObservation seen, PoolModel model) {
    if (validity.isInDoubt()) {
      return keep(seen, model, "the profile may have expired");
    }
    if (seen.mixRequests() < MIX_REQUESTS_MIN) {
      return keep(seen, model, "too few requests to know the mix");
    }
    if (sinceNanos(changedNanos, seen) < dwellNanos()) {
      return keep(seen, model, "the last change is too fresh");
    }
    if (!change.isComparable() && sinceNanos(stableNanos, seen) < UNJUDGED_DWELLS * dwellNanos()) {
      return keep(seen, model, "too little is known of the present sizes to compare others with");
    }
    Optional<PoolSizes> better = best.of(model);
    return better.isPresent()
        ? weigh(seen, model, better.get())
        : keep(seen, model, best.nothing());
  }

  private PoolDecision weigh(PoolObservation seen, PoolModel model, PoolSizes better) {
    double promised = model.sessionsPerSecond(better.threads(), better.connections());
    Optional<SustainableRate> now = rate(model);
    boolean more =
        now.map(r -> promised >= r.sessionsPerSecond() * (1 + settings.gainMin())).orElse(true);
    if (better.equals(sizes) || !more) {
      return keep(seen, model, "no sizes promise enough more");
    }
    if (harmful.contains(better, model.mix())) {
      return keep(seen, model, better + " did harm with a mix like this");
    }
    String present =
        now.map(r -> String.format(Locale.ROOT, "carry %.3g", r.sessionsPerSecond()))
            .orElse("were not profiled");
    String why =
        String.format(
            Locale.ROOT,
            "%s should carry %.3g sessions/s; %s %s",
            better,
            promised,
            sizes,
            present);
    before = sizes;
    set(better, seen);
    change.made();
    return decision(seen, PoolAction.APPLY, rate(model), why);
  }

  private long dwellNanos() {
    return settings.dwellNanos() * dwellFactor;
  }

  private static long sinceNanos(Optional<Long> instant, PoolObservation seen) {
    return instant.map(then -> seen.nowNanos() - then).orElse(Long.MAX_VALUE);
  }

  private void set(PoolSizes next, PoolObservation seen) {
    sizes = next;
    changedNanos = Optional.of(seen.nowNanos());
    stableNanos = changedNanos;
    comparedNanos = changedNanos;
  }

  /** Empty if the profile has expired. */
  private Optional<SustainableRate> rate(PoolModel model) {
    return validity.expired().isPresent() ? Optional.empty() : rate.of(model, sizes);
  }

  private PoolDecision keep(PoolObservation seen, PoolModel model, String why) {
    return decision(seen, PoolAction.KEEP, rate(model), why);
  }

  private PoolDecision decision(
      PoolObservation seen, PoolAction action, Optional<SustainableRate> rate, String why) {
    return new PoolDecision(seen.nowNanos(), action, sizes, rate, validity.expired(), why);
  }
}
