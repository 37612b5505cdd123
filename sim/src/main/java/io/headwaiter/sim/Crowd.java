package io.headwaiter.sim;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.DoubleUnaryOperator;

/**
 * The simulated customers: their kinds, their number, and their patience. Times are seconds; a
 * function takes the second of the run. Immutable: each method returns a copy that differs in one
 * thing.
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

  /**
   * Returns Poisson arrivals at the capacity of the server. Customers wait 10 s for a page, and 10
   * s on average at the door.
   */
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

  /** Sets the kinds of customers. */
  public Crowd kinds(VisitKind... value) {
    return with(c -> c.kinds = List.of(value));
  }

  /**
   * Sets the part of the first kind among the customers, above 0 and below 1; the others divide the
   * rest by their shares. The offered load is in multiples of the capacity for the mix at second 0.
   */
  public Crowd firstKind(DoubleUnaryOperator part) {
    return with(c -> c.firstKindPart = part);
  }

  /** Sets the offered load, in multiples of the capacity that the server has at cost factor 1. */
  public Crowd offered(DoubleUnaryOperator factor) {
    return with(c -> c.offered = factor);
  }

  /**
   * Sets arrivals in bursts: phases with {@code factor} times the mean rate alternate with phases
   * of {@code 2 - factor} times that rate. Their lengths are exponential with this mean. The factor
   * is from 1 (Poisson) to 2.
   */
  public Crowd bursts(double factor, double seconds) {
    return with(
        c -> {
          c.burstFactor = factor;
          c.burstSeconds = seconds;
        });
  }

  /**
   * Sets how long a page may take, and the mean wait at the door before a client leaves
   * (exponential).
   */
  public Crowd patience(double page, double door) {
    return with(
        c -> {
          c.patience = page;
          c.doorPatience = door;
        });
  }

  /**
   * Sets the attempts of a customer in all, and the mean delay before each retry. A customer
   * retries after a refusal or a broken visit.
   */
  public Crowd retries(int attemptsInAll, double delayMean) {
    return with(
        c -> {
          c.attempts = attemptsInAll;
          c.retryDelay = delayMean;
        });
  }

  /** Sets the share of arrivals that leave after their hello, among those that claim no session. */
  public Crowd abandons(double share) {
    return with(c -> c.abandonShare = share);
  }

  /**
   * Sets the share of arrivals that claim to resume, and the share of valid claims among them. The
   * visits of valid claims have long ended.
   */
  public Crowd claims(DoubleUnaryOperator share, double known) {
    return with(
        c -> {
          c.claimShare = share;
          c.knownShare = known;
        });
  }

  /**
   * Sets the share of valid claims of visits that the server believes to be under way, and the time
   * since their admission. A law cannot refuse them without breaking a promise.
   */
  public Crowd continuing(double share, double sessionAgeSeconds) {
    return with(
        c -> {
          c.continuingShare = share;
          c.sessionAge = sessionAgeSeconds;
        });
  }

  /** Sets the second at which the server restarts and no longer knows any ticket. */
  public Crowd restart(double second) {
    return with(c -> c.restartAt = second);
  }

  /** Sets the attacks that come in addition to the customers. */
  public Crowd attacks(Attack... value) {
    return with(c -> c.attacks = List.of(value));
  }

  /** Returns the customers without attacks. */
  Crowd calm() {
    return with(c -> c.attacks = List.of());
  }

  List<Attack> attacks() {
    return attacks;
  }

  /** Returns the second at which the first attack begins; NaN if there is none. */
  double attacksFromSecond() {
    return attacks.stream().mapToDouble(Attack::fromSecond).min().orElse(Double.NaN);
  }

  /** Returns the connections per second that attacks try at a second of the run. */
  double attackHellos(double second) {
    return attacks.stream().mapToDouble(a -> a.hellosPerSecond(second)).sum();
  }

  List<VisitKind> kinds() {
    return kinds;
  }

  /** Returns the probability that a customer arriving at a second is of this kind. */
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
