package io.headwaiter.jdbc;

import io.headwaiter.core.api.UserApi;
import io.headwaiter.core.profile.ConnectionUseRecorder;

/**
 * Receives what a request used of the pools when it has ended, on the thread that ended it. Many
 * threads call it at once; it must not block or throw.
 */
@UserApi
@FunctionalInterface
public interface RequestListener {
  /** Does nothing. */
  RequestListener NONE = use -> {};

  /** Returns a listener that reports to the profile of requests. */
  static RequestListener telling(ConnectionUseRecorder recorder) {
    return use ->
        recorder.used(
            use.type(),
            use.connectionRequests(),
            use.waitNanos(),
            use.heldNanos(),
            use.idleNanos());
  }

  /** Returns a listener that calls this one first, then the other. */
  default RequestListener then(RequestListener other) {
    return use -> {
      ended(use);
      other.ended(use);
    };
  }

  /** Called when a request that asked for a connection has ended and given all of them back. */
  void ended(RequestUse use);
}
