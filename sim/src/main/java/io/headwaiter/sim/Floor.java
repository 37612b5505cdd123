package io.headwaiter.sim;

import io.headwaiter.sim.Visit.Place;
import io.headwaiter.sim.law.Hello.Standing;
import io.headwaiter.sim.law.Turn;
import java.util.BitSet;

/** Visits that were let in: their handshakes, pages, think times, and how they end. */
final class Floor implements WorkerPool.Listener {
  private final World world;
  // Pages that somebody has asked for since the server began.
  private final BitSet compiled = new BitSet();
  private long turns;

  Floor(World world) {
    this.world = world;
  }

  /** Another server begins. */
  void restart() {
    compiled.clear();
  }

  /** A connection was let in; its handshake is to be done. */
  void welcome(Visit visit) {
    if (visit.attacker != null) {
      world.attackers.welcome(visit);
      return;
    }
    if (!visit.letIn()) {
      visit.place = Place.BEGINNING;
      visit.epoch = world.epoch;
      double age = visit.standing == Standing.CONTINUING ? world.shop.crowd().sessionAge() : 0;
      visit.beganNanos = world.now - (long) (age * World.NANOS);
      world.recorder.admitted(visit, world.now);
      world.promises.letIn(visit);
      awaitReply(visit);
    }
    boolean resumed = visit.standing != Standing.UNKNOWN;
    submit(visit, resumed ? Turn.Kind.RESUMED_HANDSHAKE : Turn.Kind.FULL_HANDSHAKE);
  }

  /** A customer and what he waits for. */
  record Patience(Visit visit, int ask) {}

  /** From when he asked he waits for a reply, and not for ever. */
  private void awaitReply(Visit visit) {
    long deadline = visit.askedNanos + (long) (world.shop.crowd().patience() * World.NANOS);
    if (visit.askedNanos == world.now) {
      world.deadlines.add(visit, deadline);
    } else {
      // He has waited at the door; others who asked later are in line already.
      long at = Math.max(world.now, deadline);
      world.events.put(at, World.LOSE_PATIENCE_INSIDE, new Patience(visit, visit.ask));
    }
  }

  private void submit(Visit visit, Turn.Kind kind) {
    double second = world.second();
    double cpu = cpu(visit, kind, second);
    double database =
        kind == Turn.Kind.REQUEST
            ? visit.kind.rollDatabase(visit.dice, world.shop.machine().databaseFactor(second))
            : 0;
    if (kind == Turn.Kind.REQUEST && !visit.pageAsked) {
      visit.pageAsked = true;
      world.promises.asked(visit);
    }
    submit(visit, kind, cpu, database);
  }

  /** A turn of work wants into the queue; its CPU is that on busy processors, times are seconds. */
  void submit(Visit visit, Turn.Kind kind, double cpuSeconds, double databaseSeconds) {
    Turn turn =
        new Turn(
            kind,
            turns++,
            visit.customer,
            visit.name(),
            visit.connection,
            visit.beganNanos,
            visit.askedNanos,
            world.now);
    double cpuNanos = cpuSeconds * world.idleFactor() * World.NANOS;
    Job job = new Job(turn, visit, world.epoch, cpuNanos, databaseSeconds * World.NANOS);
    if (world.law.enqueue(turn, world.now)) {
      world.pool.submit(job);
    } else {
      reject(job);
    }
  }

  /** On busy processors, seconds. */
  private double cpu(Visit visit, Turn.Kind kind, double second) {
    Machine machine = world.shop.machine();
    return switch (kind) {
      case FULL_HANDSHAKE -> machine.fullHandshake(second);
      case RESUMED_HANDSHAKE -> machine.resumedHandshake(second);
      case REQUEST -> {
        double page = visit.kind.rollRequest(visit.dice, visit.pagesToCome);
        yield (page + compilation(visit)) * machine.costFactor(second);
      }
    };
  }

  private double compilation(Visit visit) {
    Machine machine = world.shop.machine();
    if (machine.distinctPages() == 0) {
      return 0;
    }
    int page = (int) (visit.dice.uniform() * machine.distinctPages());
    boolean first = !compiled.get(page);
    compiled.set(page);
    return first ? machine.compileSeconds() : 0;
  }

  @Override
  public void begun(Job job, long waitedNanos) {
    if (job.deferred) {
      world.meters.begunDeferred();
      return;
    }
    world.meters.begun(waitedNanos);
    world.recorder.queued(world.now, waitedNanos);
  }

  @Override
  public void dropped(Job job) {
    reject(job);
  }

  @Override
  public void inDatabase(Job job, long untilNanos) {
    world.events.put(untilNanos, World.DATABASE_DONE, job);
  }

  /** A turn is not done: its customer is told so, at the price of a refusal. */
  private void reject(Job job) {
    world.front(world.shop.machine().refusal());
    world.recorder.rejected(job.visit, world.now);
    if (job.visit.ask == job.ask && job.visit.epoch == world.epoch) {
      turnAway(job.visit);
    }
  }

