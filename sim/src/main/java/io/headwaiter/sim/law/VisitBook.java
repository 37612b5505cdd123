package io.headwaiter.sim.law;

import io.headwaiter.core.admission.AdmissionOutcomes;
import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.SessionLookup;
import io.headwaiter.core.admission.SessionLookup.Standing;
import io.headwaiter.core.capacity.ControlReport;
import io.headwaiter.core.capacity.MeterSnapshotBuilder;
import io.headwaiter.core.visit.ExcessBudget;
import io.headwaiter.core.visit.ExcessQueue;
import io.headwaiter.core.visit.VisitAccount;
import io.headwaiter.core.visit.VisitAccounts;
import java.util.HashMap;
import java.util.Map;

/**
 * The accounts of visits, kept as in the server's {@code front.Visits}, {@code HandshakeBook},
 * {@code Turn} and {@code ExcessTurns}: which visits were charged for what, which work is deferred,
 * and which counts for no visit cost.
 *
 * <p>It differs in two things. A ticket of a visit that has ended names another visit here than the
 * one that begins with it. A customer that returns after its visit broke off before the first page
 * continues with the same account, which is charged once more.
 */
final class VisitBook {
  // The connector's defaults.
  private static final int VISITS_MAX = 65_536;
  private static final long IDLE_NANOS = 300_000_000_000L;
  private static final long AGE_NANOS_MAX = 7_200_000_000_000L;
  // As in Visits.
  private static final long TURN_SPACING_NANOS = 20_000_000L;

  private final AdmissionOutcomes outcomes;
  private final int workersMax;
  private final VisitAccounts accounts = new VisitAccounts(VISITS_MAX, IDLE_NANOS, AGE_NANOS_MAX);
  private final ExcessBudget budget;
  private final ExcessQueue<Turn> deferred = new ExcessQueue<>();
  private final WorkBins work = new WorkBins();
  // By connection, from its admission to the end of its handshake.
  private final Map<Long, Admission> admitted = new HashMap<>();
  // By connection, from the end of its handshake to its close.
  private final Map<Long, Stay> stays = new HashMap<>();
  // By turn number, from the arrival of a request to the end of its computation.
  private final Map<Long, Request> requests = new HashMap<>();
  private long returningVisits;
  private long visitsBegun;
  private long excessNanos;
  private long deferredNanos;

  /** The admission of a connection. */
  private static final class Admission {
    private final Hello hello;
    private final Entry entry;
    private final SessionLookup sessionLookup;
    private final long admittedNanos;
    private long cpuNanos;

    private Admission(Hello hello, Entry entry, SessionLookup sessionLookup, long admittedNanos) {
      this.hello = hello;
      this.entry = entry;
      this.sessionLookup = sessionLookup;
      this.admittedNanos = admittedNanos;
    }
  }

  /** A connection's part in its visit. */
  private static final class Stay {
    // No name if no name leads to the account.
    private final long visit;
    private VisitAccount account;
    private boolean firstTurnToCome;

    private Stay(long visit, VisitAccount account, boolean begins) {
      this.visit = visit;
      this.account = account;
      this.firstTurnToCome = begins;
    }
  }

  /** A request under way. */
  private static final class Request {
    private final Stay stay;
    private boolean isInLine;
    private boolean isDeferred;
    private boolean isRefused;
    private ExcessBudget.Slot slot;

    private Request(Stay stay) {
      this.stay = stay;
    }
  }

  /**
   * Creates a book without visits.
   *
   * @param workersMax how many turns the workers can run at a time, above 0
   * @param processors of the server, above 0
   */
  VisitBook(AdmissionOutcomes outcomes, int workersMax, double processors) {
    this.budget = new ExcessBudget((int) Math.ceil(processors));
    this.outcomes = outcomes;
    this.workersMax = workersMax;
  }

  /** Looks up the ticket of a hello. */
  SessionLookup verdict(Hello hello, long now) {
    long visit = hello.ticket().visit();
    if (accounts.isUnderWay(visit, now)) {
      if (accounts.isTooOld(visit, now)) {
        return new SessionLookup(Standing.RETURNING, visit);
      }
      boolean pays = accounts.mustPay(visit, now);
      return new SessionLookup(pays ? Standing.OVERDRAWN : Standing.CONTINUING, visit);
    }
    return switch (hello.standing()) {
      case UNKNOWN -> SessionLookup.UNKNOWN;
      case CONTINUING -> new SessionLookup(Standing.CONTINUING, visit);
      case RETURNING -> new SessionLookup(Standing.RETURNING, visit);
    };
  }

