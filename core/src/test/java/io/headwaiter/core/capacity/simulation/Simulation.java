package io.headwaiter.core.capacity.simulation;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.admission.AdmissionPolicy;
import io.headwaiter.core.admission.CourtesyBudget;
import io.headwaiter.core.admission.Decision;
import io.headwaiter.core.admission.GateCounters;
import io.headwaiter.core.admission.WaitingRoomLimits;
import io.headwaiter.core.capacity.AdmissionController;
import io.headwaiter.core.capacity.simulation.Work.Kind;
import io.headwaiter.core.capacity.simulation.Work.Visit;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Random;

/**
 * Runs a {@link Shop} in virtual time. Visits arrive as a Poisson stream and ask the gate; those
 * let in do a full handshake and a geometric number of requests with exponential think times; a
 * reply that takes longer than the patience ends the visit as broken, but its work is done all the
 * same.
 */
final class Simulation {
  private static final double NANOS = 1e9;

  private record Event(long nanos, long order, Runnable action) {}

  private final Shop shop;
  private final AdmissionController controller;
  private final AdmissionGate gate;
  private final WorkerPool pool;
  private final WaitingLine line;
  private final Meters meters;
  private final Score.Recorder recorder;
  private final Random arrivals;
  private final Random visits;
  private final PriorityQueue<Event> events =
      new PriorityQueue<>(Comparator.comparingLong(Event::nanos).thenComparing(Event::order));
  private final long endNanos;
  // Whether who comes with a session of an earlier day is charged as a visit, or comes in free.
  private boolean chargesReturning;
  private Decision.Entry lastEntry;
  private long now;
  private long order;

  private Simulation(
      Shop shop,
      AdmissionController controller,
      WaitingRoomLimits room,
      long seed,
      double fromSeconds,
      double toSeconds,
      boolean shadow) {
    this.shop = shop;
    this.controller = controller;
    this.pool = new WorkerPool(shop.processors());
    this.gate =
        new AdmissionGate(
            controller == null ? AdmissionPolicy.OPEN : controller.initialPolicy(),
            pool::waiting,
            CourtesyBudget.NONE,
            shadow);
    this.line = new WaitingLine(room, gate);
    this.meters = new Meters(shop, gate, pool);
    this.recorder = new Score.Recorder(fromSeconds, toSeconds);
    this.arrivals = new Random(seed);
    this.visits = new Random(seed + 1);
    this.endNanos = (long) (toSeconds * NANOS);
  }

  /** Runs to {@code toSeconds} and scores what happened from {@code fromSeconds} on. */
  static Score run(
      Shop shop, AdmissionController controller, long seed, double fromSeconds, double toSeconds) {
    return run(shop, controller, WaitingRoomLimits.NONE, seed, fromSeconds, toSeconds);
  }

  /** The same with a waiting room in front of the gate. */
  static Score run(
      Shop shop,
      AdmissionController controller,
      WaitingRoomLimits room,
      long seed,
      double fromSeconds,
      double toSeconds) {
    Simulation s =
        new Simulation(shop, controller, room, seed, fromSeconds, toSeconds, /* shadow= */ false);
    s.run();
    return s.recorder.score();
  }

  /** The same where customers of an earlier day are charged as visits. */
  static Score runCharging(
      Shop shop, AdmissionController controller, long seed, double fromSeconds, double toSeconds) {
    Simulation s =
        new Simulation(
            shop,
            controller,
            WaitingRoomLimits.NONE,
            seed,
            fromSeconds,
            toSeconds,
            /* shadow= */ false);
    s.chargesReturning = true;
    s.run();
    return s.recorder.score();
  }

  /** Lets everybody in, and counts whom it would have refused by the end. */
  static GateCounters runShadow(
      Shop shop, AdmissionController controller, long seed, double toSeconds) {
    Simulation s =
        new Simulation(
            shop, controller, WaitingRoomLimits.NONE, seed, 0, toSeconds, /* shadow= */ true);
    s.run();
    return s.gate.counters();
  }

  private void run() {
    nextArrival();
    long interval = controller == null ? 50_000_000L : controller.intervalNanos();
    at(interval, () -> tick(interval));
    while (true) {
      double completion = pool.nextCompletionNanos();
      long event = events.peek().nanos();
      if (Math.min(completion, event) > endNanos) {
        return;
      }
      now = completion <= event ? Math.max(now, (long) Math.ceil(completion)) : event;
      pool.advance(now);
      if (completion <= event) {
        done(pool.complete());
      } else {
        events.remove().action().run();
      }
    }
  }

  private void at(long nanos, Runnable action) {
    events.add(new Event(nanos, order++, action));
  }

  private void tick(long interval) {
    double second = now / NANOS;
    double background = shop.backgroundShare().applyAsDouble(second);
    double stolen = shop.stolenShare().applyAsDouble(second);
    pool.available(shop.processors() * (1 - background - stolen));
    meters.background(background * shop.processors() * interval);
    var snapshot = meters.take(now, line.length());
    recorder.queueDelay(now, snapshot.queueDelayNanosMean() / NANOS);
    if (controller != null) {
      gate.publish(controller.step(snapshot));
    }
    at(now + interval, () -> tick(interval));
  }

  private void nextArrival() {
    double factor = shop.offeredFactor().applyAsDouble(now / NANOS);
    // While nobody comes, look again a little later.
    double perSecond = factor * shop.capacity();
    double gap = perSecond > 0 ? exponential(arrivals, 1 / perSecond) : 0.1;
    at(now + (long) (gap * NANOS), perSecond > 0 ? this::arrive : this::nextArrival);
  }

