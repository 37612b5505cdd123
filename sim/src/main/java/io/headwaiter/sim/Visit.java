package io.headwaiter.sim;

import io.headwaiter.sim.law.Hello;
import io.headwaiter.sim.law.Ticket;
import java.util.ArrayList;
import java.util.List;

/** A customer from its first hello to its last reply, over all attempts. Changed by the engine. */
final class Visit {
  /** The stage of a visit. */
  enum Place {
    /** Before admission, or away. */
    OUTSIDE,
    /** Admitted; the first page is not served yet. */
    BEGINNING,
    /** Between its first page and its last. */
    UNDER_WAY,
    /** Ended for good. */
    OVER
  }

  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  final long customer;
  // The attacker of this connection; null for a customer.
  final Attackers.Attacker attacker;
  final int kindIndex;
  final VisitKind kind;
  final Dice dice;
  final int pagesAtFirst;
  int pagesToCome;
  Place place = Place.OUTSIDE;
  int attempt = 1;
  boolean abandons;
  boolean claims;
  // Number of the ticket that it resumes; 0 before it has one.
  long ticket;
  Hello.Standing standing = Hello.Standing.UNKNOWN;
  // Hellos that wait at the door; more than one if the client opens several connections.
  final List<Hello> waiting = new ArrayList<>(0);
  long connection;
  long beganNanos;
  long askedNanos;
  // Number of the reply that it waits for; replies to earlier numbers are ignored.
  int ask;
  // Epoch of the server that admitted it; other servers do not know it.
  int epoch;
  // Its next page is requested and not served yet.
  boolean pageAsked;
  // The first request of its page is answered, and those on its other connections are sent; this
  // many of them are not answered yet.
  boolean sideBySide;
  int requestsOpen;
  // Open connections, the latest last.
  final List<Long> open = new ArrayList<>(1);
  // Between two pages.
  boolean thinks;

  /** Creates a customer. */
  Visit(long customer, int kindIndex, VisitKind kind, Dice dice) {
    this.customer = customer;
    this.attacker = null;
    this.kindIndex = kindIndex;
    this.kind = kind;
    this.dice = dice;
    this.pagesAtFirst = kind.rollPages(dice);
    this.pagesToCome = pagesAtFirst;
  }

  /** Creates a connection of an attack. */
  Visit(long customer, Attackers.Attacker attacker, Dice dice) {
    this.customer = customer;
    this.attacker = attacker;
    this.kindIndex = -1;
    this.kind = null;
    this.dice = dice;
    this.pagesAtFirst = 1;
    this.pagesToCome = 1;
  }

  /**
   * Returns the name that the server gives the visit: one for each customer, never 0. It is odd,
   * and a one-to-one mixture hides the order of arrival.
   */
  long name() {
    return (2 * customer + 1) * GOLDEN;
  }

  /** Returns the ticket that a hello shows; that of a visit that has ended names that visit. */
  Ticket shown() {
    if (!claims) {
      return Ticket.NONE;
    }
    return switch (standing) {
      case UNKNOWN -> new Ticket(0, ticket);
      case CONTINUING -> new Ticket(name(), ticket);
      case RETURNING -> new Ticket(name() ^ 1, ticket);
    };
  }

  /** Returns the pages not requested yet. */
  int pagesAhead() {
    return pagesToCome - (pageAsked ? 1 : 0);
  }

  boolean isAdmitted() {
    return place == Place.BEGINNING || place == Place.UNDER_WAY;
  }
}
