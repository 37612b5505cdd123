package io.headwaiter.core.profile;

import io.headwaiter.core.api.UserApi;

/**
 * Records the database connections that a request used. The lender of connections calls it once for
 * each request that asked for one, when the request ends and on the thread that ends it.
 * Thread-safe; does not block and does not throw.
 */
@UserApi
@FunctionalInterface
public interface ConnectionUseRecorder {
  /**
   * The request attribute under which the connectors store the request's recorder. The lender of
   * connections finds it there without further configuration. The recorder attributes every use to
   * that request, on any thread.
   */
  String ATTRIBUTE = ConnectionUseRecorder.class.getName();

  /** Records nothing. */
  ConnectionUseRecorder NONE = (type, connectionRequests, waitNanos, holdNanos, idleNanos) -> {};

  /**
   * Records a request that asked for connections and has ended.
   *
   * @param type from {@link #typeOf}; only a connector's recorder for all requests uses it, when
   *     the request ends on another thread than the one that began to serve it
   * @param connectionRequests how often it asked, also without success; at least 1
   * @param waitNanos w_db: time that it waited for connections
   * @param holdNanos q: time with a connection, summed over its connections
   * @param idleNanos the part of q in which the application had closed its connection, which was
   *     kept for its next use; 0 where connections are not kept
   */
  void used(String type, int connectionRequests, long waitNanos, long holdNanos, long idleNanos);

  /**
   * Returns the type under which a request is profiled.
   *
   * @param path decoded, without a query
   */
  default String typeOf(String path) {
    return RequestType.ofPath(path);
  }
}
