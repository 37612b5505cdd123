package io.headwaiter.core.capacity.simulation;

import java.util.function.Consumer;
import java.util.function.DoubleUnaryOperator;

/**
 * What is simulated: the server, its customers, and how both change. Times are seconds, costs are
 * seconds of CPU; a function takes the second of the run.
 */
final class Shop {
  /** Workers of the container per processor, as the connector configures them. */
  static final int WORKERS_PER_PROCESSOR = 10;

  private double processors = 1;
  private double handshake = 4e-3;
  private double resumedHandshake = 0.5e-3;
  private double request = 1.5e-3;
  private double requestsMean = 8.5;
  private double think;
  private double reconnectShare = 0.1;
  private double patience = 10;
  private double refusal = 26e-6;
  private double abandonShare = 0;
  private DoubleUnaryOperator claimShare = t -> 0;
  private double knownShare = 1;
  private double sessionAge = 0;
  private boolean regular = false;
  private DoubleUnaryOperator costFactor = t -> 1;
  private DoubleUnaryOperator backgroundShare = t -> 0;
  private DoubleUnaryOperator stolenShare = t -> 0;
  private DoubleUnaryOperator offeredFactor = t -> 1;

  private Shop(double think) {
    this.think = think;
  }

  private Shop(Shop other) {
    processors = other.processors;
    handshake = other.handshake;
    resumedHandshake = other.resumedHandshake;
    request = other.request;
    requestsMean = other.requestsMean;
    think = other.think;
    reconnectShare = other.reconnectShare;
    patience = other.patience;
    refusal = other.refusal;
    abandonShare = other.abandonShare;
    claimShare = other.claimShare;
    knownShare = other.knownShare;
    sessionAge = other.sessionAge;
    regular = other.regular;
    costFactor = other.costFactor;
    backgroundShare = other.backgroundShare;
    stolenShare = other.stolenShare;
    offeredFactor = other.offeredFactor;
  }

  /**
   * Visits of about 6 s (think 0.7 s) or 60 s (7 s), 8.5 requests, 17 ms of CPU; a tenth of the
   * requests come on a connection of their own, resumed.
   */
  static Shop ofThink(double thinkSeconds) {
    return new Shop(thinkSeconds);
  }

  /** The same shop but for what {@code change} does to a copy that nobody else has yet. */
  private Shop with(Consumer<Shop> change) {
    Shop copy = new Shop(this);
    change.accept(copy);
    return copy;
  }

  Shop processors(double value) {
    return with(s -> s.processors = value);
  }

  /** Cheap handshakes and long, expensive visits: 1 ms, then 20 requests of 2 ms. */
  Shop heavy() {
    return with(
        s -> {
          s.handshake = 1e-3;
          s.request = 2e-3;
          s.requestsMean = 20;
        });
  }

  /** All visits are equally long, and their requests cost more and more. */
  Shop regularVisits() {
    return with(s -> s.regular = true);
  }

  /** Offered load in multiples of the capacity at cost factor 1. */
  Shop offered(DoubleUnaryOperator factor) {
    return with(s -> s.offeredFactor = factor);
  }

  /** All costs are multiplied by this. */
  Shop costs(DoubleUnaryOperator factor) {
    return with(s -> s.costFactor = factor);
  }

  /** So many of the arrivals leave when they have sent their hello. */
  Shop abandons(double share) {
    return with(s -> s.abandonShare = share);
  }

  /** Part of the processors that the process itself takes for compiling and collecting. */
  Shop background(DoubleUnaryOperator share) {
    return with(s -> s.backgroundShare = share);
  }

  /** Part of the processors that other processes take, unseen by the meters. */
  Shop stolen(DoubleUnaryOperator share) {
    return with(s -> s.stolenShare = share);
  }

  /**
   * So many of the arrivals claim to resume; of these so many are known to the server, and their
   * sessions are so old.
   */
  Shop claims(DoubleUnaryOperator share, double known, double age) {
    return with(
        s -> {
          s.claimShare = share;
          s.knownShare = known;
          s.sessionAge = age;
        });
  }

  double processors() {
    return processors;
  }

  double handshake() {
    return handshake;
  }

  double resumedHandshake() {
    return resumedHandshake;
  }

  double request() {
    return request;
  }

  double requestsMean() {
    return requestsMean;
  }

  double think() {
    return think;
  }

  double reconnectShare() {
    return reconnectShare;
  }

  double patience() {
    return patience;
  }

  double refusal() {
    return refusal;
  }

  double abandonShare() {
    return abandonShare;
  }

  DoubleUnaryOperator claimShare() {
    return claimShare;
  }

  double knownShare() {
    return knownShare;
  }

  double sessionAge() {
    return sessionAge;
  }

  boolean regular() {
    return regular;
  }

  DoubleUnaryOperator costFactor() {
    return costFactor;
  }

  DoubleUnaryOperator backgroundShare() {
    return backgroundShare;
  }

  DoubleUnaryOperator stolenShare() {
    return stolenShare;
  }

  DoubleUnaryOperator offeredFactor() {
    return offeredFactor;
  }

  /** CPU of a new visit to its end, seconds, at cost factor 1. */
  double visitCpu() {
    return handshake
        + requestsMean * request
        + (requestsMean - 1) * reconnectShare * resumedHandshake;
  }

  /** Visits a second that the processors can carry at cost factor 1, refusing nobody. */
  double capacity() {
    return processors / visitCpu();
  }

  /** Visits a second left at {@code factor} times the capacity when refusing is paid for. */
  double capacityNet(double factor) {
    double free = capacity();
    double refusedMin = Math.max(0, factor - 1) * free;
    return (processors - refusedMin * refusal) / visitCpu();
  }
}
