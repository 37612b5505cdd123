package io.headwaiter.sim;

import io.headwaiter.sim.Attack.Then;
import io.headwaiter.sim.Visit.Place;
import io.headwaiter.sim.law.Hello.Standing;
import io.headwaiter.sim.law.Turn;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The clients of all attacks of a run: when they connect, and what they do with a connection. The
 * score, the promises and the commitments do not include them; the meters, the queues and the
 * processors do. They have random numbers of their own, so the same customers come with and without
 * an attack.
 */
final class Attackers {
  // No customer has a number below half of it.
  private static final long FIRST_CUSTOMER = -(1L << 62);
  // Customers' tickets are numbered by connection, and their networks by one byte.
  private static final long FIRST_TICKET = 1L << 62;
  private static final int FIRST_SOURCE = 256;
  // A visit of an attack begins this long before it. It retries this long after a refusal.
  private static final double BEGIN_SECONDS = 10;
  private static final double RETRY_SECONDS = 1;

  private final World world;
  private final long seed;
  private final AttackCounts counts = new AttackCounts();
  private final List<Attacker> all = new ArrayList<>();
  // By connection number.
  private final Map<Long, Silence> silences = new HashMap<>();
  private long customers = FIRST_CUSTOMER;
  private long tickets = FIRST_TICKET;
  private int visits;

  /** One visit of an attack, or the source of all connections of an attack without visits. */
  static final class Attacker {
    final Attack attack;
    final int source;
    final long customer;
    final Dice dice;
    long beganNanos;
    long ticket;
    boolean inside;
    int open;

    private Attacker(Attack attack, int source, long customer, Dice dice) {
      this.attack = attack;
      this.source = source;
      this.customer = customer;
      this.dice = dice;
    }
  }

  /**
   * A connection on which the client sends nothing more.
   *
   * @param unfinished its handshake; null if that is complete
   */
  record Silence(Visit visit, Job unfinished) {}

  Attackers(World world, long seed) {
    this.world = world;
    this.seed = seed;
  }

  /** Returns whether this customer number belongs to an attack. */
  static boolean isOne(long customer) {
    return customer < FIRST_CUSTOMER / 2;
  }

  AttackCounts counts() {
    return counts;
  }

  /** Returns the visits under way, as the server sees them. */
  int visits() {
    return visits;
  }

  /** Schedules the first event of each attacker. */
  void start() {
    int source = FIRST_SOURCE;
    for (Attack attack : world.shop.crowd().attacks()) {
      double first = attack.fromSecond() - (attack.visits() > 0 ? BEGIN_SECONDS : 0);
      for (int i = 0; i < Math.max(1, attack.visits()); i++) {
        long customer = customers++;
        Attacker attacker = new Attacker(attack, source, customer, new Dice(seed, customer));
        attacker.ticket = tickets++;
        all.add(attacker);
        at(Math.max(0, first), attacker);
      }
      source++;
    }
  }

  /** Prepares for another server, which knows none of their visits. */
  void restart() {
    visits = 0;
    silences.clear();
    for (Attacker attacker : all) {
      attacker.inside = false;
      attacker.open = 0;
    }
  }

  private void at(double second, Attacker attacker) {
    long nanos = world.zeroNanos + (long) (second * World.NANOS);
    world.events.put(Math.max(world.now + 1, nanos), World.ATTACK, attacker);
  }

  /** Handles the time for another connection. */
  void next(Attacker attacker) {
    Attack attack = attacker.attack;
    if (attack.visits() > 0 && !attacker.inside) {
      begin(attacker);
      return;
    }
    world.in(attacker.dice.exponential(1 / attack.perSecond()), World.ATTACK, attacker);
    if (attacker.open < attack.connectionsMax()) {
      knock(attack.visits() > 0 ? resuming(attacker) : unknown(attacker));
    }
  }

  /** Opens the visit that all connections are going to resume. */
  private void begin(Attacker attacker) {
    knock(new Visit(attacker.customer, attacker, attacker.dice));
  }

  private Visit unknown(Attacker attacker) {
    return new Visit(customers++, attacker, attacker.dice);
  }

  private Visit resuming(Attacker attacker) {
    Visit visit = new Visit(attacker.customer, attacker, attacker.dice);
    visit.claims = true;
    visit.standing = Standing.CONTINUING;
    visit.ticket = attacker.attack.sameTicket() ? attacker.ticket : tickets++;
    return visit;
  }

  private void knock(Visit visit) {
    counts.hellos++;
    visit.epoch = world.epoch;
    world.door.knock(visit);
  }

  private static boolean opensVisit(Visit visit) {
    return visit.attacker.attack.visits() > 0 && visit.standing == Standing.UNKNOWN;
  }

