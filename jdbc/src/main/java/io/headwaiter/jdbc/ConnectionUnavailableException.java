package io.headwaiter.jdbc;

import java.sql.SQLTransientConnectionException;

/**
 * There was no connection within the request's time. {@link RequestScopeFilter} answers with 503
 * and Retry-After when this comes out of the application, alone or as a cause.
 */
public final class ConnectionUnavailableException extends SQLTransientConnectionException {
  private static final long serialVersionUID = 1L;

  private final int heldByRequest;

  ConnectionUnavailableException(
      String reason, String state, int vendorCode, int heldByRequest, Throwable cause) {
    super(reason, state, vendorCode, cause);
    this.heldByRequest = heldByRequest;
  }

  /**
   * How many connections of the same pool the request held open while it waited. Above 0 the pool
   * can be exhausted by requests that wait for each other.
   */
  public int heldByRequest() {
    return heldByRequest;
  }
}
