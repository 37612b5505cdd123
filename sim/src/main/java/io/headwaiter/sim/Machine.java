package io.headwaiter.sim;

import java.util.function.Consumer;
import java.util.function.DoubleUnaryOperator;

/**
 * The simulated server: its resources, the costs of its work, and how both change. Costs are
 * seconds of CPU; a function takes the second of the run. Immutable: each method returns a copy
 * that differs in one thing.
 */
public final class Machine implements Cloneable {
  /** Worker threads of the container per processor, as the connector configures them. */
  public static final int WORKERS_PER_PROCESSOR = 10;

  private double processors = 1;
  private int workersPerProcessor = WORKERS_PER_PROCESSOR;
  private int databaseConnections = 1_000_000;
  private int connectionsMax = Integer.MAX_VALUE;
  // 0 if workers do not keep connections.
  private int keepingWorkers = 0;
  private double persistence = 0;
  private int backlog = Integer.MAX_VALUE;
  private double fullHandshake = 4e-3;
  private double resumedHandshake = 0.5e-3;
  private double accept = 0;
  private double refusal = 26e-6;
  private DoubleUnaryOperator quota = t -> Double.POSITIVE_INFINITY;
  private DoubleUnaryOperator others = t -> 0;
  private DoubleUnaryOperator unseen = t -> 0;
  private DoubleUnaryOperator background = t -> 0;
  private DoubleUnaryOperator costFactor = t -> 1;
  private DoubleUnaryOperator handshakeFactor = t -> 1;
  private DoubleUnaryOperator databaseFactor = t -> 1;
  private double idleFactor = 1;
  private double idleBelow = 1;
  private int distinctPages = 0;
  private double compileSeconds = 0;

  private Machine() {}

  /**
   * Returns a machine with one processor, ten workers, a full handshake of 4 ms and a resumed one
   * of 0.5 ms, refusals of 26 us, and a database that is never full.
   */
  public static Machine plain() {
    return new Machine();
  }

  private Machine with(Consumer<Machine> change) {
    try {
      Machine copy = (Machine) super.clone();
      change.accept(copy);
      return copy;
    } catch (CloneNotSupportedException e) {
      throw new AssertionError("A Machine can be cloned.", e);
    }
  }

  /** Sets the processors of the machine, above 0. */
  public Machine processors(double value) {
    return with(m -> m.processors = value);
  }

  /** Sets the worker threads per processor, at least 1. */
  public Machine workersPerProcessor(int value) {
    return with(m -> m.workersPerProcessor = value);
  }

  /**
   * Makes each worker keep its connection until that closes, or until no request has come on it for
   * the persistence timeout, as the server that the papers call multithreaded. {@link
   * KeptConnections} says how the timeout shrinks when workers are short. For visits with one
   * connection at a time and without attacks; turns are not deferred.
   *
   * @param workers in all, whatever the processors are, at least 1
   * @param timeoutSeconds persistence timeout of a server without load, above 0
   * @param waiting connections that may wait for a worker, at least 1: a further one is not
   *     answered, and its client waits until it has no more patience
   */
  public Machine keepsConnections(int workers, double timeoutSeconds, int waiting) {
    return with(
        m -> {
          m.keepingWorkers = workers;
          m.persistence = timeoutSeconds;
          m.backlog = waiting;
        });
  }

  /** Sets the connections to the database, at least 1. */
  public Machine databaseConnections(int value) {
    return with(m -> m.databaseConnections = value);
  }

  /** Sets the connections that may be open at a time, at least 1; all further ones are refused. */
  public Machine connectionsMax(int value) {
    return with(m -> m.connectionsMax = value);
  }

  /** Sets the costs of handshakes. */
  public Machine handshakes(double full, double resumed) {
    return with(
        m -> {
          m.fullHandshake = full;
          m.resumedHandshake = resumed;
        });
  }

  /** Sets the front's cost of each admitted and of each refused connection. */
  public Machine front(double acceptSeconds, double refusalSeconds) {
    return with(
        m -> {
          m.accept = acceptSeconds;
          m.refusal = refusalSeconds;
        });
  }

  /** Sets the most processors it may use. */
  public Machine quota(DoubleUnaryOperator processorsAt) {
    return with(m -> m.quota = processorsAt);
  }

  /**
   * Sets the part of the processors that other processes and the host take, as the meters see it.
   */
  public Machine others(DoubleUnaryOperator share) {
    return with(m -> m.others = share);
  }

  /** Sets the same, unseen by the meters. */
  public Machine unseen(DoubleUnaryOperator share) {
    return with(m -> m.unseen = share);
  }

  /** Sets the part of the processors that compiler and collector of the process take. */
  public Machine background(DoubleUnaryOperator share) {
    return with(m -> m.background = share);
  }

