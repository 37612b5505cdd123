package io.headwaiter.jdbc;

import io.headwaiter.core.api.UserApi;

/**
 * What one request used of the pools.
 *
 * @param type the request's type
 * @param connectionRequests how often the application asked for a connection, failures included
 * @param takes how many connections were taken from a pool
 * @param failures how often there was none
 * @param leaks how many the application had not closed when the request ended
 * @param waitNanos time spent waiting for a pool, in nanoseconds (w_db)
 * @param heldNanos time with a connection taken, summed over connections, in nanoseconds (q)
 * @param idleNanos the part of q in which the application had closed its handle, in nanoseconds
 */
@UserApi
public record RequestUse(
    String type,
    int connectionRequests,
    int takes,
    int failures,
    int leaks,
    long waitNanos,
    long heldNanos,
    long idleNanos) {

  /** Adds up the use of all pools of a request. */
  static final class Sum {
    private int connectionRequests;
    private int takes;
    private int failures;
    private long waitNanos;
    private long heldNanos;
    private long idleNanos;

    void add(int asked, int taken, int failed, long waited, long held, long idle) {
      connectionRequests += asked;
      takes += taken;
      failures += failed;
      waitNanos += waited;
      heldNanos += held;
      idleNanos += idle;
    }

    RequestUse of(String type, int leaks) {
      return new RequestUse(
          type, connectionRequests, takes, failures, leaks, waitNanos, heldNanos, idleNanos);
    }
  }
}
