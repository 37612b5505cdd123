package io.headwaiter.load.workload;

import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Customers of the auction.
 *
 * @param sessions the interactions of their sessions
 * @param site the facts that they know in advance
 */
public record AuctionWorkload(SessionModel sessions, AuctionSite site) implements Workload {
  @Override
  public Customer newCustomer(RandomGenerator random) {
    return new OnVisit(sessions.start(random), new AuctionCustomer(site, random));
  }

  private record OnVisit(SessionWalk walk, AuctionCustomer customer) implements Customer {
    @Override
    public Optional<Step> next(long elapsedNanos) {
      return walk.next().map(what -> new Step(what, customer.target(what)));
    }

    @Override
    public boolean read(Interaction asked, byte[] page, int length) {
      PageScanner.scan(page, length, customer.lastPage());
      return true;
    }

    @Override
    public List<String> images() {
      return customer.lastPage().images();
    }
  }
}
