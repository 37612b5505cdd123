package io.headwaiter.core.pool;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Which sizes the pools should have, from one interval to the next.
 *
 * <pre>
 *   profile expired       leave the sizes, say so                       {@link ProfileValidity}
 *   a change is on trial  roll back if it did harm, else confirm it     {@link PoolTrial}
 *   the best sizes for the live mix promise gainMin more, and the last change is dwell ago: apply
 *   else                  keep
 * </pre>
 *
 * <p>Sizes that did harm are not tried again with a mix like that ({@value #SAME_MIX} away or
 * less), and each roll-back doubles the dwell: nothing swings. The best sizes are sought anew only
 * when the mix has moved. Only intervals under overload are compared: others say what customers
 * wanted, not what the server could.
 *
 * <p>Whether threads are a pool's or a semaphore's permits before virtual threads makes no
 * difference here.
 *
 * <p>Not thread-safe. Its memory is bounded.
 */
public final class PoolController {
  private static final double SAME_MIX = 0.05;
  private static final double MIX_MOVED = 0.02;
  private static final double MIX_REQUESTS_MIN = 200;
  private static final int LOG_MAX = 200;
  private static final int HARMFUL_MAX = 20;
  private static final int DWELL_FACTOR_MAX = 16;
  // A trial that cannot be judged because the server is never full ends after so many dwells.
  private static final int UNJUDGED_DWELLS = 4;

  private final PoolControlSettings settings;
  private final Deque<PoolDecision> log = new ArrayDeque<>();
  private final Deque<Harmful> harmful = new ArrayDeque<>();
  private final PoolTrial.Window recent;
  private ProfileSurface surface;
  private ProfileValidity validity;
  private PoolSizes reference;
  private PoolSizes sizes;
  private PoolSizes before;
  private PoolTrial trial;
  private Long changedNanos;
  private int dwellFactor = 1;
  private RequestMix soughtFor;
  private SustainableRate best;

  /** Sizes that were rolled back, and with which mix. */
  private record Harmful(PoolSizes sizes, RequestMix mix) {}

  /**
   * A controller.
   *
   * @param profile to go by
   * @param sizes that are set now
   * @throws OutsideProfileException if the bounds leave nothing that was profiled
   */
  public PoolController(PoolControlSettings settings, Profile profile, PoolSizes sizes) {
    this.settings = settings;
    this.sizes = sizes;
    recent = new PoolTrial.Window(3 * settings.intervalsMin());
    install(profile);
  }

  /** Goes by another profile from now on. */
  public void install(Profile profile) {
    ProfileSurface next = new ProfileSurface(profile);
    SustainableRate nextBest =
        optimizer(new PoolModel(next, profile.mix())).orElseThrow(this::none);
    surface = next;
    validity = new ProfileValidity();
    reference = nextBest.sizes();
    soughtFor = null;
    trial = null;
    recent.clear();
    harmful.clear();
    dwellFactor = 1;
  }

  private Optional<SustainableRate> optimizer(PoolModel model) {
    return new PoolOptimizer(model, settings.threadsMax(), settings.connectionsMax()).best();
  }

  private OutsideProfileException none() {
    return new OutsideProfileException(
        "nothing up to %d threads and %d connections was profiled: raise the bounds or profile there"
            .formatted(settings.threadsMax(), settings.connectionsMax()));
  }

  /** The sizes that should be set. */
  public PoolSizes sizes() {
    return sizes;
  }

  /** The last {@value #LOG_MAX} decisions that were not to keep things, oldest first. */
  public List<PoolDecision> log() {
    return new ArrayList<>(log);
  }

  /** Takes in one interval and decides. */
  public PoolDecision update(PoolObservation seen) {
    PoolDecision decision = decide(seen);
    if (isNews(decision)) {
      log.add(decision);
      if (log.size() > LOG_MAX) {
        log.remove();
      }
    }
    return decision;
  }

  private boolean isNews(PoolDecision decision) {
    PoolDecision last = log.peekLast();
    return switch (decision.action()) {
      case KEEP -> false;
      case PROFILE_EXPIRED -> last == null || last.action() != PoolAction.PROFILE_EXPIRED;
      default -> true;
    };
  }

  private PoolDecision decide(PoolObservation seen) {
    if (!seen.sizes().equals(sizes)) {
      return decision(seen, PoolAction.KEEP, Optional.empty(), "the sizes are not set yet");
    }
    Optional<String> expired = validity.check(surface, seen);
    Optional<RequestMix> known = seen.mix().only(Set.copyOf(surface.profile().types()));
    if (expired.isPresent() || known.isEmpty()) {
      return expired(seen, expired.orElse("no request is of a type that was profiled"));
    }
    PoolModel model = new PoolModel(surface, known.get());
    PoolTrial.Verdict verdict = judge(seen, model);
    return switch (verdict) {
      case HARM -> rollBack(seen, model);
      case NO_HARM -> confirm(seen, model);
      case OPEN -> trial == null ? propose(seen, model) : keep(seen, model, "a change is on trial");
    };
  }

  private PoolDecision expired(PoolObservation seen, String why) {
    // What is measured now is not comparable with what comes after a new profile.
    recent.clear();
    return decision(seen, PoolAction.PROFILE_EXPIRED, Optional.empty(), why + ": profile anew");
  }

  private PoolTrial.Verdict judge(PoolObservation seen, PoolModel model) {
    ProfilePoint interval = seen.interval();
    boolean counts = interval.isOverloaded() && interval.isMeasured();
    double x =
        counts
            ? Math.log(
                interval.completedSessionsPerSecond()
                    / model.sessionsPerSecond(reference.threads(), reference.connections()))
            : 0;
    if (counts) {
      recent.add(x);
    }
    if (trial == null) {
      return PoolTrial.Verdict.OPEN;
    }
    long since = seen.nowNanos() - changedNanos;
    if (!trial.canJudge() || since > UNJUDGED_DWELLS * settings.dwellNanos() * dwellFactor) {
      return PoolTrial.Verdict.NO_HARM;
    }
    return counts ? trial.add(x) : PoolTrial.Verdict.OPEN;
  }

  private PoolDecision rollBack(PoolObservation seen, PoolModel model) {
    String why =
        "%s carried %.1f %% less than %s"
            .formatted(sizes, -100 * Math.expm1(-trial.loss()), before);
    harmful.add(new Harmful(sizes, model.mix()));
    if (harmful.size() > HARMFUL_MAX) {
      harmful.remove();
    }
    dwellFactor = Math.min(DWELL_FACTOR_MAX, 2 * dwellFactor);
    trial = null;
    set(before, seen);
    return decision(seen, PoolAction.ROLL_BACK, rate(model), why);
  }

  private PoolDecision confirm(PoolObservation seen, PoolModel model) {
    String why =
        trial.canJudge()
            ? "%s carried %.1f %% more than %s"
                .formatted(sizes, 100 * Math.expm1(-trial.loss()), before)
            : "%s cannot be held against %s: the server was not full before"
                .formatted(sizes, before);
    dwellFactor = trial.canJudge() ? 1 : dwellFactor;
    trial = null;
    return decision(seen, PoolAction.CONFIRM, rate(model), why);
  }

  private PoolDecision propose(PoolObservation seen, PoolModel model) {
    if (seen.mixRequests() < MIX_REQUESTS_MIN) {
      return keep(seen, model, "too few requests to know the mix");
    }
    seek(model);
    PoolSizes better = best.sizes();
    long dwell = settings.dwellNanos() * dwellFactor;
    if (changedNanos != null && seen.nowNanos() - changedNanos < dwell) {
      return keep(seen, model, "the last change is too fresh");
    }
    if (better.equals(sizes) || gain(model) < settings.gainMin()) {
      return keep(seen, model, "no sizes promise enough more");
    }
    if (harmful.stream().anyMatch(h -> isLike(h, better, model.mix()))) {
      return keep(seen, model, better + " did harm with a mix like this");
    }
    String why =
        "%s should carry %.3g sessions/s, %s %s"
            .formatted(better, best.sessionsPerSecond(), sizes, present(model));
    trial = new PoolTrial(recent.sample(), settings.lossMin(), settings.intervalsMin());
    before = sizes;
    set(better, seen);
    return decision(seen, PoolAction.APPLY, rate(model), why);
  }

  private void seek(PoolModel model) {
    if (soughtFor == null || soughtFor.distance(model.mix()) > MIX_MOVED) {
      best = optimizer(model).orElseThrow(this::none);
      soughtFor = model.mix();
    }
  }

  private static boolean isLike(Harmful h, PoolSizes sizes, RequestMix mix) {
    boolean near =
        Math.abs(Math.log((double) h.sizes.threads() / sizes.threads())) < 0.2
            && Math.abs(Math.log((double) h.sizes.connections() / sizes.connections())) < 0.2;
    return near && h.mix.distance(mix) <= SAME_MIX;
  }

  /** What the best sizes promise over the present ones; infinite if these were not profiled. */
  private double gain(PoolModel model) {
    return rate(model)
        .map(now -> rateOfBest(model) / now.sessionsPerSecond() - 1)
        .orElse(Double.POSITIVE_INFINITY);
  }

  private double rateOfBest(PoolModel model) {
    return model.sessionsPerSecond(best.sizes().threads(), best.sizes().connections());
  }

  private String present(PoolModel model) {
    return rate(model)
        .map(r -> "carry %.3g".formatted(r.sessionsPerSecond()))
        .orElse("were not profiled");
  }

  private void set(PoolSizes next, PoolObservation seen) {
    sizes = next;
    changedNanos = seen.nowNanos();
    recent.clear();
  }

  private Optional<SustainableRate> rate(PoolModel model) {
    return surface.contains(sizes.threads(), sizes.connections())
        ? Optional.of(model.rate(sizes.threads(), sizes.connections()))
        : Optional.empty();
  }

  private PoolDecision keep(PoolObservation seen, PoolModel model, String why) {
    return decision(seen, PoolAction.KEEP, rate(model), why);
  }

  private PoolDecision decision(
      PoolObservation seen, PoolAction action, Optional<SustainableRate> rate, String why) {
    return new PoolDecision(seen.nowNanos(), action, sizes, rate, why);
  }
}
