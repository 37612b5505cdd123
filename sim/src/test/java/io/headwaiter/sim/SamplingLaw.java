package io.headwaiter.sim;

import io.headwaiter.core.capacity.MeterSnapshot;
import io.headwaiter.core.capacity.VisitWork;
import io.headwaiter.sim.law.Hello;
import io.headwaiter.sim.law.Law;
import io.headwaiter.sim.law.LawFactory;
import io.headwaiter.sim.law.Setting;
import io.headwaiter.sim.law.Turn;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Admits everything and records the calls. */
final class SamplingLaw implements Law {
  final Setting setting;
  final List<MeterSnapshot> snapshots = new ArrayList<>();
  final List<Hello> hellos = new ArrayList<>();
  final Map<Long, Long> began = new HashMap<>();
  double visitSeconds;
  long visits;
  double underWay;
  long begun;
  long ended;

  SamplingLaw(Setting setting) {
    this.setting = setting;
  }

  /** A factory that adds the laws it makes to a list. */
  static LawFactory into(List<SamplingLaw> made) {
    return LawFactory.of(
        "sampling",
        setting -> {
          SamplingLaw law = new SamplingLaw(setting);
          made.add(law);
          return law;
        });
  }

  @Override
  public String name() {
    return "sampling";
  }

  @Override
  public Entrance connection(Hello hello, long nowNanos) {
    hellos.add(hello);
    began.putIfAbsent(hello.customer(), nowNanos);
    return Entrance.ADMIT;
  }

  @Override
  public boolean begin(Turn turn, long waitedNanos, long nowNanos) {
    begun++;
    return true;
  }

  @Override
  public void done(Turn turn, long residenceNanos, long nowNanos) {
    ended++;
  }

  @Override
  public void left(Turn turn, long nowNanos) {
    ended++;
  }

  @Override
  public void over(long customer, long nowNanos) {
    visitSeconds += (nowNanos - began.remove(customer)) / 1e9;
    visits++;
  }

  @Override
  public void tick(MeterSnapshot snapshot) {
    snapshots.add(snapshot);
    underWay += setting.view().visitsUnderWay();
  }

  double sum(java.util.function.ToLongFunction<MeterSnapshot> figure) {
    return snapshots.stream().mapToLong(figure).sum();
  }

  double binsCpu() {
    double sum = 0;
    for (MeterSnapshot s : snapshots) {
      for (int bin = 0; bin < VisitWork.BINS; bin++) {
        sum += s.visitWork().cpuNanos(bin);
      }
    }
    return sum;
  }
}
