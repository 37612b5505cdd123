package io.headwaiter.cli.fuzz;

import static io.headwaiter.cli.fuzz.Subject.expect;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.admission.AdmissionPolicy;
import io.headwaiter.core.admission.Decision;
import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.Decision.Outcome;
import io.headwaiter.core.admission.GateCounters;
import io.headwaiter.core.admission.RefusalReason;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Tests sequences of decisions under one policy. Counters must add up. An open gate refuses no
 * connection. No visit begins while too many turns wait. New visits never cost more than the budget
 * had, was refilled and was given back, and half a bucket more where networks share it.
 */
public final class GateSubject implements Subject {
  private static final List<RefusalReason> REASONS = List.of(RefusalReason.values());

  @Override
  public String name() {
    return "gate";
  }

  @Override
  public byte[] input(SplittableRandom random) {
    return Program.random(random);
  }

  @Override
  public void check(byte[] input) {
    Program program = new Program(input);
    Play play = new Play(program);
    while (program.hasNext()) {
      play.step(program);
      play.checkBudget();
    }
    play.checkCounters();
  }

  /** One gate and its expected state. */
  private static final class Play {
    private final AdmissionPolicy policy;
    private final AdmissionGate gate;
    private final Map<Entry, Long> admitted = new EnumMap<>(Entry.class);
    private final Map<RefusalReason, Long> refused = new EnumMap<>(RefusalReason.class);
    private int waiting;
    private long unknown;
    private long toVerify;
    private long falseOnes;
    private long stopped;
    private long abandoned;
    private long sequence = 1;
    private long nowNanos;
    private long beganNanos = Long.MIN_VALUE;
    private double creditNanos;

    Play(Program program) {
      policy = policy(program, sequence);
      gate = new AdmissionGate(policy, () -> waiting);
    }

    private static AdmissionPolicy policy(Program p, long sequence) {
      return AdmissionPolicy.builder(sequence)
          .open(p.next(16) == 0)
          .refillNanosPerSecond(p.nextLong() * 10)
          .budgetMaxNanos(p.nextLong())
          .newVisitCostNanos(1 + p.nextLong())
          .refusalCostNanos(p.nextLong())
          .abandonedCostNanos(p.nextLong())
          .verifyBelowNanos(p.nextLong())
          .waitingMax(p.next(4) == 0 ? AdmissionPolicy.NO_BOUND : p.next(8))
          .build();
    }

    void step(Program p) {
      switch (p.next(14)) {
        case 0 -> decided(Entry.NEW, gate.decideNew(asked()));
        case 1 -> offer();
        case 2 -> claim();
        case 3 -> known(p.nextLong());
        case 4 -> {
          unknown++;
          gate.noteUnknownClaim();
          decided(Entry.NEW, gate.decideNew(asked()));
        }
        case 5 -> refuse(REASONS.get(p.next(REASONS.size())));
        case 6 -> nowNanos += p.nextLong();
        case 7 -> waiting = p.next(10);
        case 8 -> afterwards(p.next(3));
        case 9 -> decided(Entry.RETURNING, gate.decideVisit(Entry.RETURNING, asked()));
        case 10 -> decided(Entry.COURTESY, gate.decideVisit(Entry.COURTESY, asked()));
        case 11 -> passFirst(/* full= */ p.next(2) == 0);
        case 12 -> shared(/* network= */ p.next(4));
        default -> publishAgain();
      }
    }

    private long asked() {
      if (beganNanos == Long.MIN_VALUE) {
        beganNanos = nowNanos; // the bucket is full at the first decision
      }
      return nowNanos;
    }

    private void decided(Entry entry, Decision decision) {
      boolean over = !policy.open() && waiting >= policy.waitingMax();
      expect(!over || decision.outcome() == Outcome.REFUSE, "nobody new over waiting work");
      expect(
          over == (decision.reason() == RefusalReason.WORK_WAITING),
          "and only then for that reason");
      expect(!policy.open() || decision.outcome() == Outcome.ADMIT, "open is open");
      if (decision.outcome() == Outcome.ADMIT) {
        expect(decision.entry() == entry, "who begins a visit comes in as what it is");
        admitted.merge(entry, 1L, Long::sum);
      } else {
        expect(decision.outcome() == Outcome.REFUSE, "in or out");
        refused.merge(decision.reason(), 1L, Long::sum);
      }
    }

