package io.headwaiter.core.capacity.simulation;

import java.util.function.DoubleUnaryOperator;

/**
 * What is simulated: the server, its customers, and how both change. Times are seconds, costs are
 * seconds of CPU; a function takes the second of the run.
 */
record Shop(
    double processors,
    double handshake,
    double resumedHandshake,
    double request,
    double requestsMean,
    double think,
    double reconnectShare,
    double patience,
    double refusal,
    double abandonShare,
    DoubleUnaryOperator claimShare,
    double knownShare,
    double sessionAge,
    boolean regular,
    DoubleUnaryOperator costFactor,
    DoubleUnaryOperator backgroundShare,
    DoubleUnaryOperator stolenShare,
    DoubleUnaryOperator offeredFactor) {

  /** Workers of the container per processor, as the connector configures them. */
  static final int WORKERS_PER_PROCESSOR = 10;

  /**
   * Visits of about 6 s (think 0.7 s) or 60 s (7 s), 8.5 requests, 17 ms of CPU; a tenth of the
   * requests come on a connection of their own, resumed.
   */
  static Shop ofThink(double thinkSeconds) {
    return new Shop(
        1,
        4e-3,
        0.5e-3,
        1.5e-3,
        8.5,
        thinkSeconds,
        0.1,
        10,
        26e-6,
        0,
        t -> 0,
        1,
        0,
        false,
        t -> 1,
        t -> 0,
        t -> 0,
        t -> 1);
  }

  Shop processors(double value) {
    return new Shop(
        value,
        handshake,
        resumedHandshake,
        request,
        requestsMean,
        think,
        reconnectShare,
        patience,
        refusal,
        abandonShare,
        claimShare,
        knownShare,
        sessionAge,
        regular,
        costFactor,
        backgroundShare,
        stolenShare,
        offeredFactor);
  }

  /** Cheap handshakes and long, expensive visits: 1 ms, then 20 requests of 2 ms. */
  Shop heavy() {
    return new Shop(
        processors,
        1e-3,
        resumedHandshake,
        2e-3,
        20,
        think,
        reconnectShare,
        patience,
        refusal,
        abandonShare,
        claimShare,
        knownShare,
        sessionAge,
        regular,
        costFactor,
        backgroundShare,
        stolenShare,
        offeredFactor);
  }

  /** All visits are equally long, and their requests cost more and more. */
  Shop regularVisits() {
    return new Shop(
        processors,
        handshake,
        resumedHandshake,
        request,
        requestsMean,
        think,
        reconnectShare,
        patience,
        refusal,
        abandonShare,
        claimShare,
        knownShare,
        sessionAge,
        true,
        costFactor,
        backgroundShare,
        stolenShare,
        offeredFactor);
  }

  /** Offered load in multiples of the capacity at cost factor 1. */
  Shop offered(DoubleUnaryOperator factor) {
    return new Shop(
        processors,
        handshake,
        resumedHandshake,
        request,
        requestsMean,
        think,
        reconnectShare,
        patience,
        refusal,
        abandonShare,
        claimShare,
        knownShare,
        sessionAge,
        regular,
        costFactor,
        backgroundShare,
        stolenShare,
        factor);
  }

  /** All costs are multiplied by this. */
  Shop costs(DoubleUnaryOperator factor) {
    return new Shop(
        processors,
        handshake,
        resumedHandshake,
        request,
        requestsMean,
        think,
        reconnectShare,
        patience,
        refusal,
        abandonShare,
        claimShare,
        knownShare,
        sessionAge,
        regular,
        factor,
        backgroundShare,
        stolenShare,
        offeredFactor);
  }

  /** So many of the arrivals leave when they have sent their hello. */
  Shop abandons(double share) {
    return new Shop(
        processors,
        handshake,
        resumedHandshake,
        request,
        requestsMean,
        think,
        reconnectShare,
        patience,
        refusal,
        share,
        claimShare,
        knownShare,
        sessionAge,
        regular,
        costFactor,
        backgroundShare,
        stolenShare,
        offeredFactor);
  }

  /** Part of the processors that the process itself takes for compiling and collecting. */
  Shop background(DoubleUnaryOperator share) {
    return new Shop(
        processors,
        handshake,
        resumedHandshake,
        request,
        requestsMean,
        think,
        reconnectShare,
        patience,
        refusal,
        abandonShare,
        claimShare,
        knownShare,
        sessionAge,
        regular,
        costFactor,
        share,
        stolenShare,
        offeredFactor);
  }

  /** Part of the processors that other processes take, unseen by the meters. */
  Shop stolen(DoubleUnaryOperator share) {
    return new Shop(
        processors,
        handshake,
        resumedHandshake,
        request,
        requestsMean,
        think,
        reconnectShare,
        patience,
        refusal,
        abandonShare,
        claimShare,
        knownShare,
        sessionAge,
        regular,
        costFactor,
        backgroundShare,
        share,
        offeredFactor);
  }

  /**
   * So many of the arrivals claim to resume; of these so many are known to the server, and their
   * sessions are so old.
   */
  Shop claims(DoubleUnaryOperator share, double known, double age) {
    return new Shop(
        processors,
        handshake,
        resumedHandshake,
        request,
        requestsMean,
        think,
        reconnectShare,
        patience,
        refusal,
        abandonShare,
        share,
        known,
        age,
        regular,
        costFactor,
        backgroundShare,
        stolenShare,
        offeredFactor);
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
