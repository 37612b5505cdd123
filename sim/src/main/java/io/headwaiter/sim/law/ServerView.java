package io.headwaiter.sim.law;

/** The state of the server that a law can see at any instant, in addition to its calls. */
public interface ServerView {
  /**
   * Returns the turns that wait for a worker, without deferred ones and those that wait for their
   * own visit.
   */
  int waiting();

  /** Returns the turns that workers run. */
  int running();

  /** Returns how long the first turn that is not deferred has waited; 0 if there is none. */
  long headDelayNanos();

  /** Returns the open connections. */
  int connections();

  /** Returns the connections that may be open; the server refuses all further ones. */
  int connectionsMax();

  /** Returns the admitted visits that have not ended. */
  int visitsUnderWay();

  /** Returns the worker threads. */
  int workers();

  /** Returns the processors that the server's meters see. */
  double processors();
}