  /**
   * Notes that a connection is admitted.
   *
   * @param sessionLookup on its ticket; {@link SessionLookup#UNKNOWN} if it was not looked up, or
   *     makes no difference
   */
  void noteAdmitted(Hello hello, Entry entry, SessionLookup sessionLookup, long now) {
    if (entry.isVisit() && sessionLookup.standing() != Standing.UNKNOWN) {
      accounts.noteAdmitted(sessionLookup.visit(), now);
    }
    admitted.put(hello.connection(), new Admission(hello, entry, sessionLookup, now));
  }

  /** Notes the CPU time of a handshake. */
  void handshakeSpent(Turn turn, long cpuNanos) {
    Admission admission = admitted.get(turn.connection());
    if (admission != null) {
      admission.cpuNanos = cpuNanos;
    }
  }

  /**
   * Notes that the handshake of a connection is done.
   *
   * @return the name of its visit; {@link SessionLookup#NO_VISIT} if no name leads to its account
   */
  long proven(Turn turn, long now) {
    Admission admission = admitted.remove(turn.connection());
    boolean resumed = turn.kind() == Turn.Kind.RESUMED_HANDSHAKE;
    boolean isNew = admission.entry == Entry.NEW;
    boolean overused =
        resumed && isNew && admission.sessionLookup.visit() == SessionLookup.NO_VISIT;
    boolean begins = !resumed || overused || beginsResumed(turn, admission, now);
    if (resumed && begins) {
      returningVisits++;
    } else if (!resumed && !isNew) {
      outcomes.chargeFalseResumption(admission.entry);
    }
    Stay stay = stay(turn, begins, overused, now);
    stay.account.opened(resumed);
    stays.put(turn.connection(), stay);
    if (isNew) {
      outcomes.handshakeDone(admission.admittedNanos, now);
    }
    if (begins) {
      boolean partlyPaid = isNew || admission.entry == Entry.RETURNING;
      stay.account.awaitRequest(partlyPaid, admission.admittedNanos);
    } else {
      enter(stay, admission.cpuNanos, /* wasDeferred= */ false, now);
    }
    return stay.visit;
  }

  private boolean beginsResumed(Turn turn, Admission admission, long now) {
    if (admission.entry == Entry.VERIFIED) {
      return false;
    }
    if (admission.entry == Entry.CLAIMED) {
      if (verdict(admission.hello, now).standing() == Standing.CONTINUING) {
        return false;
      }
      outcomes.chargeUnseen(Entry.RETURNING);
      accounts.noteAdmitted(turn.visit(), now);
    }
    return !accounts.hasBegun(turn.visit(), now);
  }

  private Stay stay(Turn turn, boolean begins, boolean overused, long now) {
    if (overused) {
      return new Stay(
          SessionLookup.NO_VISIT, accounts.apart(turn.visit(), now), /* begins= */ true);
    }
    boolean fresh = begins && turn.kind() == Turn.Kind.FULL_HANDSHAKE;
    if (fresh && accounts.isUnderWay(turn.visit(), now)) {
      accounts.noteAdmitted(turn.visit(), now);
    }
    long began = begins ? now : Math.min(now, turn.visitBeganNanos());
    return new Stay(turn.visit(), accounts.active(turn.visit(), began, now), begins);
  }

  /** Notes that either side gave up a handshake. */
  void failed(Turn turn, long now) {
    Admission admission = admitted.remove(turn.connection());
    if (admission.entry == Entry.NEW) {
      outcomes.refundAbandoned();
    } else if (admission.entry == Entry.CLAIMED || admission.entry == Entry.VERIFIED) {
      outcomes.noteFailedClaim();
      accounts.failed(admission.hello.ticket().visit(), admission.cpuNanos, now);
    }
  }

  /** Notes a request. */
  void requestCame(Turn turn, long now) {
    Stay stay = stays.get(turn.connection());
    if (stay == null) {
      return; // of a connection that is closed already
    }
    if (stay.visit != SessionLookup.NO_VISIT) {
      stay.account = accounts.touch(stay.visit, stay.account, now);
    }
    requests.put(turn.number(), new Request(stay));
    if (stay.account.requestCame()) {
      visitsBegun++;
      if (stay.account.isPartlyPaid()) {
        outcomes.firstRequest(stay.account.admittedNanos(), now);
      }
    }
  }

