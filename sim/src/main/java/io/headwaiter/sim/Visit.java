package io.headwaiter.sim;

import io.headwaiter.sim.law.Hello;
import io.headwaiter.sim.law.Ticket;
import java.util.ArrayList;
import java.util.List;

/** A customer from his first hello to his last reply, over all attempts. Changed by the engine. */
final class Visit {
  /** Where he is. */
  enum Place {
    /** Before the door, or away. */
    OUTSIDE,
    /** Let in, the first page not served yet. */
    BEGINNING,
    /** Between his first page and his last. */
    UNDER_WAY,
    /** Gone for good. */
    OVER
  }

  private static final long GOLDEN = 0x9E3779B97F4A7C15L;

  final long customer;
  // Whose connection this is; null for a customer.
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
  // Of the ticket with which it resumes; 0 before it has one.
  long ticket;
  Hello.Standing standing = Hello.Standing.UNKNOWN;
  // The hellos with which he waits at the door; more than one if he opens several connections.
  final List<Hello> waiting = new ArrayList<>(0);
  long connection;
  long beganNanos;
  long askedNanos;
  // Number of what he waits for now; an answer to an earlier one finds nobody.
  int ask;
  // Of the server that let him in; another one does not know him.
  int epoch;
  // His next page is asked for and not served yet.
  boolean pageAsked;
  // The first request of his page is answered, and those side by side on his other connections are
  // asked; so many of them are not answered yet.
  boolean sideBySide;
  int requestsOpen;
  // Connections that are open, the latest last.
  final List<Long> open = new ArrayList<>(1);
  // Between a page and the next.
  boolean thinks;
  boolean promiseBroken;

  /** Of a customer. */
  Visit(long customer, int kindIndex, VisitKind kind, Dice dice) {
    this.customer = customer;
    this.attacker = null;
    this.kindIndex = kindIndex;
    this.kind = kind;
    this.dice = dice;
    this.pagesAtFirst = kind.rollPages(dice);
    this.pagesToCome = pagesAtFirst;
  }

  /** A connection of an attack. */
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
   * The name that the server gives the visit: one for each customer, never 0. It is odd, and the
   * one to one mixture keeps it from saying who came first.
   */
  long name() {
    return (2 * customer + 1) * GOLDEN;
  }

  /** The ticket that a hello shows; that of a visit that is over has the name of that visit. */
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

  /** Pages that he has not asked for yet. */
  int pagesAhead() {
    return pagesToCome - (pageAsked ? 1 : 0);
  }

  boolean letIn() {
    return place == Place.BEGINNING || place == Place.UNDER_WAY;
  }
}