  private void arrive() {
    nextArrival();
    boolean claims = arrivals.nextDouble() < shop.claimShare().applyAsDouble(now / NANOS);
    boolean known = claims && arrivals.nextDouble() < shop.knownShare();
    meters.frontConnection();
    if (!claims && line.exists()) {
      comeNew();
      return;
    }
    Decision decision =
        known && chargesReturning
            ? decideReturning()
            : claims ? decideClaim(known) : gate.decideNew(now);
    if (decision.outcome() == Decision.Outcome.REFUSE) {
      refused();
    } else {
      admit(known, claims && !known && decision.entry() != Decision.Entry.NEW);
    }
  }

  private void comeNew() {
    boolean nobodyWaited = line.length() == 0;
    if (nobodyWaited && gate.offerNew(now).outcome() == Decision.Outcome.ADMIT) {
      admit(/* known= */ false, /* falseClaim= */ false);
    } else if (!line.enter(now)) {
      refused();
    } else if (nobodyWaited) {
      at(now + WaitingLine.LOOK_NANOS, this::look);
    }
  }

  /** What the door does while somebody waits. */
  private void look() {
    for (int expired = line.expire(now); expired > 0; expired--) {
      refused();
    }
    for (Long arrived = line.release(now); arrived != null; arrived = line.release(now)) {
      recorder.waited(now, (now - arrived) / NANOS);
      admit(/* known= */ false, /* falseClaim= */ false);
    }
    if (line.length() > 0) {
      at(now + WaitingLine.LOOK_NANOS, this::look);
    }
  }

  private void refused() {
    double nanos = shop.refusal() * NANOS;
    pool.front(nanos);
    meters.front(nanos);
    recorder.refused(now);
  }

  private void admit(boolean known, boolean falseClaim) {
    recorder.admitted(now);
    long began = known && !chargesReturning ? now - (long) (shop.sessionAge() * NANOS) : now;
    Visit visit = new Visit(requests(), began, now);
    visit.falseClaim = falseClaim;
    visit.foreign = known && !chargesReturning;
    visit.returns = known && chargesReturning;
    visit.unseen = visit.returns && lastEntry == Decision.Entry.CLAIMED;
    boolean gone = shop.abandonShare() > 0 && arrivals.nextDouble() < shop.abandonShare();
    submit(
        known ? Kind.RESUMED_HANDSHAKE : gone ? Kind.ABANDONED_HANDSHAKE : Kind.FULL_HANDSHAKE,
        visit);
  }

  private Decision decideReturning() {
    Decision decision = gate.decideClaim(now);
    if (decision.outcome() == Decision.Outcome.VERIFY) {
      decision = gate.decideVisit(Decision.Entry.RETURNING, now);
    }
    lastEntry = decision.entry();
    return decision;
  }

  private Decision decideClaim(boolean known) {
    Decision decision = gate.decideClaim(now);
    return decision.outcome() == Decision.Outcome.VERIFY
        ? gate.decideVerified(known, now)
        : decision;
  }

  private void submit(Kind kind, Visit visit) {
    double cpu =
        switch (kind) {
          case FULL_HANDSHAKE, ABANDONED_HANDSHAKE -> shop.handshake();
          case RESUMED_HANDSHAKE -> shop.resumedHandshake();
          case REQUEST -> request(visit);
        };
    double factor = shop.costFactor().applyAsDouble(now / NANOS);
    pool.submit(new Work(kind, visit, cpu * factor * NANOS, now));
  }

  private void done(Work work) {
    meters.done(work, now);
    Visit visit = work.visit;
    if (work.kind == Kind.ABANDONED_HANDSHAKE) {
      gate.refundAbandoned();
      return;
    }
    if (work.kind != Kind.REQUEST) {
      if (visit.falseClaim) {
        visit.falseClaim = false;
        gate.chargeFalseResumption(Decision.Entry.CLAIMED);
      }
      if (visit.returns) {
        visit.returns = false;
        meters.returningVisit();
        if (visit.unseen) {
          gate.chargeUnseen(Decision.Entry.RETURNING);
        }
      }
      submit(Kind.REQUEST, visit);
      return;
    }
    double response = (now - visit.askedNanos) / NANOS;
    recorder.response(now, response);
    visit.requestsToCome--;
    if (response > shop.patience()) {
      recorder.broken(now);
    } else if (visit.requestsToCome == 0) {
      recorder.completed(now);
    } else {
      at(now + (long) (think() * NANOS), () -> ask(visit));
    }
  }

  private void ask(Visit visit) {
    visit.askedNanos = now;
    if (visits.nextDouble() >= shop.reconnectShare()) {
      submit(Kind.REQUEST, visit);
      return;
    }
    meters.frontConnection();
    if (decideClaim(true).outcome() == Decision.Outcome.ADMIT) {
      submit(Kind.RESUMED_HANDSHAKE, visit);
    } else {
      recorder.broken(now);
    }
  }

  private int requests() {
    return shop.regular()
        ? (int) Math.round(shop.requestsMean())
        : geometric(visits, shop.requestsMean());
  }

  private double think() {
    return shop.regular()
        ? shop.think() * (0.9 + 0.2 * visits.nextDouble())
        : exponential(visits, shop.think());
  }

  private double request(Visit visit) {
    if (!shop.regular()) {
      return exponential(visits, shop.request());
    }
    // From nearly nothing at the first request to nearly twice the mean at the last.
    return shop.request()
        * 2
        * (1 - (visit.requestsToCome - 0.5) / Math.round(shop.requestsMean()));
  }

  private static double exponential(Random random, double mean) {
    return -mean * Math.log(1 - random.nextDouble());
  }

  /** At least 1. */
  private static int geometric(Random random, double mean) {
    double p = 1 - 1 / mean;
    return 1 + (int) (Math.log(1 - random.nextDouble()) / Math.log(p));
  }
}