  /** Returns whether the client never completes the handshake of this connection. */
  static boolean stalls(Visit visit) {
    return visit.attacker != null
        && visit.attacker.attack.then() == Then.SILENT_IN_HANDSHAKE
        && !opensVisit(visit);
  }

  /** Handles the admission of a connection. */
  void welcome(Visit visit) {
    counts.admitted++;
    Attacker attacker = visit.attacker;
    attacker.open++;
    boolean begins = visit.standing == Standing.UNKNOWN;
    visit.place = begins ? Place.BEGINNING : Place.UNDER_WAY;
    visit.beganNanos = begins ? world.now : attacker.beganNanos;
    visits += begins ? 1 : 0;
    Machine machine = world.shop.machine();
    if (begins) {
      double cpu = machine.fullHandshake(world.second());
      world.floor.submit(visit, Turn.Kind.FULL_HANDSHAKE, cpu, 0);
    } else {
      double cpu = machine.resumedHandshake(world.second());
      world.floor.submit(visit, Turn.Kind.RESUMED_HANDSHAKE, cpu, 0);
    }
  }

  /** Handles the end of a job's computation. */
  void done(Job job) {
    Visit visit = job.visit;
    if (stalls(visit)) {
      world.law.awaits(job.turn, world.now);
      silence(new Silence(visit, job), world.law.handshakeTimeoutNanos());
      return;
    }
    world.law.done(job.turn, world.now - job.turn.queuedNanos(), world.now);
    if (job.turn.kind() == Turn.Kind.REQUEST) {
      served(visit);
    } else if (world.law.stays(job.turn, world.now)) {
      handshakeDone(visit);
    } else {
      turnedAway(visit);
    }
  }

  private void handshakeDone(Visit visit) {
    if (opensVisit(visit)) {
      ask(visit);
      return;
    }
    switch (visit.attacker.attack.then()) {
      case SILENT_AFTER_HANDSHAKE ->
          silence(new Silence(visit, null), world.law.firstRequestTimeoutNanos());
      case CLOSE -> close(visit);
      case ASK_ONCE, ASK_ON -> ask(visit);
      case SILENT_IN_HANDSHAKE -> throw new AssertionError("It has not ended its handshake.");
    }
  }

  private void silence(Silence silence, long nanos) {
    silences.put(silence.visit().connection, silence);
    world.events.put(world.now + nanos, World.SILENCE_ENDS, silence);
  }

  private void ask(Visit visit) {
    visit.askedNanos = world.now;
    double page = visit.attacker.attack.page();
    double cpu = page * world.shop.machine().costFactor(world.second());
    world.floor.submit(visit, Turn.Kind.REQUEST, cpu, 0);
  }

  private void served(Visit visit) {
    counts.pages++;
    if (opensVisit(visit)) {
      Attacker attacker = visit.attacker;
      attacker.inside = true;
      attacker.beganNanos = visit.beganNanos;
      close(visit);
      at(attacker.attack.fromSecond(), attacker);
    } else if (visit.attacker.attack.then() == Then.ASK_ON) {
      ask(visit);
    } else {
      close(visit);
    }
  }

  /** Handles the end of the time that the server waits for a silent client. */
  void silenceEnds(Silence silence) {
    Visit visit = silence.visit();
    if (!silences.remove(visit.connection, silence)) {
      return; // of an earlier server, or closed before
    }
    if (silence.unfinished() != null) {
      counts.handshakesFailed++;
      world.meters.failed(silence.unfinished());
      world.law.expired(silence.unfinished().turn, world.now);
    }
    close(visit);
  }

  /**
   * Closes a connection for the server, unless a request or a handshake is being computed on it.
   */
  void closedByServer(Visit visit) {
    Silence silence = silences.get(visit.connection);
    if (silence != null) {
      silenceEnds(silence);
    }
  }

  /** Handles a connection that is refused, has a turn rejected, or has waited too long. */
  void turnedAway(Visit visit) {
    if (!visit.isAdmitted()) {
      counts.refused++;
    } else if (visit.epoch == world.epoch) {
      counts.dropped++;
      close(visit);
    }
    Attacker attacker = visit.attacker;
    if (opensVisit(visit) && !attacker.inside) {
      world.in(RETRY_SECONDS, World.ATTACK, attacker);
    }
  }

  private void close(Visit visit) {
    counts.closed++;
    Attacker attacker = visit.attacker;
    attacker.open--;
    world.closed(visit);
    boolean goesOn = opensVisit(visit) && attacker.inside;
    if (visit.standing == Standing.UNKNOWN && !goesOn) {
      visits--;
      world.law.over(visit.customer, world.now);
    }
    visit.place = Place.OVER;
  }
}
