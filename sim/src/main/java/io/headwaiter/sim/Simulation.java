package io.headwaiter.sim;

import io.headwaiter.sim.law.Hello;
import io.headwaiter.sim.law.LawFactory;
import io.headwaiter.sim.law.Setting;
import java.util.Objects;

/**
 * Runs a {@link Shop} under a law in virtual time. Customers arrive, and the law decides on them.
 * Admitted customers do a handshake and a number of pages with think times. A page that takes
 * longer than the patience breaks the visit off, but its work is done all the same. Seeded: the
 * same run gives the same numbers to the last digit, on any machine.
 *
 * <p>Not simulated: the network, memory, the kernel's scheduler (the processors are shared without
 * loss), and a late front (its work competes for the processors, its decisions are instant).
 */
public final class Simulation {
  private final World world;
  private final LawFactory laws;
  private final Setting setting;
  private final Floor floor;
  private final Door door;
  private final Attackers attackers;
  private final Arrivals earlier;
  private final Arrivals arrivals;
  private final Commitment commitment;
  private final long seed;
  private final long endNanos;
  private long customers;
  private long earlierCustomers;

  private Simulation(
      Shop shop,
      LawFactory laws,
      long seed,
      double warmUpSeconds,
      double fromSeconds,
      double settledSeconds,
      double toSeconds) {
    Objects.requireNonNull(shop, "shop");
    if (!(fromSeconds >= 0 && fromSeconds < toSeconds)) {
      throw new IllegalArgumentException(
          "The judged part must begin at 0 or later and before its end, got "
              + fromSeconds
              + " to "
              + toSeconds
              + ".");
    }
    this.laws = laws;
    this.seed = seed;
    double zero = warmUpSeconds;
    this.endNanos = (long) ((zero + toSeconds) * World.NANOS);
    Recorder recorder =
        new Recorder(
            shop.crowd().kinds(), zero + fromSeconds, zero + settledSeconds, zero + toSeconds);
    this.world = new World(shop, recorder, zero);
    this.setting = new Setting(world, new Clairvoyance(world), seed);
    this.floor = new Floor(world);
    this.door = new Door(world, floor);
    world.door = door;
    world.floor = floor;
    this.attackers = new Attackers(world, seed);
    world.attackers = attackers;
    long zeroNanos = world.zeroNanos;
    this.earlier = new Arrivals(shop, ~seed, 0, zeroNanos, zeroNanos);
    this.arrivals = new Arrivals(shop, seed, zeroNanos, zeroNanos, endNanos);
    this.commitment = new Commitment(world, endNanos);
    world.recorder.commitment(commitment);
    world.meters = new Meters(world);
    world.pool = new WorkerPool(shop.machine(), world.second(), floor);
    begin();
  }

  /**
   * Runs until {@code toSeconds} and judges events from {@code fromSeconds} on.
   *
   * @param seed of the customers, and of a law that draws random numbers
   */
  public static Outcome run(
      Shop shop, LawFactory laws, long seed, double fromSeconds, double toSeconds) {
    return run(shop, laws, seed, 0, fromSeconds, fromSeconds, toSeconds);
  }

  /**
   * Does the same; the law should be settled from {@code settledSeconds} on. Before second 0 the
   * law has {@code warmUpSeconds} to settle, with other customers and the shop as it is before
   * second 0. So the same customers come from second 0 on, however long that time is.
   */
  static Outcome run(
      Shop shop,
      LawFactory laws,
      long seed,
      double warmUpSeconds,
      double fromSeconds,
      double settledSeconds,
      double toSeconds) {
    Simulation simulation =
        new Simulation(shop, laws, seed, warmUpSeconds, fromSeconds, settledSeconds, toSeconds);
    simulation.run();
    return new Outcome(
        simulation.world.recorder.score(),
        simulation.commitment.trace(),
        simulation.leftover(),
        simulation.attackers.counts());
  }

  private Leftover leftover() {
    return new Leftover(
        world.promises.visits(),
        door.waiting(),
        world.away,
        world.pool.processors().cpuNanos(),
        world.pool.backlogNanos());
  }

  /** Begins a server. */
  private void begin() {
    world.law = laws.create(setting);
    world.pool.law(world.law);
  }

