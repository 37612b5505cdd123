package io.headwaiter.load.workload;

import java.util.Optional;

/** The sequence of interactions of one session. Not thread-safe. */
@FunctionalInterface
public interface SessionWalk {

  /**
   * Returns the next interaction to ask for, or empty when the session is over (and from then on).
   */
  Optional<AuctionInteraction> next();
}
