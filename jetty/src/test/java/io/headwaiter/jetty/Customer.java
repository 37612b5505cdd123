package io.headwaiter.jetty;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.admission.AdmissionPolicy;
import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.visit.VisitAccount;
import io.headwaiter.core.visit.VisitAccounts;
import io.headwaiter.door.AdmittedConnection;
import io.headwaiter.front.request.HandshakeAccounting;
import io.headwaiter.front.session.HandshakeResult;
import io.headwaiter.front.session.SessionDirectory;
import io.headwaiter.front.session.SessionUse;
import io.headwaiter.telemetry.ServerMeters;
import io.headwaiter.tls.KnownSession;

/** A client with a known visit, which requests turns. */
final class Customer {
  private static final long SECOND = 1_000_000_000L;
  private static final long NAME = 4711;

  private final VisitAccounts accounts = new VisitAccounts(1_000, 300 * SECOND, Long.MAX_VALUE);
  private final SessionDirectory sessions =
      new SessionDirectory(accounts, 300 * SECOND, () -> 0, () -> 0);
  final HandshakeMeter connection;
  private final Turns turns;
  boolean serving;

  /** Creates a customer beside 249 visits that used 1 ns each in their first second. */
  Customer(Turns turns, ServerMeters meters, double priceNanos) {
    this.turns = turns;
    for (long name = 1; name < 250; name++) {
      VisitAccount other = accounts.active(name, -SECOND, -SECOND);
      accounts.spend(other, 1, 1, /* deferred= */ false, 0);
    }
    accounts.setPrice(priceNanos);
    AdmissionGate gate = new AdmissionGate(AdmissionPolicy.OPEN);
    HandshakeAccounting handshakes = new HandshakeAccounting(gate, meters, sessions);
    KnownSession session = new KnownSession(NAME, 0, 0, /* courtesy= */ false);
    connection = HandshakeMeter.forWarmUp();
    connection.belongTo(
        handshakes.proven(
            AdmittedConnection.as(Entry.NEW),
            new HandshakeResult(/* resumed= */ false, session),
            /* claimed= */ null,
            0));
  }

  void takes(long cpuNanos) {
    accounts.spend(accounts.find(NAME, 0), 1, cpuNanos, /* deferred= */ false, 0);
  }

  /** Requests a stream of HTTP/2, as the thread that reads its frames hands it over. */
  void asks(Runnable work) {
    Turns.read(connection, () -> turns.execute(work));
  }

  Turns.OfConnection selected(Runnable work) {
    return new Turns.OfConnection() {
      @Override
      public SessionUse sessionUse() {
        return connection.sessionUse();
      }

      @Override
      public boolean isServing() {
        return serving;
      }

      @Override
      public void run() {
        work.run();
      }
    };
  }
}
