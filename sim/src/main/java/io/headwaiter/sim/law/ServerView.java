package io.headwaiter.sim.law;

/** What a law can see of the server at any instant, beside what it is asked and told. */
public interface ServerView {
  /** Turns of the first class that wait for a worker. */
  int waiting();

  /** Turns that workers are at. */
  int running();

  /** How long the first turn of the first class has waited; 0 if there is none. */
  long headDelayNanos();

  /** Connections that are open. */
  int connections();

  /** Connections that may be open; beyond it the server refuses whoever comes. */
  int connectionsMax();

  /** Visits that were let in and are not over. */
  int visitsUnderWay();

  /** Worker threads. */
  int workers();

  /** Processors that the server believes to have. */
  double processors();
}