  /** Returns whether a turn is deferred; if so, {@link #next} returns it later. */
  boolean defers(Turn turn, long now) {
    Request request = requests.get(turn.number());
    if (request == null || !accounts.isOver(request.stay.account, now - turn.queuedNanos(), now)) {
      return false;
    }
    leaveLine(request);
    VisitAccount account = request.stay.account;
    request.isDeferred = deferred.add(account, turn, account::placeBehind);
    request.isRefused = !request.isDeferred;
    return request.isDeferred;
  }

  private static void leaveLine(Request request) {
    if (request.isInLine) {
      request.isInLine = false;
      request.stay.account.turnLeft();
    }
  }

  /** Returns whether a worker does a turn; false if too many of its visit are deferred. */
  boolean begins(Turn turn) {
    Request request = requests.get(turn.number());
    if (request == null) {
      return true;
    }
    leaveLine(request);
    if (request.isRefused) {
      requests.remove(turn.number());
    }
    return !request.isRefused;
  }

  /** Returns the deferred turn that may begin now; null if none may. */
  Turn next(long now) {
    if (deferred.isEmpty()) {
      return null;
    }
    ExcessBudget.Slot slot =
        budget.tryBeginFirst(deferred, now, ExcessBudget.runningMax(workersMax));
    if (slot == null) {
      return null;
    }
    Turn turn = deferred.removeFirst(slot.visit());
    Request request = requests.get(turn.number());
    request.slot = slot;
    budget.estimate(slot, request.stay.account.likelyDeferredNanos());
    return turn;
  }

  /** Returns the place of a turn among those of other visits. */
  long placeNanos(Turn turn) {
    Request request = requests.get(turn.number());
    if (request == null) {
      return turn.askedNanos();
    }
    request.isInLine = true;
    return request.stay.account.turnNanos(turn.askedNanos(), TURN_SPACING_NANOS);
  }

  /** Notes the CPU time of a computed request. */
  void requestSpent(Turn turn, long cpuNanos, long now) {
    Request request = requests.remove(turn.number());
    if (request == null) {
      return;
    }
    if (request.slot != null) {
      budget.ended(request.slot, cpuNanos);
    }
    enter(request.stay, cpuNanos, request.isDeferred, now);
    accounts.bursts().turnEnded(request.stay.account, now - turn.askedNanos(), cpuNanos, now);
  }

  /**
   * Books CPU time. Excess is not part of the work for visits, and does not change the visit cost.
   */
  private void enter(Stay stay, long cpuNanos, boolean wasDeferred, long now) {
    long excess = accounts.spend(stay.account, /* turns= */ 1, cpuNanos, wasDeferred, now);
    excessNanos += excess;
    deferredNanos += wasDeferred ? excess : 0;
    boolean first = stay.firstTurnToCome;
    stay.firstTurnToCome = false;
    boolean isExcess = excess > 0 && excess == cpuNanos;
    if (!stay.account.isForeign() && !isExcess) {
      work.add(now - stay.account.beganNanos(), first, cpuNanos - excess);
    }
  }

  /** Notes that a connection is closed. */
  void closed(long connection) {
    Stay stay = stays.remove(connection);
    if (stay != null) {
      stay.account.closed();
    }
  }

  /** Sets the bookings since the last call. */
  void amend(MeterSnapshotBuilder snapshot) {
    snapshot
        .returningVisits(returningVisits)
        .visitsBegun(visitsBegun)
        .excessCpuNanos(excessNanos)
        .deferredCpuNanos(deferredNanos)
        .visitWork(work.take())
        .visitNanosMax(accounts.countedNanosMax());
    returningVisits = 0;
    visitsBegun = 0;
    excessNanos = 0;
    deferredNanos = 0;
  }

  /** Takes over the visit cost, and the processors for visits over their accounts. */
  void decided(ControlReport report, long now) {
    double price = report.costs().newVisitNanos();
    accounts.setPrice(price > 0 ? price : Double.POSITIVE_INFINITY);
    accounts.bursts().setStrict(report.excess().strict());
    budget.grant(report.excess().allowedProcessors(), now);
  }
}
