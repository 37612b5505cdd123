package io.headwaiter.lab.experiment.provisioning;

import io.headwaiter.lab.experiment.provisioning.ProvisioningExperiment.Shop;
import io.headwaiter.lab.experiment.provisioning.ProvisioningExperiment.Way;
import io.headwaiter.lab.host.DaemonTimer;
import io.headwaiter.lab.server.StatusReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/** Divides a processor between shops from construction to close, in one of the ways. */
final class QuotaLoop implements AutoCloseable {
  private static final double FLOOR = 0.1;
  private static final double HYSTERESIS = 0.03;

  private final Way way;
  private final ProvisioningPlan plan;
  private final List<Shop> shops;
  private final ProcessorShares law;
  private final long startNanos = System.nanoTime();
  private final List<ProvisioningRun.Moment> trace = new ArrayList<>();
  private final ScheduledExecutorService timer = DaemonTimer.named("quotas");

  private final ScheduledFuture<?> turning;

  /** Begins with what the way says. */
  QuotaLoop(Way way, ProvisioningPlan plan, List<Shop> shops) throws IOException {
    this.way = way;
    this.plan = plan;
    this.shops = List.copyOf(shops);
    this.law = new ProcessorShares(shops.size(), /* total= */ 1, FLOOR, HYSTERESIS);
    turn();
    turning =
        timer.scheduleAtFixedRate(
            this::turnAndGoOn, plan.everyMillis(), plan.everyMillis(), TimeUnit.MILLISECONDS);
  }

  private void turnAndGoOn() {
    try {
      turn();
    } catch (IOException | UncheckedIOException e) {
      return; // under a heavy load a reading may be lost; the quotas stay as they are
    }
  }

  private void turn() throws IOException {
    long millis = (System.nanoTime() - startNanos) / 1_000_000;
    double[] needed = new double[shops.size()];
    double[] quotas =
        switch (way) {
          case PROVISIONED -> asked(needed);
          case HALVES -> halves();
          case HINDSIGHT -> known(millis);
        };
    for (int i = 0; i < quotas.length; i++) {
      shops.get(i).group().quota(quotas[i]);
    }
    synchronized (trace) {
      trace.add(new ProvisioningRun.Moment(millis, list(needed), list(quotas)));
    }
  }

  private double[] asked(double[] needed) throws IOException {
    double[] spare = new double[needed.length];
    for (int i = 0; i < needed.length; i++) {
      ProcessorNeed need =
          ProcessorNeed.of(StatusReader.status(shops.get(i).server().requireAdmin()));
      needed[i] = need.needed();
      spare[i] = need.spare();
    }
    return law.step(needed, spare);
  }

  private static List<Double> list(double[] values) {
    return Arrays.stream(values).boxed().toList();
  }

  private double[] halves() {
    double[] halves = new double[shops.size()];
    Arrays.fill(halves, 1.0 / shops.size());
    return halves;
  }

  private double[] known(long millis) {
    double[] right = plan.right();
    return millis < plan.swingMillis() ? right : new double[] {right[1], right[0]};
  }

  /** All so far. */
  List<ProvisioningRun.Moment> trace() {
    synchronized (trace) {
      return List.copyOf(trace);
    }
  }

  /** Ends; the quotas stay as they are. */
  @Override
  public void close() {
    turning.cancel(/* mayInterruptIfRunning= */ false);
    timer.shutdown();
    try {
      if (!timer.awaitTermination(10, TimeUnit.SECONDS)) {
        timer.shutdownNow();
      }
    } catch (InterruptedException e) {
      timer.shutdownNow();
      Thread.currentThread().interrupt();
    }
  }
}
