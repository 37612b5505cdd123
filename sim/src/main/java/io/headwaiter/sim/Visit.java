package io.headwaiter.sim;

import io.headwaiter.sim.law.Hello;
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

  final long customer;
  final int kindIndex;
  final VisitKind kind;
  final Dice dice;
  final int pagesAtFirst;
  int pagesToCome;
  Place place = Place.OUTSIDE;
  int attempt = 1;
  boolean abandons;
  boolean claims;
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
  int connectionsOpen;
  boolean promiseBroken;

  Visit(long customer, int kindIndex, VisitKind kind, Dice dice) {
    this.customer = customer;
    this.kindIndex = kindIndex;
    this.kind = kind;
    this.dice = dice;
    this.pagesAtFirst = kind.rollPages(dice);
    this.pagesToCome = pagesAtFirst;
  }

  /** Pages that he has not asked for yet. */
  int pagesAhead() {
    return pagesToCome - (pageAsked ? 1 : 0);
  }

  boolean letIn() {
    return place == Place.BEGINNING || place == Place.UNDER_WAY;
  }
}
