package io.headwaiter.sim;

import java.util.Arrays;

/**
 * The visits that would be completed if visits were a fluid, without queues and without chance
 * idling. In each step of 10 ms it serves the visits under way first. The rest of the processors
 * and of the database admits new visits, those with the cheapest handshake first. Refusals are paid
 * for.
 *
 * <pre>
 *   s   = A dt                                     CPU of a step
 *   asks of a kind  = T dt / z                     T visits that think, z the cycle of pages
 *   l   = (s - pages served * c - o r) / (b - r)   admitted, at least 0, at most o
 *   of the pages served 1/K are the last of a visit
 *   o  visits that want to begin in the step, with retries; in o r, also connections of attacks
 *   r  CPU of a refusal,  b  CPU of a handshake and a first page
 * </pre>
 *
 * <p>A refused customer retries after an exponential time, as in the simulation. Worked number: one
 * processor, 17.125 ms a visit, five times the capacity of 58.4 a second, refusals of 26 us: l = (1
 * - 292 * 26 us) / (17.125 ms - 26 us) = 58.04 a second in the long run.
 *
 * <p>It is a reference and no bound. It refuses at once what does not fit into a step, so a law
 * with a queue exceeds it where load comes in bursts. It serves all kinds of customers alike, so a
 * law that breaks off long visits exceeds it where kinds differ. A law that has more visits under
 * way when judging begins completes these, too.
 */
final class FluidModel {
  private static final double STEP = 0.01;
  private static final int CLASSES = 3;

  private final Shop shop;
  private final Bursts bursts;
  private final int kinds;
  private final double[] thinking;
  private final double[] queued;
  // Customers that will retry, by the number of attempts and by the class of their beginning.
  private final double[][] away;
  private double completed;

  private FluidModel(Shop shop, long seed) {
    this.shop = shop;
    this.bursts = new Bursts(shop.crowd(), seed);
    this.kinds = shop.crowd().kinds().size();
    this.thinking = new double[kinds];
    this.queued = new double[kinds];
    this.away = new double[shop.crowd().attempts() + 1][CLASSES];
  }

  /**
   * Returns the visits completed per second from one second to another.
   *
   * @param seed of the bursts in which customers come, if they do
   */
  static double completedPerSecond(Shop shop, long seed, double from, double to) {
    FluidModel fluid = new FluidModel(shop, seed);
    double restart = shop.crowd().restartAt();
    double judged = 0;
    for (double t = 0; t < to - STEP / 2; t += STEP) {
      if (restart >= t && restart < t + STEP) {
        fluid.restart();
      }
      double before = fluid.completed;
      fluid.step(t + STEP / 2);
      judged += t >= from - STEP / 2 ? fluid.completed - before : 0;
    }
    return judged / (to - from);
  }

  /** Loses all visits under way; their customers retry. */
  private void restart() {
    double lost = Arrays.stream(thinking).sum() + Arrays.stream(queued).sum();
    Arrays.fill(thinking, 0);
    Arrays.fill(queued, 0);
    away[Math.min(2, away.length - 1)][0] += lost;
  }

  private void step(double t) {
    double[][] come = come(t);
    double offered =
        Arrays.stream(come).flatMapToDouble(Arrays::stream).sum()
            + shop.crowd().attackHellos(t) * STEP;
    double cpu = shop.machine().available(t) * STEP - offered * shop.machine().refusal();
    double database = shop.machine().databaseConnections() * STEP;
    double pages = 0;
    double held = 0;
    for (int kind = 0; kind < kinds; kind++) {
      double asks = thinking[kind] * -Math.expm1(-STEP / shop.cycle(kind, t));
      thinking[kind] -= asks;
      queued[kind] += asks;
      pages += queued[kind] * shop.pageCpu(kind, t);
      held += queued[kind] * database(kind, t);
    }
    double part = Math.max(0, Math.min(1, Math.min(ratio(cpu, pages), ratio(database, held))));
    for (int kind = 0; kind < kinds; kind++) {
      double served = queued[kind] * part;
      queued[kind] -= served;
      serve(kind, served);
    }
    admit(t, come, cpu - part * pages, database - part * held);
  }

  private static double ratio(double has, double wants) {
    return wants <= 0 ? 1 : has / wants;
  }

  private double database(int kind, double t) {
    VisitKind k = shop.crowd().kinds().get(kind);
    return k.connections() * k.database() * shop.machine().databaseFactor(t);
  }

  private void serve(int kind, double pages) {
    double last = 1 / shop.crowd().kinds().get(kind).pages();
    completed += pages * last;
    thinking[kind] += pages * (1 - last);
  }

  /**
   * Returns the visits that want to begin in this step, by attempt (from 1) and class: full,
   * returning, continuing.
   */
  private double[][] come(double t) {
    Crowd crowd = shop.crowd();
    double[][] come = new double[away.length][CLASSES];
    double fresh = shop.offeredPerSecond(t) * bursts.factorAt(t) * STEP;
    double known = t < crowd.restartAt() ? crowd.claimShare(t) * crowd.knownShare() : 0;
    come[1][0] = fresh * (1 - known);
    come[1][1] = fresh * known * (1 - crowd.continuingShare());
    come[1][2] = fresh * known * crowd.continuingShare();
    double part = -Math.expm1(-STEP / crowd.retryDelay());
    for (int attempt = 2; attempt < away.length; attempt++) {
      for (int c = 0; c < CLASSES; c++) {
        come[attempt][c] = away[attempt][c] * part;
        away[attempt][c] -= come[attempt][c];
      }
    }
    return come;
  }

  private void admit(double t, double[][] come, double cpuLeft, double databaseLeft) {
    double cpu = cpuLeft;
    double database = databaseLeft;
    for (int c = CLASSES - 1; c >= 0; c--) {
      double wants = 0;
      for (double[] attempt : come) {
        wants += attempt[c];
      }
      double stays =
          c == 0 ? 1 - shop.crowd().abandonShare() * (1 - shop.crowd().claimShare(t)) : 1;
      double each = beginning(c, stays, t);
      double held = stays * shop.firstPageDatabase(t);
      double let = Math.min(wants, Math.max(0, cpu) / each);
      let = held == 0 ? let : Math.min(let, Math.max(0, database) / held);
      cpu -= let * each;
      database -= let * held;
      for (int kind = 0; kind < kinds; kind++) {
        serve(kind, let * stays * shop.chance(kind, t));
      }
      refuse(come, c, wants == 0 ? 0 : 1 - let / wants);
    }
  }

  /**
   * Returns the CPU of admitting a connection instead of refusing it, with a first page if it
   * stays.
   */
  private double beginning(int c, double stays, double t) {
    Machine machine = shop.machine();
    double handshake = c == 0 ? machine.fullHandshake(t) : machine.resumedHandshake(t);
    return handshake + machine.accept() + stays * shop.firstPageCpu(t) - machine.refusal();
  }

  private void refuse(double[][] come, int c, double part) {
    for (int attempt = 1; attempt + 1 < away.length; attempt++) {
      away[attempt + 1][c] += come[attempt][c] * part;
    }
  }
}
