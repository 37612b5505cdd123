package io.headwaiter.sim;

import io.headwaiter.sim.law.Hello.Standing;
import java.util.Arrays;

/**
 * Compares the CPU that admissions commit the server to with its optimum; {@link Promises} defines
 * both. Rates are means over the last 50 ms.
 */
final class Commitment {
  /** Time between samples, in nanoseconds. */
  static final long SAMPLE_NANOS = 10_000_000L;

  /** Samples per point of the trace. */
  static final int SAMPLES_PER_POINT = 5;

  private static final int WINDOW = SAMPLES_PER_POINT;
  private static final double WINDOW_SECONDS = WINDOW * SAMPLE_NANOS / World.NANOS;
  // If promises exceed the capacity by more than this factor, no new visit may be admitted.
  private static final double VIOLATION = 1.05;

  private final World world;
  private final double[] offered = new double[WINDOW];
  private final double[] admitted = new double[WINDOW];
  private final double[] refusing = new double[WINDOW];
  private double offeredSum;
  private double admittedSum;
  private double refusingSum;
  private int slot;
  private double offeredNow;
  private double admittedNow;
  private double refusingNow;
  private boolean overPromised;
  private final float[] committedTrace;
  private final float[] optimumTrace;
  private int samples;

  Commitment(World world, long endNanos) {
    this.world = world;
    int points = (int) (endNanos / (SAMPLE_NANOS * SAMPLES_PER_POINT)) + 2;
    this.committedTrace = new float[points];
    this.optimumTrace = new float[points];
  }

  void offered(Standing standing) {
    offeredNow += beginning(standing);
  }

  void admitted(Standing standing) {
    admittedNow += beginning(standing);
  }

  void refused() {
    refusingNow += world.shop.machine().refusal();
  }

  /** Returns whether promises exceed what the server has by more than 5 %. */
  boolean overPromised() {
    return overPromised;
  }

  /** Returns the mean CPU of a handshake and a first page, seconds. */
  private double beginning(Standing standing) {
    Machine machine = world.shop.machine();
    double second = world.second();
    double handshake =
        standing == Standing.UNKNOWN
            ? machine.fullHandshake(second)
            : machine.resumedHandshake(second);
    return handshake + machine.accept() + world.shop.firstPageCpu(second);
  }

  void sample() {
    double offeredRate = offeredSum += offeredNow - offered[slot];
    double admittedRate = admittedSum += admittedNow - admitted[slot];
    double refusingRate = refusingSum += refusingNow - refusing[slot];
    offered[slot] = offeredNow;
    admitted[slot] = admittedNow;
    refusing[slot] = refusingNow;
    slot = (slot + 1) % WINDOW;
    offeredNow = 0;
    admittedNow = 0;
    refusingNow = 0;
    double second = world.second();
    double promised = world.promises.processors(second);
    double available =
        world.shop.machine().available(second) - Math.max(0, refusingRate) / WINDOW_SECONDS;
    double room = Math.min(available - promised, databaseRoom(second));
    overPromised = promised > VIOLATION * available || databaseRoom(second) < databaseSlack();
    double optimum = promised + Math.max(0, Math.min(room, offeredRate / WINDOW_SECONDS));
    if (samples % SAMPLES_PER_POINT == 0) {
      committedTrace[samples / SAMPLES_PER_POINT] =
          (float) (promised + admittedRate / WINDOW_SECONDS);
      optimumTrace[samples / SAMPLES_PER_POINT] = (float) optimum;
    }
    samples++;
  }

  /**
   * Returns the CPU of the handshakes and first pages that the database has capacity for, in
   * processors.
   */
  private double databaseRoom(double second) {
    double held = world.shop.firstPageDatabase(second);
    if (held == 0) {
      return Double.POSITIVE_INFINITY;
    }
    double free = world.pool.connections() - world.promises.connections(second);
    return free / held * beginning(Standing.UNKNOWN);
  }

  private double databaseSlack() {
    double held = world.shop.firstPageDatabase(world.second());
    return held == 0
        ? Double.NEGATIVE_INFINITY
        : (1 - VIOLATION) * world.pool.connections() / held * beginning(Standing.UNKNOWN);
  }

  Trace trace() {
    int points = (samples + SAMPLES_PER_POINT - 1) / SAMPLES_PER_POINT;
    int from = (int) Math.min(points, world.zeroNanos / (SAMPLE_NANOS * SAMPLES_PER_POINT));
    return new Trace(
        Arrays.copyOfRange(committedTrace, from, points),
        Arrays.copyOfRange(optimumTrace, from, points));
  }
}
