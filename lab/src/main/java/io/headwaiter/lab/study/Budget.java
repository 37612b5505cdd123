package io.headwaiter.lab.study;

import io.headwaiter.lab.model.BudgetValues;
import io.headwaiter.lab.model.Claim;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.Disturbance;
import io.headwaiter.lab.model.Disturbance.Watch;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.LoadSpec;
import io.headwaiter.lab.model.Quantity;
import io.headwaiter.lab.model.Rounds;
import io.headwaiter.lab.model.ServerSpec;
import io.headwaiter.lab.model.Timing;
import io.headwaiter.load.HttpVersion;
import io.headwaiter.load.LoadOptionsBuilder;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where the microseconds of a connection go: servers of {@link Limit} at their peak under a
 * sampling profiler, which itself takes a part of the time. Each cell leaves a flame graph.
 */
final class Budget {
  /** Name of the experiment. */
  static final String NAME = "limit-budget";

  private static final double EXPLAINED_MIN = 0.9;

  private Budget() {}

  static Experiment experiment(boolean quick, Customers all) {
    Customers customers = SmallShop.customers(all);
    return new Experiment(
        NAME,
        "Where do the microseconds of a connection go?",
        servers(),
        loads(customers),
        SmallShop.spec(all),
        quick
            ? Timing.ofMillis(700, 2500, 300, 1500, 1, 1)
            : Timing.ofMillis(1500, 8000, 1000, 2000, 4, 6),
        quick ? new Rounds(2, 2) : new Rounds(3, 3),
        customers.seed(),
        BudgetValues.columns(),
        List.of(
            Claim.atLeast(
                "budget-explained",
                "The profile explains nine tenths of the CPU time of a full handshake and its page",
                Quantity.of(BudgetValues.EXPLAINED, Limit.BORINGSSL, Limit.FULL),
                "of the CPU time",
                EXPLAINED_MIN)));
  }

  private static List<ServerSpec> servers() {
    return Stream.of(ServerSpec.staticPage().named(Limit.STATIC), ServerSpec.stock(), Limit.ours())
        .flatMap(one -> Stream.of(one, one.named(one.name() + Limit.P256).withKey("P-256")))
        .toList();
  }

  private static List<LoadSpec> loads(Customers customers) {
    String[] ofRsa = {Limit.STATIC, ServerSpec.STOCK, Limit.BORINGSSL};
    LoadOptionsBuilder http2 =
        Limit.atPeak(customers, Limit.MANY_PAGES).httpVersion(HttpVersion.HTTP_2);
    return List.of(
        profiled(Limit.FULL, Limit.atPeak(customers, 1)),
        profiled(
                Limit.RESUMED,
                Limit.atPeak(customers, Limit.MANY_PAGES).newConnectionPerRequest(true))
            .on(ofRsa),
        profiled(Limit.KEPT, Limit.atPeak(customers, Limit.MANY_PAGES)).on(ofRsa),
        profiled(Limit.KEPT + ", HTTP/2", http2).on(ServerSpec.STOCK, Limit.BORINGSSL));
  }

  private static LoadSpec profiled(String name, LoadOptionsBuilder visits) {
    return LoadSpec.of(name, visits.build()).meanwhile(Disturbance.watchedBy(Watch.PROFILE));
  }
}
