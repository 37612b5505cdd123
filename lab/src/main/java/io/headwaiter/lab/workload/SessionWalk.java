package io.headwaiter.lab.workload;

import java.util.Optional;

/** One session's way through the site. Not thread-safe. */
@FunctionalInterface
public interface SessionWalk {

  /**
   * Returns the next interaction to ask for, or empty when the session is over (and from then on).
   */
  Optional<AuctionInteraction> next();
}