  private void run() {
    nextArrival();
    sample();
    attackers.start();
    world.in(world.law.intervalNanos() / World.NANOS, World.TICK, null);
    double restart = world.shop.crowd().restartAt() + world.zeroNanos / World.NANOS;
    if (restart * World.NANOS < endNanos) {
      world.in(restart, World.RESTART, null);
    }
    while (true) {
      long completion = world.pool.processors().nextCompletionNanos();
      long event = world.events.nextNanos();
      long deadline = world.deadlines.nextNanos();
      long next = Math.min(completion, Math.min(event, deadline));
      if (next >= endNanos) {
        world.now = endNanos;
        world.pool.advance(endNanos);
        return;
      }
      world.now = Math.max(world.now, next);
      world.pool.advance(world.now);
      if (completion <= next) {
        complete();
      } else if (event <= next) {
        happen();
      } else {
        losePatience(world.deadlines.take());
      }
    }
  }

  private void complete() {
    Job done = world.pool.completePart();
    if (done != null) {
      floor.done(done);
      world.turnDone(done.turn.connection());
      if (done.deferred) {
        world.pool.releaseDeferred();
      }
    }
  }

  private void happen() {
    Object subject = world.events.take();
    switch (world.events.takenKind()) {
      case World.ARRIVE -> arrive();
      case World.ASK -> floor.ask((Visit) subject);
      case World.COME_BACK -> door.comeBack((Visit) subject);
      case World.DATABASE_DONE -> databaseDone((Job) subject);
      case World.LOSE_PATIENCE -> door.losePatience((Hello) subject);
      case World.LOSE_PATIENCE_INSIDE -> losePatience((Floor.Patience) subject);
      case World.LOOK -> door.look();
      case World.SAMPLE -> sample();
      case World.TICK -> tick();
      case World.RESTART -> restart();
      case World.ATTACK -> attackers.next((Attackers.Attacker) subject);
      case World.PERSISTENCE_ENDS -> world.persistenceEnds((KeptConnections.Wait) subject);
      case World.SILENCE_ENDS -> attackers.silenceEnds((Attackers.Silence) subject);
      default -> throw new AssertionError("No such event: " + world.events.takenKind());
    }
  }

  private void nextArrival() {
    long next = earlier.nextNanos();
    if (next >= world.zeroNanos) {
      next = arrivals.nextNanos();
    }
    if (next < endNanos) {
      world.events.put(next, World.ARRIVE, null);
    }
  }

  private void arrive() {
    // Customers before second 0 have numbers of their own; -1 is that of the bursts.
    long customer = world.now < world.zeroNanos ? -2 - earlierCustomers++ : customers++;
    Dice dice = new Dice(seed, customer);
    int index = kindOf(dice.uniform());
    door.arrive(new Visit(customer, index, world.shop.crowd().kinds().get(index), dice));
    nextArrival();
  }

  private int kindOf(double uniform) {
    int last = world.shop.crowd().kinds().size() - 1;
    double sum = 0;
    for (int kind = 0; kind < last; kind++) {
      sum += world.shop.chance(kind, world.second());
      if (uniform < sum) {
        return kind;
      }
    }
    return last;
  }

  private void losePatience(Floor.Patience patience) {
    if (patience.visit().ask == patience.ask()) {
      losePatience(patience.visit());
    }
  }

  private void losePatience(Visit visit) {
    if (visit.waiting.isEmpty()) {
      floor.turnAway(visit);
    } else {
      door.losePatience(visit);
    }
  }

  private void databaseDone(Job job) {
    if (job.epoch == world.epoch) {
      world.pool.databaseDone(job);
    } else {
      lost(job);
    }
  }

  /** Updates, every 10 ms, what changes with time. */
  private void sample() {
    Machine machine = world.shop.machine();
    double second = world.second();
    world.sampleBusy(machine.available(second));
    world.pool.processors().available(machine.available(second));
    world.meters.background(machine.background(second) * Commitment.SAMPLE_NANOS);
    commitment.sample();
    world.events.put(world.now + Commitment.SAMPLE_NANOS, World.SAMPLE, null);
  }

  private void tick() {
    world.law.tick(world.meters.take(door.waiting()));
    world.pool.releaseDeferred();
    for (long connection : world.law.closes(world.now)) {
      world.closedByServer(connection);
    }
    door.release();
    world.in(world.law.intervalNanos() / World.NANOS, World.TICK, null);
  }

  /** Begins another server, which knows no ticket, no cost and no visit under way. */
  private void restart() {
    world.epoch++;
    door.clear();
    world.pool.waitingJobs().forEach(this::lost);
    Processors processors = world.pool.processors();
    for (int i = 0; i < processors.running(); i++) {
      lost(processors.running(i));
    }
    world.pool.clear();
    world.promises.clear();
    world.open.clear();
    attackers.restart();
    floor.restart();
    begin();
  }

  private void lost(Job job) {
    if (job.visit.ask == job.ask) {
      floor.turnAway(job.visit);
    }
  }
}
