package io.headwaiter.sim.law;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.admission.Decision;
import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.capacity.EacController;
import io.headwaiter.core.capacity.EacFormula;
import io.headwaiter.core.capacity.MeterSnapshot;

/**
 * The formula of the eDragon Admission Control, with the real {@link EacController} and the real
 * gate. Every 2 s it admits as many new connections as fit beside the resumed ones, which are
 * looked up and all admitted. Its two costs are profiled before, on a server at its nominal speed,
 * and do not change.
 *
 * <pre>
 *   CT_N = h + m p     CT_O = r + m p      p = V - h - (K - 1) c      m = K / (1 + q (K - 1))
 *   h, r  full and resumed handshake, V  a whole visit, K  its pages, c  a page with its part of
 *         the reconnections
 *   p     a page alone, q = (c - p) / r  the part of the pages with a connection of their own,
 *   m     pages of a connection
 * </pre>
 *
 * <p>Worked number: h = 4 ms, r = 0.5 ms, K = 8.5, c = 1.55 ms, V = 17.1 ms: p = 1.5 ms, q = 0.1, m
 * = 4.86, CT_N = 11.3 ms, CT_O = 7.8 ms.
 *
 * <p>Source: see {@link EacFormula}. A visit that begins with an old ticket counts as a new
 * connection, as in Headwaiter: the paper's sessions are those under way.
 */
public final class Eac implements Law {
  /** The name of this law. */
  public static final String NAME = "eac";

  private static final long INTERVAL_NANOS = 2_000_000_000L;

  private final EacController controller;
  private final AdmissionGate gate;

  /** Creates the law with the costs at the start. */
  public Eac(Setting setting) {
    this(profiled(setting.truth()));
  }

  Eac(EacFormula formula) {
    controller = new EacController(formula, INTERVAL_NANOS);
    gate = new AdmissionGate(controller.initialPolicy());
  }

  /** Returns the two costs that an offline profile would find at the start. */
  static EacFormula profiled(Truth truth) {
    double full = truth.handshakeNanos(Turn.Kind.FULL_HANDSHAKE, 0);
    double resumed = truth.handshakeNanos(Turn.Kind.RESUMED_HANDSHAKE, 0);
    double pages = truth.pagesPerVisit();
    double later = truth.pageNanos(0);
    double visit = truth.visitNanos(Turn.Kind.FULL_HANDSHAKE, 0);
    double page = Math.max(0, Math.min(later, visit - full - (pages - 1) * later));
    double reconnects = Math.min(1, (later - page) / resumed);
    double pagesOfConnection = pages / (1 + reconnects * (pages - 1));
    double service = pagesOfConnection * page;
    return new EacFormula(Math.round(resumed + service), Math.round(full + service));
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Entrance connection(Hello hello, long nowNanos) {
    Decision decision =
        switch (hello.standing()) {
          case CONTINUING -> gate.decideContinuing(hello.customer(), nowNanos);
          case RETURNING -> gate.decideVisit(Entry.RETURNING, nowNanos);
          case UNKNOWN -> unknown(hello, nowNanos);
        };
    return decision.outcome() == Decision.Outcome.ADMIT ? Entrance.ADMIT : Entrance.REFUSE;
  }

  private Decision unknown(Hello hello, long nowNanos) {
    if (hello.claims()) {
      gate.noteUnknownClaim();
    }
    return gate.decideNew(nowNanos);
  }

  @Override
  public long intervalNanos() {
    return controller.intervalNanos();
  }

  @Override
  public void tick(MeterSnapshot snapshot) {
    gate.publish(controller.step(snapshot).policy());
  }
}
