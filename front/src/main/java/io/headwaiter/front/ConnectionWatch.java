package io.headwaiter.front;

import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.IdleChoice;
import io.headwaiter.core.admission.IdleChoice.Idle;
import io.headwaiter.core.admission.OpenConnections;
import io.headwaiter.core.admission.Verdict;
import io.headwaiter.door.Admission;
import io.headwaiter.door.Networks;
import io.headwaiter.front.OpenConnection.Closer;
import io.headwaiter.front.OpenConnection.Stage;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * Closes connections that were let in and keep the server waiting: those whose handshake is not
 * done within its deadline, and those that send no request within theirs, counted from the end of
 * the handshake to the end of the request's head. Each deadline is for the whole, so that a client
 * that sends a byte now and then gains nothing.
 *
 * <p>Counts the connections of each visit, whose bound holds when the handshake has shown which
 * visit it is.
 *
 * <p>When places are short, closes idle connections until a tenth of them is left: those that have
 * been idle for a second at least, in the order of {@link IdleChoice}.
 *
 * <p>What the server itself takes is not the client's: the wait of the turn at the head of the
 * worker queue is added to both deadlines.
 *
 * <p>Thread-safe; {@link #look} is called by one thread.
 */
public final class ConnectionWatch {
  /** Why a connection was closed that had been let in. */
  enum Cause {
    HANDSHAKE_DEADLINE(Stage.HANDSHAKE, Stage.HANDSHAKE),
    FIRST_REQUEST_DEADLINE(Stage.FIRST_REQUEST, Stage.FIRST_REQUEST),
    VISIT_CONNECTIONS(Stage.HANDSHAKE, Stage.HANDSHAKE),
    IDLE(Stage.FIRST_REQUEST, Stage.SERVED);

    private final Stage first;
    private final Stage last;

    Cause(Stage first, Stage last) {
      this.first = first;
      this.last = last;
    }

    /** Whether connections at this stage are closed for it. */
    boolean isOf(Stage stage) {
      return stage.compareTo(first) >= 0 && stage.compareTo(last) <= 0;
    }

    /** As {@code /status} shows it. */
    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private static final long LOOK_NANOS = 50_000_000L;
  // Beyond a second nothing is reserved any more for those that were let in.
  private static final long SILENT_MILLIS = 1_000;
  private static final int SILENT_MIN = 50;
  private static final int SILENT_HANDSHAKE_SECONDS = 2;
  private static final int SILENT_REQUEST_SECONDS = 10;
  // What one client mostly has.
  private static final Networks NETWORKS = new Networks(24, 48);
  private static final long IDLE_NANOS_MIN = 1_000_000_000L;
  // For the connection that could not be accepted, and those behind it.
  private static final int ROOM_AT_FAILURE = 8;
  private static final int CHOICE_PARTS = 4;
  private static final System.Logger LOG = System.getLogger(ConnectionWatch.class.getName());

  private final long handshakeNanos;
  private final long firstRequestNanos;
  private final ConnectionLimit limit;
  private final LongSupplier acceptFailures;
  private final WorkQueue work;
  private final LongSupplier clock;
  private final Set<OpenConnection> all = ConcurrentHashMap.newKeySet();
  private final Map<Cause, AtomicLong> closed = new EnumMap<>(Cause.class);
  // In order of their deadlines, since all at one stage have the same time. Guarded by this.
  private final Set<OpenConnection> handshakes = new LinkedHashSet<>();
  private final Set<OpenConnection> silent = new LinkedHashSet<>();
  private final OpenConnections open;
  private volatile DoubleSupplier visitsPerSecond = () -> Double.POSITIVE_INFINITY;
  private boolean looked;
  private long lookedNanos;
  private long failuresSeen;

  /**
   * @param handshakeNanos from a connection's admission to the end of its handshake
   * @param firstRequestNanos from there to the end of its first request's head
   * @param perVisitMax connections that one visit may have open
   * @param limit says when places are short
   * @param acceptFailures attempts to accept a connection that have failed so far
   * @param clock monotonic
   */
  ConnectionWatch(
      long handshakeNanos,
      long firstRequestNanos,
      int perVisitMax,
      ConnectionLimit limit,
      LongSupplier acceptFailures,
      WorkQueue work,
      LongSupplier clock) {
    this.handshakeNanos = handshakeNanos;
    this.firstRequestNanos = firstRequestNanos;
    this.open = new OpenConnections(perVisitMax);
    this.limit = limit;
    this.acceptFailures = acceptFailures;
    this.work = work;
    this.clock = clock;
    for (Cause cause : Cause.values()) {
      closed.put(cause, new AtomicLong());
    }
    // Loads its classes: when there is no descriptor left, none can be read from its file.
    IdleChoice.choose(List.of(new Idle<>(clock, Verdict.NO_VISIT, 0)), visit -> 0, 1);
  }

  /**
   * Bounds the connections that are silent for longer than {@value #SILENT_MILLIS} ms: what has
   * been reserved for them has lapsed, and if they all woke up at once they would be more than the
   * server carries. Of their handshakes as many may wait as visits are carried in {@value
   * #SILENT_HANDSHAKE_SECONDS} s, and of their first requests in {@value #SILENT_REQUEST_SECONDS}
   * s; over that those are closed that have been silent longest, of the network first from which
   * there are most of them. Those of visits under way are not among them: they have paid, and each
   * visit has only so many.
   *
   * @param perSecond new visits that are carried a second; infinite for no bound
   */
  void boundSilence(DoubleSupplier perSecond) {
    visitsPerSecond = perSecond;
  }

  /** A connection is let in; its handshake begins. */
  public OpenConnection admit(Admission admission, Closer closer) {
    long network = admission.client() == null ? Verdict.NO_VISIT : NETWORKS.of(admission.client());
    boolean isSpared = admission.entry() == Entry.VERIFIED;
    OpenConnection connection = new OpenConnection(this, closer, isSpared, network, now());
    synchronized (this) {
      handshakes.add(connection);
    }
    all.add(connection);
    return connection;
  }

  /** Connections that were closed for this cause. */
  long closedTotal(Cause cause) {
    return closed.get(cause).get();
  }

  long now() {
    return clock.getAsLong();
  }

  /** Whether this visit may have one more connection. */
  synchronized boolean hasRoom(long visit) {
    return open.hasRoom(visit);
  }

  /** Whether it may stay: as one of its visit, and if it was not closed meanwhile. */
  synchronized boolean handshakeDone(OpenConnection connection, long visit) {
    if (connection.stage() != Stage.HANDSHAKE) {
      return connection.stage() != Stage.CLOSED;
    }
    if (!open.add(visit)) {
      // It was let in unseen, or with others of its visit at the same moment.
      return !claim(connection, Cause.VISIT_CONNECTIONS);
    }
    handshakes.remove(connection);
    connection.belongTo(visit);
    connection.comeTo(Stage.FIRST_REQUEST, now());
    silent.add(connection);
    return true;
  }

  synchronized void firstRequestCame(OpenConnection connection) {
    if (connection.stage() == Stage.FIRST_REQUEST) {
      silent.remove(connection);
      connection.comeTo(Stage.SERVED, now());
    }
  }

  synchronized void closed(OpenConnection connection) {
    handshakes.remove(connection);
    silent.remove(connection);
    all.remove(connection);
    if (connection.stage() != Stage.CLOSED) {
      open.remove(connection.visit());
      connection.comeTo(Stage.CLOSED, now());
    }
  }

  /** Closes those whose time is over, if the last look was not just now. */
  void look(long nowNanos) {
    if (looked && nowNanos - lookedNanos < LOOK_NANOS) {
      return;
    }
    looked = true;
    lookedNanos = nowNanos;
    // A client that was in time, and waits for a worker, has waited for less than the queue's head.
    long sinceNanos = nowNanos - work.headDelayNanos(nowNanos);
    closeOverdue(handshakes, sinceNanos - handshakeNanos, Cause.HANDSHAKE_DEADLINE);
    closeOverdue(silent, sinceNanos - firstRequestNanos, Cause.FIRST_REQUEST_DEADLINE);
    closeSilent(handshakes, sinceNanos, SILENT_HANDSHAKE_SECONDS, Cause.HANDSHAKE_DEADLINE);
    closeSilent(silent, sinceNanos, SILENT_REQUEST_SECONDS, Cause.FIRST_REQUEST_DEADLINE);
    makeRoom(sinceNanos - IDLE_NANOS_MIN);
  }

  private void closeSilent(Set<OpenConnection> waiting, long sinceNanos, int seconds, Cause cause) {
    double most = Math.max(SILENT_MIN, seconds * visitsPerSecond.getAsDouble());
    if (most == Double.POSITIVE_INFINITY) {
      return;
    }
    List<Idle<OpenConnection>> lapsed = new ArrayList<>();
    Map<Long, Integer> ofNetwork = new HashMap<>();
    for (OpenConnection one : overdue(waiting, sinceNanos - SILENT_MILLIS * 1_000_000L)) {
      if (!one.isSpared()) {
        lapsed.add(new Idle<>(one, one.network(), one.stageNanos()));
        ofNetwork.merge(one.network(), 1, Integer::sum);
      }
    }
    int tooMany = Math.max(0, lapsed.size() - (int) most);
    for (OpenConnection connection :
        IdleChoice.choose(lapsed, network -> ofNetwork.getOrDefault(network, 1), tooMany)) {
      close(connection, /* onlyIdle= */ false, () -> claim(connection, cause));
    }
  }

  /**
   * When places are short, closes connections on which nothing has happened since then. If the next
   * connection to close has not been idle for long enough, its turn is waited for and no other is
   * closed in its place, unless the last places are reached: else visits with few connections would
   * make room for one with many.
   */
  private void makeRoom(long idleSinceNanos) {
    long failures = acceptFailures.getAsLong();
    boolean failed = failures > failuresSeen;
    failuresSeen = failures;
    int wanted = Math.max(limit.shortage(), failed ? ROOM_AT_FAILURE : 0);
    if (wanted == 0) {
      return;
    }
    boolean urgent = failed || limit.vacancies() <= limit.kept();
    int left = wanted;
    // More than are wanted: one that cannot be closed just now must not keep the others open.
    for (OpenConnection connection :
        IdleChoice.choose(idle(), this::count, CHOICE_PARTS * wanted)) {
      if (left == 0) {
        return;
      }
      boolean isIdle = connection.activeNanos() - idleSinceNanos <= 0;
      boolean isClosed =
          isIdle
              && close(
                  connection, /* onlyIdle= */ true, () -> claimIdle(connection, idleSinceNanos));
      left -= isClosed || (!isIdle && !urgent) ? 1 : 0;
    }
  }

  private List<Idle<OpenConnection>> idle() {
    List<Idle<OpenConnection>> idle = new ArrayList<>();
    for (OpenConnection connection : all) {
      if (isIdle(connection)) {
        idle.add(new Idle<>(connection, connection.visit(), connection.activeNanos()));
      }
    }
    return idle;
  }

  private static boolean isIdle(OpenConnection connection) {
    return Cause.IDLE.isOf(connection.stage()) && !connection.isServing();
  }

  private synchronized boolean claimIdle(OpenConnection connection, long idleSinceNanos) {
    return !connection.isServing()
        && connection.activeNanos() - idleSinceNanos <= 0
        && claim(connection, Cause.IDLE);
  }

  /** Open connections of a visit. */
  private synchronized int count(long visit) {
    return open.of(visit);
  }

  private void closeOverdue(Set<OpenConnection> waiting, long beforeNanos, Cause cause) {
    for (OpenConnection connection : overdue(waiting, beforeNanos)) {
      close(connection, /* onlyIdle= */ false, () -> claim(connection, cause));
    }
  }

  private synchronized List<OpenConnection> overdue(Set<OpenConnection> waiting, long beforeNanos) {
    List<OpenConnection> overdue = new ArrayList<>();
    for (OpenConnection connection : waiting) {
      if (connection.stageNanos() - beforeNanos > 0) {
        break;
      }
      overdue.add(connection);
    }
    return overdue;
  }

  /** Whether the connection is still at that stage; it is then counted as closed. */
  private synchronized boolean claim(OpenConnection connection, Cause cause) {
    if (!cause.isOf(connection.stage())) {
      return false;
    }
    closed(connection);
    closed.get(cause).incrementAndGet();
    return true;
  }

  /**
   * One that cannot be closed keeps no other from it.
   *
   * @return whether it was claimed, so that it is closed now
   */
  private static boolean close(OpenConnection connection, boolean onlyIdle, BooleanSupplier claim) {
    AtomicBoolean claimed = new AtomicBoolean();
    try {
      connection.tryClose(
          onlyIdle,
          () -> {
            claimed.set(claim.getAsBoolean());
            return claimed.get();
          });
    } catch (RuntimeException | Error e) {
      LOG.log(System.Logger.Level.WARNING, "A connection could not be closed", e);
    }
    return claimed.get();
  }
}
