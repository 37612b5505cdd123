package io.headwaiter.sim;

import io.headwaiter.sim.law.Truth;
import io.headwaiter.sim.law.Turn;

/** The truth about a run, read from the simulation. */
final class Clairvoyance implements Truth {
  private final World world;
  private final Shop shop;
  private final int kinds;

  Clairvoyance(World world) {
    this.world = world;
    this.shop = world.shop;
    this.kinds = shop.crowd().kinds().size();
  }

  private double second(long nanos) {
    return world.second(nanos);
  }

  @Override
  public double processors(long atNanos) {
    return shop.machine().available(second(atNanos));
  }

  @Override
  public double databasePagesPerSecond(long atNanos) {
    double held = 0;
    double pages = 0;
    for (int kind = 0; kind < kinds; kind++) {
      VisitKind k = shop.crowd().kinds().get(kind);
      double each = shop.chance(kind, second(atNanos)) * k.pages();
      held += each * k.connections() * k.database();
      pages += each;
    }
    double each = held / pages * shop.machine().databaseFactor(second(atNanos));
    return each == 0 ? Double.POSITIVE_INFINITY : shop.machine().databaseConnections() / each;
  }

  @Override
  public double handshakeNanos(Turn.Kind kind, long atNanos) {
    double second = second(atNanos);
    double seconds =
        switch (kind) {
          case FULL_HANDSHAKE -> shop.machine().fullHandshake(second);
          case RESUMED_HANDSHAKE -> shop.machine().resumedHandshake(second);
          case REQUEST -> throw new IllegalArgumentException("REQUEST is no kind of handshake.");
        };
    return (seconds + shop.machine().accept()) * World.NANOS;
  }

  @Override
  public double pageNanos(long atNanos) {
    double cpu = 0;
    double pages = 0;
    for (int kind = 0; kind < kinds; kind++) {
      double weight = weight(kind, second(atNanos));
      cpu += weight * shop.pageCpu(kind, second(atNanos));
      pages += weight;
    }
    return cpu / pages * World.NANOS;
  }

  /** Returns the mean number of pages of a kind in a visit that begins at a second. */
  private double weight(int kind, double second) {
    return shop.chance(kind, second) * shop.crowd().kinds().get(kind).pages();
  }

  @Override
  public double visitNanos(Turn.Kind handshake, long atNanos) {
    double cpu = 0;
    for (int kind = 0; kind < kinds; kind++) {
      cpu += shop.chance(kind, second(atNanos)) * pages(kind, second(atNanos));
    }
    return handshakeNanos(handshake, atNanos) + cpu * World.NANOS;
  }

  /**
   * Returns the CPU of all pages of a visit that begins at a second, at the costs when each page
   * comes, seconds.
   */
  private double pages(int kind, double begin) {
    VisitKind k = shop.crowd().kinds().get(kind);
    double cycle = shop.cycle(kind, begin);
    boolean regular = k.spread() == VisitKind.Spread.REGULAR;
    double cpu = shop.firstPageCpu(kind, begin);
    double chance = 1;
    double least = regular ? 0.5 : 1e-5;
    for (int page = 1; chance > least; page++) {
      chance = regular ? (page < Math.round(k.pages()) ? 1 : 0) : chance * (1 - 1 / k.pages());
      cpu += chance * shop.pageCpu(kind, begin + page * cycle);
    }
    return cpu;
  }

  @Override
  public double refusalNanos() {
    return shop.machine().refusal() * World.NANOS;
  }

  @Override
  public double pagesPerVisit() {
    double pages = 0;
    for (int kind = 0; kind < kinds; kind++) {
      pages += weight(kind, world.second());
    }
    return pages;
  }

  @Override
  public double cycleNanos() {
    double weighted = 0;
    for (int kind = 0; kind < kinds; kind++) {
      double weight = weight(kind, world.second());
      weighted += weight * shop.cycle(kind, world.second());
    }
    return weighted / pagesPerVisit() * World.NANOS;
  }

  @Override
  public double offeredPerSecond(long atNanos) {
    return shop.offeredPerSecond(second(atNanos));
  }

  @Override
  public double remainingNanos() {
    return world.promises.pagesAheadNanos(world.second()) + world.pool.backlogNanos();
  }

  @Override
  public double backlogNanos() {
    return world.pool.backlogNanos();
  }

  @Override
  public double promisedProcessors() {
    return world.promises.processors(world.second());
  }

  @Override
  public boolean attacks(long customer) {
    return Attackers.isOne(customer);
  }
}
