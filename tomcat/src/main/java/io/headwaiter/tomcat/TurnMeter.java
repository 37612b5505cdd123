package io.headwaiter.tomcat;

import io.headwaiter.core.admission.CourtesyBudget;
import io.headwaiter.core.capacity.MeterSnapshot;
import io.headwaiter.front.Visits;
import io.headwaiter.telemetry.ServerMeters;

/** Measures turns of work on connections, and tells the ledger whose visit does something. */
final class TurnMeter {
  private final ServerMeters meters;

  TurnMeter(ServerMeters meters) {
    this.meters = meters;
  }

  /**
   * A turn of a connection that was let in.
   *
   * @param channel null if it is not one of ours any more
   * @param waitedNanos for a worker
   */
  void run(HeadwaiterChannel channel, long waitedNanos, Runnable turn) {
    meters.queueDelay(waitedNanos);
    Visits.Stay stay = null;
    if (channel != null) {
      channel.turnBegins();
      stay = channel.stay();
    }
    if (stay == null) {
      turn.run();
      return;
    }
    stay.touch();
    if (stay.ageNanos() <= MeterSnapshot.VISIT_AGE_NANOS_MAX) {
      meters.visitAge(stay.ageNanos());
    }
    turn.run();
    // By now the channel may be somebody else's.
    stay.touch();
  }

  /** A turn of a connection that gets a courtesy page: counted as that and as nothing else. */
  void runCourtesy(CourtesyBudget budget, Runnable turn) {
    long cpuNanos = CourtesyTurn.run(turn);
    meters.courtesyCpu(cpuNanos);
    budget.spent(cpuNanos);
  }
}
