package io.headwaiter.sim;

import io.headwaiter.sim.law.Law;
import io.headwaiter.sim.law.ServerView;
import java.util.HashMap;
import java.util.Map;

/** The state that the parts of one run share. */
final class World implements ServerView {
  static final double NANOS = 1e9;

  /** Kinds of events. */
  static final byte ARRIVE = 0;

  static final byte ASK = 1;
  static final byte COME_BACK = 2;
  static final byte DATABASE_DONE = 3;
  static final byte LOSE_PATIENCE = 4;
  static final byte LOOK = 5;
  static final byte SAMPLE = 6;
  static final byte TICK = 7;
  static final byte RESTART = 8;
  static final byte LOSE_PATIENCE_INSIDE = 9;
  static final byte ATTACK = 10;
  static final byte SILENCE_ENDS = 11;
  static final byte PERSISTENCE_ENDS = 12;

  // Weight of a sample in the smoothed busy part: caches stay warm for about 0.1 s.
  private static final double BUSY_PART = -Math.expm1(-Commitment.SAMPLE_NANOS / 0.1e9);

  final Shop shop;
  // Second 0 of the shop.
  final long zeroNanos;
  final EventHeap events = new EventHeap();
  final DeadlineLine deadlines = new DeadlineLine();
  final Promises promises;
  final Recorder recorder;
  WorkerPool pool;
  Door door;
  Floor floor;
  Attackers attackers;
  Meters meters;
  Law law;
  long now;
  int epoch;
  // Open connections by number.
  final Map<Long, Visit> open = new HashMap<>();
  // Customers that will retry.
  int away;
  // Busy part of the processors, smoothed; a run begins idle.
  private double busyPart;
  private double lastCpuNanos;

  World(Shop shop, Recorder recorder, double warmUpSeconds) {
    this.zeroNanos = (long) (warmUpSeconds * NANOS);
    this.shop = shop;
    this.recorder = recorder;
    this.promises = new Promises(shop);
  }

  /** Returns the second of the shop: below 0 while a law settles. */
  double second() {
    return second(now);
  }

  double second(long nanos) {
    return (nanos - zeroNanos) / NANOS;
  }

  /**
   * Measures, every {@link Commitment#SAMPLE_NANOS}, how busy the processors were since the last
   * time.
   */
  void sampleBusy(double available) {
    double cpuNanos = pool.processors().cpuNanos();
    double busy = (cpuNanos - lastCpuNanos) / (available * Commitment.SAMPLE_NANOS);
    lastCpuNanos = cpuNanos;
    busyPart += (Math.min(1, busy) - busyPart) * BUSY_PART;
  }

  /** Returns the factor of costs because the processors were idle lately. */
  double idleFactor() {
    return shop.machine().idleFactor(busyPart);
  }

  void in(double seconds, byte kind, Object subject) {
    events.put(now + Math.max(1, (long) (seconds * NANOS)), kind, subject);
  }

  /** Adds work of the front for a connection. */
  void front(double seconds) {
    pool.processors().front(seconds * NANOS);
  }

  /** Registers the latest connection of a visit, which was admitted. */
  void opened(Visit visit) {
    visit.open.add(visit.connection);
    open.put(visit.connection, visit);
  }

  /** Closes all open connections of a visit. */
  void closed(Visit visit) {
    while (!visit.open.isEmpty()) {
      closedLatest(visit);
    }
  }

  /** Closes the connection of a visit that was opened last. */
  void closedLatest(Visit visit) {
    if (!visit.open.isEmpty()) {
      closed(visit, visit.open.get(visit.open.size() - 1));
    }
  }

  private void closed(Visit visit, long connection) {
    visit.open.remove(connection);
    open.remove(connection);
    law.closed(connection, visit.name(), now);
    pool.closed(connection);
  }

  /** Lets a worker that keeps its connection wait for the next request, or leave it if closed. */
  void turnDone(long connection) {
    KeptConnections.Wait wait = pool.kept().waitOn(connection);
    if (wait == null) {
      return;
    }
    if (open.containsKey(connection)) {
      in(pool.persistence(), PERSISTENCE_ENDS, wait);
    } else {
      pool.closed(connection);
    }
  }

  /** Closes a connection on which no request has come in time. */
  void persistenceEnds(KeptConnections.Wait wait) {
    if (pool.kept().lasts(wait)) {
      closedByServer(wait.connection());
    }
  }

  /** Returns whether no further connection may wait for a worker. */
  boolean backlogIsFull() {
    return pool.queue().size() >= shop.machine().backlog();
  }

  /** Closes a connection for the server, if nothing is requested on it now. */
  void closedByServer(long connection) {
    Visit visit = open.get(connection);
    if (visit != null && visit.attacker != null) {
      attackers.closedByServer(visit);
    } else if (visit != null && visit.thinks) {
      closed(visit, connection);
      visit.connection = visit.open.isEmpty() ? connection : visit.open.get(visit.open.size() - 1);
    }
  }

  @Override
  public int waiting() {
    return pool.queue().counted();
  }

  @Override
  public int running() {
    return pool.busyWorkers();
  }

  @Override
  public long headDelayNanos() {
    return pool.headDelayNanos();
  }

  @Override
  public int connections() {
    return open.size();
  }

  @Override
  public int connectionsMax() {
    return shop.machine().connectionsMax();
  }

  @Override
  public int visitsUnderWay() {
    return promises.visits() + attackers.visits();
  }

  @Override
  public int workers() {
    return pool.workers();
  }

  @Override
  public double processors() {
    return shop.machine().supply(second());
  }
}
