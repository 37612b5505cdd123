package io.headwaiter.core.admission;

/**
 * The reason for not admitting or not serving a connection. Every refusal by Headwaiter has exactly
 * one reason. Counters, the status page and logs show its label.
 */
public enum RefusalReason {
  /** A visit that the CPU-time budget does not cover. */
  VISIT_BUDGET("visit_budget", "The CPU-time budget has no room for another visit at the moment."),
  /** A visit refused while too much work of admitted connections waits for a worker. */
  WORK_WAITING("work_waiting", "Too much work is waiting for the worker threads at the moment."),
  /** A connection of a visit under way, refused because too many visits are under way. */
  OVERCOMMITTED(
      "overcommitted", "More visits are under way than the server can carry at the moment."),
  /**
   * A visit that has to wait, while the waiting room has no place for it; or that lost its place to
   * a client of another network.
   */
  WAITING_FULL("waiting_full", "The waiting room has no place for another visit."),
  /** A visit that has waited for the longest time allowed. */
  WAITING_PATIENCE("waiting_patience", "There was no room for the visit while it could wait."),
  /** A connection of a visit over its account, while there is no budget to spare. */
  OVER_ACCOUNT(
      "over_account", "Its visit has taken more than it may, and there was no room to spare."),
  /** A connection of a visit that has as many connections open as a visit may have. */
  VISIT_CONNECTIONS(
      "visit_connections", "Its visit has as many connections open as a visit may have."),
  /**
   * A visit refused while only the last connections are free, which are kept for visits under way.
   */
  PLACES_KEPT("places_kept", "The last places for connections are kept for visits under way."),
  /** The client sent no complete ClientHello before the hello deadline. */
  HELLO_DEADLINE("hello_deadline", "No complete ClientHello arrived before the deadline."),
  /** The first bytes are not a ClientHello that can be read. */
  HELLO_DEFECT("hello_defect", "The first bytes are not a readable TLS ClientHello."),
  /** Too many connections, or too many of their bytes, are waiting for a complete ClientHello. */
  UNDECIDED_LIMIT("undecided_limit", "Too many connections have not sent a complete ClientHello."),
  /** The client closed or reset the connection before it was decided. */
  CLIENT_LEFT("client_left", "The client left before it was admitted."),
  /** The server is stopping. */
  STOPPING("stopping", "The server is stopping."),
  /** An unexpected error in the door; only this connection is lost. */
  DOOR_ERROR("door_error", "An unexpected error; see the log."),
  /**
   * Admitted to resume a session that turned out not to be resumable, and stopped, mostly before a
   * full handshake, because there was no capacity for another visit.
   */
  RESUMPTION_STOPPED(
      "resumption_stopped", "Its session could not be resumed, and there was no room for a visit."),
  /** Admitted, but the container could not take the connection over. */
  CONTAINER_FAILED("container_failed", "The container could not take it over; see its log.");

  private final String label;
  private final String sentence;

  RefusalReason(String label, String sentence) {
    this.label = label;
    this.sentence = sentence;
  }

  /**
   * Returns whether the connection had been admitted at the door before, and is also counted as
   * admitted.
   */
  public boolean isAfterAdmission() {
    return this == RESUMPTION_STOPPED || this == CONTAINER_FAILED;
  }

  /**
   * Returns whether a visit was refused because there was no capacity for it: then the controller
   * knows that more visits are offered than it admits.
   */
  public boolean isForLackOfCapacity() {
    return this == VISIT_BUDGET
        || this == WORK_WAITING
        || this == WAITING_FULL
        || this == WAITING_PATIENCE;
  }

  /** Returns the short lower-case name for counters and JSON, stable across versions. */
  public String label() {
    return label;
  }

  /** Returns one sentence for people. */
  public String sentence() {
    return sentence;
  }
}
