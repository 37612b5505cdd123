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
  /** Checks that both are there, and fit together. */
  public Shop {
    Objects.requireNonNull(machine, "machine");
    Objects.requireNonNull(crowd, "crowd");
    boolean oneConnection =
        crowd.attacks().isEmpty() && crowd.kinds().stream().allMatch(k -> k.connections() == 1);
    if (machine.keepsConnections() && !oneConnection) {
      throw new IllegalArgumentException(
          "Workers that keep connections need visits with one connection each, and no attacks.");
    }
  }

  /** Returns a plain machine and plain customers with this think time. */
  public static Shop ofThink(double seconds) {
    return new Shop(Machine.plain(), Crowd.of(VisitKind.plain(seconds)));
  }

  /** Returns the same with another machine. */
  public Shop machine(UnaryOperator<Machine> change) {
    return new Shop(change.apply(machine), crowd);
  }

  /** Returns the same with other customers. */
  public Shop crowd(UnaryOperator<Crowd> change) {
    return new Shop(machine, change.apply(crowd));
  }

  /** Returns the probability that a customer arriving at a second is of this kind. */
  double chance(int kind, double second) {
    return crowd.chance(kind, second);
  }

  /** Returns the CPU of a page of a kind, with its part of the reconnections, seconds. */
  double pageCpu(int kind, double second) {
    VisitKind k = crowd.kinds().get(kind);
    double reconnect = machine.resumedHandshake(second) + machine.accept();
    return k.page() * machine.costFactor(second) + k.reconnects() * reconnect;
  }

  /** Returns the time from one request to the next without queueing, seconds. */
  double cycle(int kind, double second) {
    VisitKind k = crowd.kinds().get(kind);
    // Requests that come side by side wait for the first of the page.
    int rounds = k.connections() > 1 ? 2 : 1;
    double database = rounds * k.database() * machine.databaseFactor(second);
    return k.think() + pageCpu(kind, second) + database;
  }

  /** Returns the CPU of a first page with its connections, mean over all kinds, seconds. */
  double firstPageCpu(double second) {
    double cpu = 0;
    for (int kind = 0; kind < crowd.kinds().size(); kind++) {
      cpu += chance(kind, second) * firstPageCpu(kind, second);
    }
    return cpu;
  }

  /** Returns the same for one kind. */
  double firstPageCpu(int kind, double second) {
    VisitKind k = crowd.kinds().get(kind);
    double connection = machine.resumedHandshake(second) + machine.accept();
    return k.page() * machine.costFactor(second) + (k.connections() - 1) * connection;
  }

  /**
   * Returns the seconds for which a first page holds a database connection, mean over all kinds.
   */
  double firstPageDatabase(double second) {
    double held = 0;
    for (int kind = 0; kind < crowd.kinds().size(); kind++) {
      VisitKind k = crowd.kinds().get(kind);
      held += chance(kind, second) * k.connections() * k.database();
    }
    return held * machine.databaseFactor(second);
  }

  /**
   * Returns the nominal CPU of a visit that begins with a full handshake, mean over all kinds,
   * seconds.
   */
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

  /** Returns the nominal seconds for which a visit holds a database connection. */
  double visitDatabase() {
    double held = 0;
    for (int kind = 0; kind < crowd.kinds().size(); kind++) {
      VisitKind k = crowd.kinds().get(kind);
      held += chance(kind, 0) * k.pages() * k.connections() * k.database();
    }
    return held;
  }

  /**
   * Returns the visits a second that it carries at nominal costs with all its processors, all of
   * them new, without refusals.
   */
  public double capacity() {
    double byProcessors = machine.processors() / visitCpu();
    double held = visitDatabase();
    return held == 0 ? byProcessors : Math.min(byProcessors, machine.databaseConnections() / held);
  }

  /**
   * Returns the visits a second left at {@code factor} times the capacity after paying for
   * refusals.
   */
  public double capacityNet(double factor) {
    double refused = Math.max(0, factor - 1) * capacity();
    return capacity() - refused * machine.refusal() / visitCpu();
  }

  /** Returns the visits a second that want to begin. */
  double offeredPerSecond(double second) {
    return crowd.offered(second) * capacity();
  }
}
