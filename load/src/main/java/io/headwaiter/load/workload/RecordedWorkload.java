package io.headwaiter.load.workload;

import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Customers that follow the recorded use of a site: from page to page by a Markov chain, each time
 * with one of the recorded requests for that page, all with the same probability. Immutable and
 * thread-safe.
 *
 * <p>State 0 of the chain is the moment before the first request, and state i stands for the i-th
 * list of requests, counted from 1.
 */
public final class RecordedWorkload implements Workload {
  private static final int ENTRY = 0;
  private static final double ROUNDING = 1e-9;

  private final List<List<Step>> requests;
  private final MarkovChain chain;
  private final int maxRequests;

  /**
   * Creates a workload.
   *
   * @param requests requests to choose from, by page; at least one list, none of them empty
   * @param chain chain of one state more; its first state always leads to another one, and no state
   *     leads to it
   * @param maxRequests the largest number of requests in a visit, at least 1
   */
  public RecordedWorkload(List<List<Step>> requests, MarkovChain chain, int maxRequests) {
    if (requests.isEmpty() || requests.stream().anyMatch(List::isEmpty)) {
      throw new IllegalArgumentException("There must be a page, and requests for each.");
    }
    if (maxRequests < 1) {
      throw new IllegalArgumentException(
          "The bound on session length is " + maxRequests + "; give at least 1.");
    }
    double entering = 0;
    for (int page = 1; page <= requests.size(); page++) {
      entering += chain.probability(ENTRY, page);
      if (chain.probability(page, ENTRY) > 0) {
        throw new IllegalArgumentException("Nobody can come back to before the first request.");
      }
    }
    if (Math.abs(entering - 1) > ROUNDING) {
      throw new IllegalArgumentException(
          "Visits begin with a page with probability " + entering + "; give 1.");
    }
    this.requests = requests.stream().map(List::copyOf).toList();
    this.chain = chain;
    this.maxRequests = maxRequests;
  }

  @Override
  public Customer newCustomer(RandomGenerator random) {
    return new Recorded(random);
  }

  /** One visit. Not thread-safe. */
  private final class Recorded implements Customer {
    private final RandomGenerator random;
    private int state = ENTRY;
    private int made;

    private Recorded(RandomGenerator random) {
      this.random = random;
    }

    @Override
    public Optional<Step> next(long elapsedNanos) {
      if (state == MarkovChain.LEFT || made == maxRequests) {
        return Optional.empty();
      }
      state = chain.next(state, random.nextDouble());
      if (state == MarkovChain.LEFT) {
        return Optional.empty();
      }
      made++;
      List<Step> page = requests.get(state - 1);
      return Optional.of(page.get(random.nextInt(page.size())));
    }

    @Override
    public boolean read(Interaction asked, byte[] page, int length) {
      return true; // the right content of a user's pages is unknown
    }

    @Override
    public List<String> images() {
      return List.of();
    }
  }
}