    private void shared(long network) {
      creditNanos = policy.budgetMaxNanos() / 2.0;
      decided(Entry.NEW, gate.decideVisit(Entry.NEW, network, asked()));
    }

    private void offer() {
      long nanos = gate.nanosToRoom(asked());
      expect(nanos >= 0, "room is not in the past");
      expect(gate.hasRoom(asked()) == (nanos == 0), "room is room");
      Decision decision = gate.offerNew(asked());
      expect(nanos == 0 || decision.outcome() == Outcome.WAIT, "without room one waits");
      expect(!policy.open() || decision.outcome() == Outcome.ADMIT, "open is open");
      if (decision.outcome() == Outcome.ADMIT) {
        admitted.merge(Entry.NEW, 1L, Long::sum);
      }
    }

    private void claim() {
      Decision decision = gate.decideClaim(asked());
      if (decision.outcome() == Outcome.ADMIT) {
        expect(decision.entry() == Entry.CLAIMED, "a claim is a claim");
        admitted.merge(Entry.CLAIMED, 1L, Long::sum);
      } else {
        expect(decision.outcome() == Outcome.VERIFY && !policy.open(), "else it is looked up");
        toVerify++;
      }
    }

    private void known(long visit) {
      Decision decision = gate.decideContinuing(visit, asked());
      expect(decision.entry() == Entry.VERIFIED, "who is known comes in");
      admitted.merge(Entry.VERIFIED, 1L, Long::sum);
    }

    private void passFirst(boolean full) {
      expect(gate.admitBypass().entry() == Entry.BYPASS, "who passes first comes in");
      admitted.merge(Entry.BYPASS, 1L, Long::sum);
      if (full) {
        gate.outcomes().chargeBypass();
      }
    }

    private void refuse(RefusalReason reason) {
      gate.noteRefusal(reason, asked());
      refused.merge(reason, 1L, Long::sum);
    }

    private void afterwards(int what) {
      if (what == 0) {
        gate.outcomes().chargeFalseResumption(Entry.CLAIMED);
        falseOnes++;
      } else if (what == 1) {
        gate.outcomes().noteStoppedResumption();
        falseOnes++;
        stopped++;
        refused.merge(RefusalReason.RESUMPTION_STOPPED, 1L, Long::sum);
      } else if (abandoned < admitted.getOrDefault(Entry.NEW, 0L)) {
        gate.outcomes().refundAbandoned();
        abandoned++;
      }
    }

    private void publishAgain() {
      sequence++;
      AdmissionPolicy p = policy;
      gate.publish(
          AdmissionPolicy.builder(sequence)
              .open(p.open())
              .grantNanos(p.grantNanos())
              .refillNanosPerSecond(p.refillNanosPerSecond())
              .budgetMaxNanos(p.budgetMaxNanos())
              .newVisitCostNanos(p.newVisitCostNanos())
              .refusalCostNanos(p.refusalCostNanos())
              .abandonedCostNanos(p.abandonedCostNanos())
              .verifyBelowNanos(p.verifyBelowNanos())
              .waitingMax(p.waitingMax())
              .build());
    }

    void checkBudget() {
      if (policy.open() || beganNanos == Long.MIN_VALUE) {
        return;
      }
      double cost = policy.newVisitCostNanos();
      double spent = admitted.getOrDefault(Entry.NEW, 0L) * cost;
      double filled = (nowNanos - beganNanos) * 1e-9 * policy.refillNanosPerSecond();
      double back = abandoned * Math.max(0, cost - policy.abandonedCostNanos());
      double had = policy.budgetMaxNanos() + filled + back + creditNanos;
      expect(spent <= had * (1 + 1e-9) + 1, "no visit beyond the budget");
    }

    void checkCounters() {
      GateCounters counters = gate.counters();
      for (Entry entry : Entry.values()) {
        expect(
            counters.admittedTotal(entry) == admitted.getOrDefault(entry, 0L), "admitted " + entry);
      }
      for (RefusalReason reason : RefusalReason.values()) {
        expect(
            counters.refusedTotal(reason) == refused.getOrDefault(reason, 0L), "refused " + reason);
      }
      expect(counters.unknownClaimsTotal() == unknown, "unknown");
      expect(counters.toVerifyTotal() == toVerify, "to verify");
      expect(counters.falseResumptionsTotal() == falseOnes, "false");
      expect(counters.stoppedResumptionsTotal() == stopped, "stopped");
      expect(counters.abandonedTotal() == abandoned, "abandoned");
    }
  }
}
