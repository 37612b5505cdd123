package io.headwaiter.sim;

import io.headwaiter.sim.Visit.Place;
import io.headwaiter.sim.law.Hello;
import io.headwaiter.sim.law.Hello.Standing;
import io.headwaiter.sim.law.Law;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The connections before admission: hellos, refusals, waiting, and retries. */
final class Door {
  private static final double LOOK_SECONDS = 2e-3;

  private final World world;
  private final Floor floor;
  private final Map<Long, Visit> waiters = new HashMap<>();
  private long hellos;
  private boolean looking;

  Door(World world, Floor floor) {
    this.world = world;
    this.floor = floor;
  }

  int waiting() {
    return waiters.size();
  }

  /** Handles the first connection of a customer. */
  void arrive(Visit visit) {
    Crowd crowd = world.shop.crowd();
    Dice dice = visit.dice;
    visit.claims = dice.uniform() < crowd.claimShare(world.second());
    boolean known = dice.uniform() < crowd.knownShare();
    boolean continuing = dice.uniform() < crowd.continuingShare();
    visit.abandons = dice.uniform() < crowd.abandonShare() && !visit.claims;
    boolean forgotten = world.second() >= crowd.restartAt();
    if (visit.claims && known && !forgotten) {
      visit.standing = continuing ? Standing.CONTINUING : Standing.RETURNING;
    }
    visit.epoch = world.epoch;
    world.recorder.arrived(visit, world.now);
    knock(visit);
  }

  /** Handles the retry of a customer that the server refused or lost. */
  void comeBack(Visit visit) {
    visit.attempt++;
    world.away--;
    world.recorder.retried(world.now);
    if (visit.epoch != world.epoch) {
      forget(visit);
    }
    knock(visit);
  }

  /**
   * Makes a customer begin again, with a ticket of the server that admitted it and no longer
   * exists.
   */
  void forget(Visit visit) {
    visit.epoch = world.epoch;
    visit.place = Place.OUTSIDE;
    visit.pageAsked = false;
    visit.sideBySide = false;
    visit.open.clear();
    visit.thinks = false;
    visit.pagesToCome = visit.pagesAtFirst;
    visit.claims = true;
    visit.standing = Standing.UNKNOWN;
  }

  /** Opens a connection of a customer. */
  void knock(Visit visit) {
    if (!visit.isAdmitted()) {
      visit.askedNanos = world.now;
    }
    if (visit.claims && visit.ticket == 0) {
      visit.ticket = -1 - hellos; // of an earlier visit, or forged
    }
    Hello hello =
        new Hello(
            hellos++,
            visit.customer,
            visit.attacker == null ? (int) (visit.customer & 0xff) : visit.attacker.source,
            visit.claims,
            visit.standing,
            visit.shown(),
            visit.attempt,
            world.now);
    visit.connection = hello.connection();
    world.recorder.knocked(visit);
    if (world.backlogIsFull()) {
      waitInVain(visit);
      return;
    }
    world.meters.frontConnection();
    boolean full = world.open.size() >= world.connectionsMax();
    switch (full ? Law.Entrance.REFUSE : world.law.connection(hello, world.now)) {
      case ADMIT -> admit(visit, hello.connection());
      case WAIT -> queue(visit, hello);
      case REFUSE -> refuse(visit);
    }
  }

  /** The server does not see the connection. The deadline of a later page is set already. */
  private void waitInVain(Visit visit) {
    if (!visit.isAdmitted()) {
      double patience = world.shop.crowd().patience();
      Floor.Patience end = new Floor.Patience(visit, visit.ask);
      world.in(patience, World.LOSE_PATIENCE_INSIDE, end);
    }
  }

  private void admit(Visit visit, long connection) {
    visit.connection = connection;
    world.front(world.shop.machine().accept());
    world.meters.admitted(visit.standing);
    world.opened(visit);
    floor.welcome(visit);
  }

  private void refuse(Visit visit) {
    world.front(world.shop.machine().refusal());
    world.meters.refused(visit.standing);
    world.recorder.refused(visit, world.now);
    floor.turnAway(visit);
  }

  private void queue(Visit visit, Hello hello) {
    visit.waiting.add(hello);
    waiters.put(hello.connection(), visit);
    world.in(visit.dice.exponential(world.shop.crowd().doorPatience()), World.LOSE_PATIENCE, hello);
    if (!looking) {
      looking = true;
      world.in(LOOK_SECONDS, World.LOOK, null);
    }
  }

  /** Ends a connection's wait when its customer has lost patience, if it still waits. */
  void losePatience(Hello hello) {
    Visit visit = waiters.get(hello.connection());
    if (visit != null) {
      losePatience(visit);
    }
  }

  /** Does the same for a visit that waits. */
  void losePatience(Visit visit) {
    world.recorder.wentAway(visit, world.now);
    floor.turnAway(visit);
  }

  /** Removes all waiting connections of a visit. */
  void leave(Visit visit) {
    for (Hello hello : visit.waiting) {
      waiters.remove(hello.connection());
      world.law.gone(hello, world.now);
    }
    visit.waiting.clear();
  }

  private void stopWaiting(Visit visit, Hello hello) {
    waiters.remove(hello.connection());
    visit.waiting.remove(hello);
  }

  /** Does the periodic work of the door while connections wait. */
  void look() {
    release();
    looking = !waiters.isEmpty();
    if (looking) {
      world.in(LOOK_SECONDS, World.LOOK, null);
    }
  }

  /** Admits and refuses the waiting connections that the law chooses. */
  void release() {
    long now = world.now;
    for (Hello h = world.law.expel(now); h != null; h = world.law.expel(now)) {
      Visit visit = waiters.get(h.connection());
      if (visit != null) {
        stopWaiting(visit, h);
        refuse(visit);
      }
    }
    for (Hello h = world.law.release(now); h != null; h = world.law.release(now)) {
      Visit visit = waiters.get(h.connection());
      if (visit == null) {
        world.front(world.shop.machine().refusal());
      } else {
        stopWaiting(visit, h);
        world.recorder.waited(visit, now, now - h.arrivedNanos());
        admit(visit, h.connection());
      }
    }
  }

  /** Ends all waiting when the server stops; the customers may retry. */
  void clear() {
    List<Visit> waited =
        waiters.values().stream()
            .distinct()
            .sorted(Comparator.comparingLong(v -> v.customer))
            .toList();
    for (Visit visit : waited) {
      floor.turnAway(visit);
    }
  }
}
