package io.headwaiter.sim;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.DoubleUnaryOperator;

/**
 * The simulated customers: who comes, how many, and how they take it. Times are seconds; a function
 * takes the second of the run. Immutable; each method answers a copy that differs in one thing.
 */
public final class Crowd implements Cloneable {
  private List<VisitKind> kinds;
  private DoubleUnaryOperator offered = t -> 1;
  private DoubleUnaryOperator firstKindPart = t -> Double.NaN;
  private double burstFactor = 1;
  private double burstSeconds = 1;
  private double patience = 10;
  private double doorPatience = 10;
  private int attempts = 1;
  private double retryDelay = 1;
  private double abandonShare = 0;
  private DoubleUnaryOperator claimShare = t -> 0;
  private double knownShare = 1;
  private double continuingShare = 0;
  private double sessionAge = 0;
  private double restartAt = Double.POSITIVE_INFINITY;
  private List<Attack> attacks = List.of();

  private Crowd(List<VisitKind> kinds) {
    this.kinds = kinds;
  }

  /** Poisson arrivals at the capacity of the server, who wait for a page, or at the door, 10 s. */
  public static Crowd of(VisitKind... kinds) {
    return new Crowd(List.of(kinds));
  }

  private Crowd with(Consumer<Crowd> change) {
    try {
      Crowd copy = (Crowd) super.clone();
      change.accept(copy);
      return copy;
    } catch (CloneNotSupportedException e) {
      throw new AssertionError("A Crowd can be cloned.", e);
    }
  }

  /** Other kinds of visitors. */
  public Crowd kinds(VisitKind... value) {
    return with(c -> c.kinds = List.of(value));
  }

  /**
   * The first kind makes up this part of the visitors, above 0 and below 1; the others share the
   * rest as their shares say. The load offered is counted in the capacity of the mix at second 0.
   */
  public Crowd firstKind(DoubleUnaryOperator part) {
    return with(c -> c.firstKindPart = part);
  }

  /** Offered load in multiples of the capacity that the server has at cost factor 1. */
  public Crowd offered(DoubleUnaryOperator factor) {
    return with(c -> c.offered = factor);
  }

  /**
   * Arrivals in bursts: the rate is this factor times the mean for exponential times, and {@code 2
   * - factor} times for as long, in turn. From 1 (Poisson) to 2.
   */
  public Crowd bursts(double factor, double seconds) {
    return with(
        c -> {
          c.burstFactor = factor;
          c.burstSeconds = seconds;
        });
  }

  /** How long a page may take, and how long somebody waits at the door on average (exponential). */
  public Crowd patience(double page, double door) {
    return with(
        c -> {
          c.patience = page;
          c.doorPatience = door;
        });
  }

  /** Who was refused or broke off tries again after a random delay, so many times in all. */
  public Crowd retries(int attemptsInAll, double delayMean) {
    return with(
        c -> {
          c.attempts = attemptsInAll;
          c.retryDelay = delayMean;
        });
  }

  /** So many of the arrivals leave when they have sent their hello. */
  public Crowd abandons(double share) {
    return with(c -> c.abandonShare = share);
  }

  /** So many of the arrivals claim to resume; so many of these claims hold, of visits long over. */
  public Crowd claims(DoubleUnaryOperator share, double known) {
    return with(
        c -> {
          c.claimShare = share;
          c.knownShare = known;
        });
  }

  /**
   * So many of the claims that hold are of visits that the server believes to be under way, let in
   * so long ago: nobody can refuse them without breaking a promise.
   */
  public Crowd continuing(double share, double sessionAgeSeconds) {
    return with(
        c -> {
          c.continuingShare = share;
          c.sessionAge = sessionAgeSeconds;
        });
  }

  /** At this second the server restarts and knows no ticket any more. */
  public Crowd restart(double second) {
    return with(c -> c.restartAt = second);
  }

  /** Beside the customers these come. */
  public Crowd attacks(Attack... value) {
    return with(c -> c.attacks = List.of(value));
  }

  /** The customers alone. */
  Crowd calm() {
    return with(c -> c.attacks = List.of());
  }

  List<Attack> attacks() {
    return attacks;
  }

  /** When the first attack begins; NaN if there is none. */
  double attacksFromSecond() {
    return attacks.stream().mapToDouble(Attack::fromSecond).min().orElse(Double.NaN);
  }

  /** Connections of attacks tried a second at a second of the run. */
  double attackHellos(double second) {
    return attacks.stream().mapToDouble(a -> a.hellosPerSecond(second)).sum();
  }

  List<VisitKind> kinds() {
    return kinds;
  }

  /** Chance that a visitor who comes at a second is of the kind of this number. */
  double chance(int kind, double second) {
    double first = firstKindPart.applyAsDouble(second);
    double all = kinds.stream().mapToDouble(VisitKind::share).sum();
    double share = kinds.get(kind).share();
    if (Double.isNaN(first)) {
      return share / all;
    }
    return kind == 0 ? first : (1 - first) * share / (all - kinds.get(0).share());
  }

  double offered(double second) {
    return offered.applyAsDouble(second);
  }

  double burstFactor() {
    return burstFactor;
  }

  double burstSeconds() {
    return burstSeconds;
  }

  double patience() {
    return patience;
  }

  double doorPatience() {
    return doorPatience;
  }

  int attempts() {
    return attempts;
  }

  double retryDelay() {
    return retryDelay;
  }

  double abandonShare() {
    return abandonShare;
  }

  double claimShare(double second) {
    return claimShare.applyAsDouble(second);
  }

  double knownShare() {
    return knownShare;
  }

  double continuingShare() {
    return continuingShare;
  }

  double sessionAge() {
    return sessionAge;
  }

  double restartAt() {
    return restartAt;
  }
}