  /** Sets a factor of all CPU costs but the front's. */
  public Machine costs(DoubleUnaryOperator factor) {
    return with(m -> m.costFactor = factor);
  }

  /** Sets a factor of full handshakes. */
  public Machine handshakeCosts(DoubleUnaryOperator factor) {
    return with(m -> m.handshakeFactor = factor);
  }

  /** Sets a factor of database times. */
  public Machine databaseTimes(DoubleUnaryOperator factor) {
    return with(m -> m.databaseFactor = factor);
  }

  /**
   * Makes work more expensive on idle processors, because of cold caches, wake-ups and batches of
   * one. The costs given are those of busy processors.
   *
   * <pre>
   *   factor = 1 + (f - 1) * min(1, (1 - b) / (1 - b0))       b  recent busy part
   * </pre>
   *
   * <p>Worked number, measured on a server on one core: a reply of 1.36 ms at 0.98 busy and of 1.7
   * ms at 0.72: f = 1.25, b0 = 0.72; at b = 0.86 the factor is 1.125.
   *
   * @param factor f, at least 1
   * @param belowBusy b0, below which the factor does not rise any more, from 0, below 1
   * @throws IllegalArgumentException if one is out of its range
   */
  public Machine dearerWhenIdle(double factor, double belowBusy) {
    if (!(factor >= 1 && belowBusy >= 0 && belowBusy < 1)) {
      throw new IllegalArgumentException(
          "factor must be at least 1 and belowBusy from 0, below 1, got "
              + factor
              + " and "
              + belowBusy);
    }
    return with(
        m -> {
          m.idleFactor = factor;
          m.idleBelow = belowBusy;
        });
  }

  /**
   * Sets the number of different pages. The first request of each page since the server began also
   * pays for its compilation, as with a JSP.
   */
  public Machine compiles(int pages, double cpuSeconds) {
    return with(
        m -> {
          m.distinctPages = pages;
          m.compileSeconds = cpuSeconds;
        });
  }

  /** Returns this machine with all its processors for itself, at the costs it was given. */
  Machine nominal() {
    return with(
        m -> {
          m.quota = t -> Double.POSITIVE_INFINITY;
          m.others = t -> 0;
          m.unseen = t -> 0;
          m.background = t -> 0;
          m.costFactor = t -> 1;
          m.handshakeFactor = t -> 1;
          m.databaseFactor = t -> 1;
        });
  }

  double processors() {
    return processors;
  }

  int workers() {
    return keepsConnections() ? keepingWorkers : (int) Math.ceil(processors * workersPerProcessor);
  }

  boolean keepsConnections() {
    return keepingWorkers > 0;
  }

  /** Returns the persistence timeout of a server without load, seconds. */
  double persistence() {
    return persistence;
  }

  /** Returns the connections that may wait for a worker. */
  int backlog() {
    return backlog;
  }

  int databaseConnections() {
    return databaseConnections;
  }

  int connectionsMax() {
    return connectionsMax;
  }

  double fullHandshake(double second) {
    return fullHandshake * handshakeFactor.applyAsDouble(second) * costFactor.applyAsDouble(second);
  }

  double resumedHandshake(double second) {
    return resumedHandshake * costFactor.applyAsDouble(second);
  }

  double accept() {
    return accept;
  }

  double refusal() {
    return refusal;
  }

  double costFactor(double second) {
    return costFactor.applyAsDouble(second);
  }

  /** Returns the factor of costs when the processors were lately busy for this part of the time. */
  double idleFactor(double busyPart) {
    if (idleFactor == 1) {
      return 1;
    }
    return 1 + (idleFactor - 1) * Math.max(0, Math.min(1, (1 - busyPart) / (1 - idleBelow)));
  }

  /** Returns the number of different pages; 0 if none is ever compiled. */
  int distinctPages() {
    return distinctPages;
  }

  double compileSeconds() {
    return compileSeconds;
  }

  double databaseFactor(double second) {
    return databaseFactor.applyAsDouble(second);
  }

  /** Returns the processors by quota. */
  double allowed(double second) {
    return Math.min(processors, quota.applyAsDouble(second));
  }

  double others(double second) {
    return processors * others.applyAsDouble(second);
  }

  double background(double second) {
    return processors * background.applyAsDouble(second);
  }

  /** Returns A(k), as the meters see it. */
  double supply(double second) {
    return Math.max(1e-3, allowed(second) - others(second));
  }

  /** Returns the processors left for front and workers. */
  double available(double second) {
    double taken = processors * unseen.applyAsDouble(second) + background(second);
    return Math.max(1e-3, supply(second) - taken);
  }
}
