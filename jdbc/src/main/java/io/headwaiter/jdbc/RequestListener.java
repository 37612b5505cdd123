package io.headwaiter.jdbc;

import io.headwaiter.core.profile.ConnectionUseRecorder;

/**
 * Is told what a request had of the pools when it ended, on the thread that ended it. Called by
 * many threads at once; must not block or throw.
 */
@FunctionalInterface
public interface RequestListener {
  /** Listens to nothing. */
  RequestListener NONE = use -> {};

  /** Tells the profile of requests. */
  static RequestListener telling(ConnectionUseRecorder recorder) {
    return use ->
        recorder.used(
            use.type(),
            use.connectionRequests(),
            use.waitNanos(),
            use.heldNanos(),
            use.idleNanos());
  }

  /** This one is told first, then the other. */
  default RequestListener then(RequestListener other) {
    return use -> {
      ended(use);
      other.ended(use);
    };
  }

  /** A request that asked for a connection has ended; all its connections are given back. */
  void ended(RequestUse use);
}