  /** He is refused, turned away, lost or tired of it: a promise is broken if he was let in. */
  void turnAway(Visit visit) {
    visit.ask++;
    world.door.leave(visit);
    if (visit.attacker != null) {
      world.attackers.turnedAway(visit);
      return;
    }
    if (visit.letIn() && visit.epoch == world.epoch) {
      world.recorder.broken(visit, world.now);
      world.law.over(visit.customer, world.now);
      leaveFloor(visit);
      if (visit.place == Place.UNDER_WAY) {
        // He got through his handshake once; the server knows him.
        visit.claims = true;
        visit.standing = Standing.CONTINUING;
      }
      visit.place = Place.OUTSIDE;
    }
    Crowd crowd = world.shop.crowd();
    if (visit.attempt < crowd.attempts()) {
      world.away++;
      world.in(visit.dice.exponential(crowd.retryDelay()), World.COME_BACK, visit);
    } else {
      visit.place = Place.OVER;
      world.recorder.gaveUp();
    }
  }

  private void leaveFloor(Visit visit) {
    world.closed(visit);
    world.promises.over(visit);
    visit.pageAsked = false;
    visit.sideBySide = false;
    visit.thinks = false;
  }

  /** All of a job is computed. */
  void done(Job job) {
    Visit visit = job.visit;
    Turn turn = job.turn;
    long nanos = world.meters.done(job, world.now);
    world.law.spent(turn, nanos, world.now);
    if (visit.attacker != null) {
      world.attackers.done(job);
      return;
    }
    boolean there = visit.ask == job.ask && visit.epoch == job.epoch;
    if (!there || visit.abandons) {
      world.law.left(turn, world.now);
      if (there) {
        abandon(visit);
      }
      return;
    }
    world.law.done(turn, world.now - turn.queuedNanos(), world.now);
    if (turn.kind() == Turn.Kind.REQUEST) {
      answered(visit);
    } else {
      // The ticket of this handshake is good for the visit's later connections.
      visit.claims = true;
      visit.standing = Standing.CONTINUING;
      visit.ticket = turn.connection() + 1;
      visit.connection = turn.connection();
      if (world.law.stays(turn, world.now)) {
        submit(visit, Turn.Kind.REQUEST);
      } else {
        turnAway(visit);
      }
    }
  }

  private void abandon(Visit visit) {
    world.recorder.abandoned();
    world.law.over(visit.customer, world.now);
    leaveFloor(visit);
    visit.ask++;
    visit.place = Place.OVER;
  }

  /** A request is; with the last of its page the customer has what he waits for. */
  private void answered(Visit visit) {
    if (!visit.sideBySide && visit.kind.connections() > 1) {
      askSideBySide(visit);
      return;
    }
    if (visit.sideBySide && --visit.requestsOpen > 0) {
      return;
    }
    visit.sideBySide = false;
    reply(visit);
  }

  /** What the first request of a page names is asked for on the other connections, all at once. */
  private void askSideBySide(Visit visit) {
    int ask = visit.ask;
    visit.sideBySide = true;
    visit.requestsOpen = visit.kind.connections() - 1;
    int missing = visit.kind.connections() - visit.open.size();
    for (int i = visit.requestsOpen; i > 0 && visit.ask == ask; i--) {
      if (missing-- > 0) {
        world.door.knock(visit);
      } else {
        submit(visit, Turn.Kind.REQUEST);
      }
    }
  }

  private void reply(Visit visit) {
    world.recorder.replied(visit, world.now, world.now - visit.askedNanos);
    visit.ask++;
    visit.pageAsked = false;
    visit.pagesToCome--;
    if (visit.place == Place.BEGINNING) {
      visit.place = Place.UNDER_WAY;
      world.promises.underWay(visit);
    }
    if (visit.pagesToCome == 0) {
      world.recorder.completed(visit, world.now);
      world.law.over(visit.customer, world.now);
      leaveFloor(visit);
      visit.place = Place.OVER;
    } else {
      world.promises.thinks(visit);
      visit.thinks = true;
      world.in(visit.kind.rollThink(visit.dice), World.ASK, visit);
    }
  }

  /** He has thought, and wants his next page. */
  void ask(Visit visit) {
    if (visit.epoch != world.epoch) {
      world.recorder.retried(world.now);
      world.door.forget(visit);
      world.door.knock(visit);
      return;
    }
    world.promises.hasThought(visit);
    visit.thinks = false;
    visit.askedNanos = world.now;
    awaitReply(visit);
    boolean reconnects = visit.dice.uniform() < visit.kind.reconnects();
    if (reconnects || visit.open.isEmpty()) {
      world.closedLatest(visit);
      world.door.knock(visit);
    } else {
      submit(visit, Turn.Kind.REQUEST);
    }
  }
}
