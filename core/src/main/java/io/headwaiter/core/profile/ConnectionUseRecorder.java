package io.headwaiter.core.profile;

/**
 * Is told what a request has had of the database. Whoever lends connections calls it once for each
 * request that asked for one, when the request ends and on the thread that ends it. Thread-safe;
 * does not block and does not throw.
 */
@FunctionalInterface
public interface ConnectionUseRecorder {
  /**
   * The attribute of a request under which our connectors leave its recorder for whoever lends
   * connections to that request, so that nobody has to bring the two together. It enters everything
   * with that request, whichever thread tells it.
   */
  String ATTRIBUTE = ConnectionUseRecorder.class.getName();

  /** Tells nobody. */
  ConnectionUseRecorder NONE = (type, connectionRequests, waitNanos, holdNanos, idleNanos) -> {};

  /**
   * A request that asked for connections has ended.
   *
   * @param type of {@link #typeOf}; it matters only to a connector's recorder for all requests,
   *     when the request ends on another thread than the one that began to serve it
   * @param connectionRequests how often it asked, also in vain; at least 1
   * @param waitNanos w_db: time that it waited for connections
   * @param holdNanos q: time with a connection, summed over its connections
   * @param idleNanos the part of q in which the application had closed its connection, which was
   *     kept for its next use; 0 where nothing is kept
   */
  void used(String type, int connectionRequests, long waitNanos, long holdNanos, long idleNanos);

  /**
   * The type under which a request is profiled.
   *
   * @param path decoded, without a query
   */
  default String typeOf(String path) {
    return RequestType.ofPath(path);
  }
}
