package io.headwaiter.front.session;

import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.EnumTotals;
import io.headwaiter.core.admission.IdleChoice;
import io.headwaiter.core.admission.IdleChoice.Idle;
import io.headwaiter.core.admission.OpenConnections;
import io.headwaiter.core.admission.SessionLookup;
import io.headwaiter.door.AdmittedConnection;
import io.headwaiter.door.Networks;
import io.headwaiter.front.session.OpenConnection.Closer;
import io.headwaiter.front.session.OpenConnection.Phase;
import io.headwaiter.front.work.WorkQueue;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Closes admitted connections that keep the server waiting: those with an unfinished handshake at
 * its deadline, and those without a request at theirs. The second deadline counts from the end of
 * the handshake to the end of the first request's head. Each deadline is for the whole step, so a
 * client that sends a byte now and then gains nothing.
 *
 * <p>Counts and bounds the connections of each visit: from the admission on if the door knew the
 * visit, otherwise when the handshake has shown it.
 *
 * <p>When places are short, closes idle connections until a tenth of the places is free:
 * connections that have been idle for at least a second, in the order of {@link IdleChoice}. A
 * handshake of a visit under way whose client is silent counts as idle.
 *
 * <p>Takes workers away from slow clients when others wait for one: {@link SlowClients}.
 *
 * <p>Time that the server itself takes does not count against the client. The longest wait in the
 * worker queue is added to both deadlines; when it becomes shorter, the addition falls by a second
 * each second. Example: nobody was served for 11 s. A client whose handshake began with that pause
 * still has a part of its 5 s left, although 11 s have passed.
 *
 * <p>Thread-safe; one thread calls {@link #look}.
 */
public final class ConnectionWatch {
  private static final long LOOK_NANOS = 50_000_000L;
  // After a second the gate holds no reservation for an admitted connection.
  private static final long SILENT_MILLIS = 1_000;
  private static final int SILENT_MIN = 50;
  private static final int SILENT_HANDSHAKE_SECONDS = 2;
  private static final int SILENT_REQUEST_SECONDS = 10;
  // One client mostly has one such prefix.
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
  private final AtomicLong numbers = new AtomicLong();
  private final EnumTotals<CloseCause> closed = new EnumTotals<>(CloseCause.class);
  // In the order of their deadlines, since all in one phase have the same time. Guarded by this.
  private final Set<OpenConnection> handshakes = new LinkedHashSet<>();
  private final Set<OpenConnection> silent = new LinkedHashSet<>();
  private final OpenConnections open;
  private final SlowClients slowClients;
  private final CourtesyConnections courtesies = new CourtesyConnections();
  private final Map<InetAddress, Integer> ofAddress = new ConcurrentHashMap<>();
  private volatile LongUnaryOperator accountNames = LongUnaryOperator.identity();
  private volatile DoubleSupplier visitsPerSecond = () -> Double.POSITIVE_INFINITY;
  private boolean looked;
  private long lookedNanos;
  private long allowedNanos;
  private long failuresSeen;

  /**
   * @param handshakeNanos from a connection's admission to the end of its handshake
   * @param firstRequestNanos from there to the end of its first request's head
   * @param perVisitMax connections that one visit may have open
   * @param limit says when places are short
   * @param acceptFailures attempts to accept a connection that have failed so far
   * @param clock monotonic
   */
  public ConnectionWatch(
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
    this.slowClients = new SlowClients(work);
    this.clock = clock;
    // Loads its classes now: when no descriptor is left, a class file cannot be opened.
    IdleChoice.choose(List.of(new Idle<>(clock, SessionLookup.NO_VISIT, 0)), visit -> 0, 1);
  }

  /**
   * Bounds the connections that stay in one phase for longer than {@value #SILENT_MILLIS} ms. Their
   * reservations have lapsed, and if all of them became active at once they would exceed what the
   * server carries. For handshakes the bound is the number of new visits carried in {@value
   * #SILENT_HANDSHAKE_SECONDS} s, for first requests in {@value #SILENT_REQUEST_SECONDS} s; each is
   * at least {@value #SILENT_MIN}. Beyond it the watch closes the longest silent connections, first
   * of the network with most of them. Connections of visits under way are exempt: their visits were
   * charged, and each may have only so many, those at their handshake among them.
   *
   * @param perSecond new visits that are carried a second; infinite for no bound
   */
  public void boundSilence(DoubleSupplier perSecond) {
    visitsPerSecond = perSecond;
  }

  /**
   * Sets how the account of a visit is found, by which connections are counted: the name of the
   * visit itself unless it has joined another one.
   */
  public void countBy(LongUnaryOperator accountName) {
    accountNames = accountName;
  }

  /** Registers an admitted connection; its handshake begins. */
  public OpenConnection admit(AdmittedConnection admitted, Closer closer) {
    InetAddress client = admitted.client();
    long network = client == null ? SessionLookup.NO_VISIT : NETWORKS.of(client);
    boolean isVerified = admitted.entry() == Entry.VERIFIED;
    long visit = isVerified ? accountNames.applyAsLong(admitted.visit()) : SessionLookup.NO_VISIT;
    // Full only if the visit has changed since the door looked, say by joining another one.
    boolean isSpared = isVerified && add(visit);
    ConnectionTrace trace = new ConnectionTrace(numbers.incrementAndGet(), admitted);
    OpenConnection connection =
        new OpenConnection(this, trace, closer, isSpared, client, network, now());
    if (isSpared) {
      connection.belongTo(visit);
    }
    if (client != null) {
      // Before anything can close it.
      ofAddress.merge(client, 1, Integer::sum);
    }
    synchronized (this) {
      handshakes.add(connection);
    }
    all.add(connection);
    return connection;
  }

  private synchronized boolean add(long visit) {
    return open.add(visit);
  }

  /** Returns how many connections of this address are open. */
  public int openAt(InetAddress client) {
    return ofAddress.getOrDefault(client, 0);
  }

  /** Returns how many connections were closed for this cause. */
  public long closedTotal(CloseCause cause) {
    return closed.of(cause);
  }

  public long now() {
    return clock.getAsLong();
  }

  /** Returns whether this visit may have one more connection. */
  public synchronized boolean hasRoom(long visit) {
    return open.hasRoom(visit);
  }

  /** Returns whether the connection may stay open: its visit may have it, and it was not closed. */
  public synchronized boolean handshakeDone(OpenConnection connection, long visit) {
    if (connection.phase() != Phase.HANDSHAKE) {
      return connection.phase() != Phase.CLOSED;
    }
    if (connection.visit() != visit) {
      if (!open.add(visit)) {
        // It was admitted without a look-up, or at the same moment as others of its visit.
        return !claim(connection, CloseCause.VISIT_CONNECTIONS);
      }
      open.remove(connection.visit());
      connection.belongTo(visit);
    }
    handshakes.remove(connection);
    connection.comeTo(Phase.FIRST_REQUEST, now());
    silent.add(connection);
    return true;
  }

  public synchronized void firstRequestCame(OpenConnection connection) {
    if (connection.phase() == Phase.FIRST_REQUEST) {
      silent.remove(connection);
      connection.comeTo(Phase.SERVED, now());
    }
  }

  public void closed(OpenConnection connection) {
    closed(connection, /* cause= */ null);
  }

  private synchronized void closed(OpenConnection connection, @Nullable CloseCause cause) {
    handshakes.remove(connection);
    silent.remove(connection);
    all.remove(connection);
    if (connection.phase() != Phase.CLOSED) {
      Phase last = connection.phase();
      open.remove(connection.visit());
      connection.comeTo(Phase.CLOSED, now());
      InetAddress client = connection.client();
      if (client != null) {
        ofAddress.computeIfPresent(client, (address, count) -> count > 1 ? count - 1 : null);
      }
      connection.ends(last, cause == null ? null : cause.label());
    }
  }

  /** Closes overdue, silent and idle connections, unless the last look was just now. */
  public void look(long nowNanos) {
    if (looked && nowNanos - lookedNanos < LOOK_NANOS) {
      return;
    }
    long fadedNanos = looked ? allowedNanos - (nowNanos - lookedNanos) : 0;
    looked = true;
    lookedNanos = nowNanos;
    // A client that was in time, and waits for a worker, has not waited for longer than this.
    allowedNanos = Math.max(work.longestDelayNanos(nowNanos), fadedNanos);
    long sinceNanos = nowNanos - allowedNanos;
    closeOverdue(handshakes, sinceNanos - handshakeNanos, CloseCause.HANDSHAKE_DEADLINE);
    closeOverdue(silent, sinceNanos - firstRequestNanos, CloseCause.FIRST_REQUEST_DEADLINE);
    closeSilent(handshakes, sinceNanos, SILENT_HANDSHAKE_SECONDS, CloseCause.HANDSHAKE_DEADLINE);
    closeSilent(silent, sinceNanos, SILENT_REQUEST_SECONDS, CloseCause.FIRST_REQUEST_DEADLINE);
    courtesies.look(sinceNanos);
    makeRoom(sinceNanos - IDLE_NANOS_MIN);
    for (int left = slowClients.look(nowNanos); left > 0; left--) {
      closed.increment(CloseCause.SLOW_CLIENT);
    }
  }

  /** Returns how many workers wait for slow clients. */
  public int workersHeldByClients(long nowNanos) {
    return slowClients.held(nowNanos);
  }

  /** Returns the connections that get a courtesy page. */
  public CourtesyConnections courtesies() {
    return courtesies;
  }

  /** Returns the workers that wait for clients. */
  SlowClients slowClients() {
    return slowClients;
  }

  private void closeSilent(
      Set<OpenConnection> waiting, long sinceNanos, int seconds, CloseCause cause) {
    double most = Math.max(SILENT_MIN, seconds * visitsPerSecond.getAsDouble());
    List<OpenConnection> lapsed = overdue(waiting, sinceNanos - SILENT_MILLIS * 1_000_000L);
    for (OpenConnection connection : SilentChoice.beyond(most, lapsed)) {
      close(connection, /* onlyIdle= */ false, () -> claim(connection, cause));
    }
  }

  /**
   * Closes connections on which nothing has happened since then, when places are short. If the next
   * connection to close has not been idle for long enough, the watch waits for it and closes no
   * other in its place, unless the last places are reached. Otherwise visits with few connections
   * would lose them to a visit with many.
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
      if (isIdle ? closeIdle(connection, idleSinceNanos) : !urgent) {
        left--;
      }
    }
  }

  private boolean closeIdle(OpenConnection connection, long idleSinceNanos) {
    return close(connection, /* onlyIdle= */ true, () -> claimIdle(connection, idleSinceNanos));
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
    // Silent handshakes of strangers have a bound of their own.
    boolean isStranger = connection.phase() == Phase.HANDSHAKE && !connection.isSpared();
    return CloseCause.IDLE.isOf(connection.phase()) && !isStranger && !connection.isServing();
  }

  private synchronized boolean claimIdle(OpenConnection connection, long idleSinceNanos) {
    return !connection.isServing()
        && connection.activeNanos() - idleSinceNanos <= 0
        && claim(connection, CloseCause.IDLE);
  }

  /** Returns the number of open connections of a visit. */
  private synchronized int count(long visit) {
    return open.of(visit);
  }

  private void closeOverdue(Set<OpenConnection> waiting, long beforeNanos, CloseCause cause) {
    for (OpenConnection connection : overdue(waiting, beforeNanos)) {
      close(connection, /* onlyIdle= */ false, () -> claim(connection, cause));
    }
  }

  private synchronized List<OpenConnection> overdue(Set<OpenConnection> waiting, long beforeNanos) {
    List<OpenConnection> overdue = new ArrayList<>();
    for (OpenConnection connection : waiting) {
      if (connection.phaseNanos() - beforeNanos > 0) {
        break;
      }
      overdue.add(connection);
    }
    return overdue;
  }

  /**
   * Returns whether the cause applies at the phase of the connection; if so, counts it as closed.
   */
  private synchronized boolean claim(OpenConnection connection, CloseCause cause) {
    if (!cause.isOf(connection.phase())) {
      return false;
    }
    closed(connection, cause);
    closed.increment(cause);
    return true;
  }

  /**
   * Closes a connection. A failure is logged, so that the next ones are still closed.
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
