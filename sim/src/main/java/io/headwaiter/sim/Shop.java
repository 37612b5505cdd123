package io.headwaiter.sim;

import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * A server and its customers.
 *
 * @param machine the server
 * @param crowd the customers
 */
public record Shop(Machine machine, Crowd crowd) {
  /** Checks that both are there. */
  public Shop {
    Objects.requireNonNull(machine, "machine");
    Objects.requireNonNull(crowd, "crowd");
  }

  /** A plain machine and a plain crowd of this think time. */
  public static Shop ofThink(double seconds) {
    return new Shop(Machine.plain(), Crowd.of(VisitKind.plain(seconds)));
  }

  /** The same with another machine. */
  public Shop machine(UnaryOperator<Machine> change) {
    return new Shop(change.apply(machine), crowd);
  }

  /** The same with another crowd. */
  public Shop crowd(UnaryOperator<Crowd> change) {
    return new Shop(machine, change.apply(crowd));
  }

  /** Chance that a visitor who comes at a second is of the kind of this number. */
  double chance(int kind, double second) {
    return crowd.chance(kind, second);
  }

  /** CPU of a page of a kind, with its part of the reconnections, seconds. */
  double pageCpu(int kind, double second) {
    VisitKind k = crowd.kinds().get(kind);
    double reconnect = machine.resumedHandshake(second) + machine.accept();
    return k.page() * machine.costFactor(second) + k.reconnects() * reconnect;
  }

  /** From one request to the next if nobody ever queued, seconds. */
  double cycle(int kind, double second) {
    VisitKind k = crowd.kinds().get(kind);
    // The requests that come side by side wait for the first of the page.
    int rounds = k.connections() > 1 ? 2 : 1;
    double database = rounds * k.database() * machine.databaseFactor(second);
    return k.think() + pageCpu(kind, second) + database;
  }

  /** CPU of a first page with the connections opened for it, mean over all kinds, seconds. */
  double firstPageCpu(double second) {
    double cpu = 0;
    for (int kind = 0; kind < crowd.kinds().size(); kind++) {
      cpu += chance(kind, second) * firstPageCpu(kind, second);
    }
    return cpu;
  }

  /** The same of a kind. */
  double firstPageCpu(int kind, double second) {
    VisitKind k = crowd.kinds().get(kind);
    double connection = machine.resumedHandshake(second) + machine.accept();
    return k.page() * machine.costFactor(second) + (k.connections() - 1) * connection;
  }

  /** Seconds for which a first page holds a database connection, mean over all kinds. */
  double firstPageDatabase(double second) {
    double held = 0;
    for (int kind = 0; kind < crowd.kinds().size(); kind++) {
      VisitKind k = crowd.kinds().get(kind);
      held += chance(kind, second) * k.connections() * k.database();
    }
    return held * machine.databaseFactor(second);
  }

  /** Nominal CPU of a visit that begins with a full handshake, mean over all kinds, seconds. */
  public double visitCpu() {
    Shop nominal = machine(Machine::nominal);
    double cpu = nominal.machine.fullHandshake(0) + machine.accept();
    for (int kind = 0; kind < crowd.kinds().size(); kind++) {
      VisitKind k = crowd.kinds().get(kind);
      double later = (k.pages() - 1) * nominal.pageCpu(kind, 0);
      cpu += chance(kind, 0) * (nominal.firstPageCpu(kind, 0) + later);
    }
    return cpu;
  }

  /** Nominal seconds for which a visit holds a database connection. */
  double visitDatabase() {
    double held = 0;
    for (int kind = 0; kind < crowd.kinds().size(); kind++) {
      VisitKind k = crowd.kinds().get(kind);
      held += chance(kind, 0) * k.pages() * k.connections() * k.database();
    }
    return held;
  }

  /**
   * Visits a second that it can carry at nominal costs with all its processors, all of them new,
   * refusing nobody.
   */
  public double capacity() {
    double byProcessors = machine.processors() / visitCpu();
    double held = visitDatabase();
    return held == 0 ? byProcessors : Math.min(byProcessors, machine.databaseConnections() / held);
  }

  /** Visits a second left at {@code factor} times the capacity when refusing is paid for. */
  public double capacityNet(double factor) {
    double refused = Math.max(0, factor - 1) * capacity();
    return capacity() - refused * machine.refusal() / visitCpu();
  }

  /** Visits a second that want to begin. */
  double offeredPerSecond(double second) {
    return crowd.offered(second) * capacity();
  }
}
