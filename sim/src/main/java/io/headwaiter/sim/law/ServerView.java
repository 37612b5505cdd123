package io.headwaiter.sim.law;

/** What a law can see of the server at any instant, beside what it is asked and told. */
public interface ServerView {
  /** Turns that wait for a worker. */
  int waiting();

  /** Turns that workers are at. */
  int running();

  /** How long the turn at the head of the queue has waited; 0 if there is none. */
  long headDelayNanos();

  /** Connections that are open. */
  int connections();

  /** Visits that were let in and are not over. */
  int visitsUnderWay();

  /** Worker threads. */
  int workers();

  /** Processors that the server believes to have. */
  double processors();
}
