package io.headwaiter.core.capacity;

import io.headwaiter.core.api.UserApi;

/** A resource that can be the bottleneck of a server. */
@UserApi
public enum Resource {
  /** Processors. */
  CPU("cpu"),
  /** Threads that serve requests. */
  WORKER_THREADS("worker_threads"),
  /** Connections of the pool to the database. */
  DATABASE_CONNECTIONS("database_connections");

  private final String label;

  Resource(String label) {
    this.label = label;
  }

  /** Returns a short lower-case name for JSON, stable across versions. */
  public String label() {
    return label;
  }
}
