package io.headwaiter.sim;

import io.headwaiter.sim.law.LawFactory;
import io.headwaiter.sim.law.NoControl;

/**
 * The multithreaded server of the papers without admission control, simulated: a worker keeps its
 * connection until that closes or the persistence timeout ends, see {@link
 * Machine#keepsConnections}. Immutable.
 *
 * @param processors what it may use, above 0; a part of one is a slower one
 * @param workers threads in all, at least 1
 * @param persistenceSeconds persistence timeout of a server without load, above 0
 * @param waiting connections that may wait for a worker, at least 1
 * @param costs of its work
 */
public record MultithreadedServer(
    double processors, int workers, double persistenceSeconds, int waiting, Costs costs) {
  private static final LawFactory NO_CONTROL =
      LawFactory.of(NoControl.NAME, setting -> new NoControl());

  /**
   * CPU seconds on one processor.
   *
   * @param page of a page, above 0; exponential with this mean
   * @param fullHandshake of a full handshake, at least 0
   * @param resumedHandshake of a resumed one, at least 0
   */
  public record Costs(double page, double fullHandshake, double resumedHandshake) {
    /** Checks ranges. */
    public Costs {
      if (!(page > 0 && fullHandshake >= 0 && resumedHandshake >= 0)
          || Double.isInfinite(page + fullHandshake + resumedHandshake)) {
        throw new IllegalArgumentException(
            "a page costs more than 0 s, handshakes at least 0 s; got %s, %s and %s s"
                .formatted(page, fullHandshake, resumedHandshake));
      }
    }
  }

  /**
   * Customers of one kind.
   *
   * @param pages mean number of pages of a visit, at least 1; geometric
   * @param thinkSeconds mean time from a reply to the next request; exponential
   * @param patienceSeconds longest time for a page, above 0; then the visit is lost
   */
  public record Customers(double pages, double thinkSeconds, double patienceSeconds) {}

  /**
   * Runs it under a steady load of new customers.
   *
   * @param perSecond customers that come each second, above 0
   * @param fromSeconds begin of what is judged; the run begins at 0 with an idle server
   * @param toSeconds its end
   */
  public Score run(
      Customers customers, double perSecond, long seed, double fromSeconds, double toSeconds) {
    if (!(perSecond > 0) || Double.isInfinite(perSecond)) {
      throw new IllegalArgumentException("customers per second must be above 0, got " + perSecond);
    }
    VisitKind kind =
        VisitKind.plain(customers.thinkSeconds())
            .pages(customers.pages(), costs.page())
            .connections(/* ofTheirOwn= */ 0, /* sideBySide= */ 1);
    Shop shop =
        new Shop(
            Machine.plain()
                .processors(processors)
                .handshakes(costs.fullHandshake(), costs.resumedHandshake())
                .front(/* acceptSeconds= */ 0, /* refusalSeconds= */ 0)
                .keepsConnections(workers, persistenceSeconds, waiting),
            Crowd.of(kind).patience(customers.patienceSeconds(), customers.patienceSeconds()));
    double factor = perSecond / shop.capacity();
    return Simulation.run(
            shop.crowd(c -> c.offered(second -> factor)), NO_CONTROL, seed, fromSeconds, toSeconds)
        .score();
  }
}
