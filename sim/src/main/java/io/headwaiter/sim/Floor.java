package io.headwaiter.sim;

import io.headwaiter.sim.Visit.Place;
import io.headwaiter.sim.law.Hello.Standing;
import io.headwaiter.sim.law.Turn;
import java.util.BitSet;

/** The admitted visits: their handshakes, pages, think times, and ends. */
final class Floor implements WorkerPool.Listener {
  private final World world;
  // Pages that were requested since the server began.
  private final BitSet compiled = new BitSet();
  private long turns;

  Floor(World world) {
    this.world = world;
  }

  /** Prepares for another server. */
  void restart() {
    compiled.clear();
  }

  /** Begins the handshake of an admitted connection. */
  void welcome(Visit visit) {
    if (visit.attacker != null) {
      world.attackers.welcome(visit);
      return;
    }
    if (!visit.isAdmitted()) {
      visit.place = Place.BEGINNING;
      visit.epoch = world.epoch;
      double age = visit.standing == Standing.CONTINUING ? world.shop.crowd().sessionAge() : 0;
      visit.beganNanos = world.now - (long) (age * World.NANOS);
      world.recorder.admitted(visit, world.now);
      world.promises.noteAdmitted(visit);
      awaitReply(visit);
    }
    boolean resumed = visit.standing != Standing.UNKNOWN;
    submit(visit, resumed ? Turn.Kind.RESUMED_HANDSHAKE : Turn.Kind.FULL_HANDSHAKE);
  }

  /** A customer and the reply that it waits for. */
  record Patience(Visit visit, int ask) {}

  /** Sets the deadline of a reply, counted from when the customer began to wait. */
  private void awaitReply(Visit visit) {
    long deadline = visit.askedNanos + (long) (world.shop.crowd().patience() * World.NANOS);
    if (visit.askedNanos == world.now) {
      world.deadlines.add(visit, deadline);
    } else {
      // It has waited at the door; deadlines of later requests are in the line already.
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

  /** Submits a turn to the queue, with its CPU as on busy processors. Times are seconds. */
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

  /** Returns the CPU on busy processors, seconds. */
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

  /** Rejects a turn and notifies its customer, at the cost of a refusal. */
  private void reject(Job job) {
    world.front(world.shop.machine().refusal());
    world.recorder.rejected(job.visit, world.now);
    if (job.visit.ask == job.ask && job.visit.epoch == world.epoch) {
      turnAway(job.visit);
    }
  }

  /**
   * Ends an attempt that is refused, rejected, lost or out of patience. Breaks a promise if the
   * visit was admitted.
   */
  void turnAway(Visit visit) {
    visit.ask++;
    world.door.leave(visit);
    if (visit.attacker != null) {
      world.attackers.turnedAway(visit);
      return;
    }
    if (visit.isAdmitted() && visit.epoch == world.epoch) {
      world.recorder.broken(visit, world.now);
      world.law.over(visit.customer, world.now);
      leaveFloor(visit);
      if (visit.place == Place.UNDER_WAY) {
        // It completed a handshake once, so the server knows it.
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

  /** Handles the end of a job's computation. */
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
      // The ticket of this handshake is valid for the visit's later connections.
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

  /** Handles a computed request; after the last of its page the customer has its reply. */
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

  /**
   * Sends the requests that the first request of a page names, all at once on the other
   * connections.
   */
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

  /** Requests the next page of a customer after its think time. */
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
