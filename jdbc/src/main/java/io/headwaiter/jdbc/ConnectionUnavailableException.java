package io.headwaiter.jdbc;

import io.headwaiter.core.api.UserApi;
import java.sql.SQLTransientConnectionException;
import org.jspecify.annotations.Nullable;

/**
 * Thrown when there was no connection within the request's time. {@link RequestScopeFilter} answers
 * with 503 and Retry-After when the application throws this, alone or as a cause.
 */
@UserApi
public final class ConnectionUnavailableException extends SQLTransientConnectionException {
  private static final long serialVersionUID = 1L;

  private final int heldByRequest;

  ConnectionUnavailableException(
      String reason, String state, int vendorCode, int heldByRequest, @Nullable Throwable cause) {
    super(reason, state, vendorCode, cause);
    this.heldByRequest = heldByRequest;
  }

  /**
   * Returns how many connections of the same pool the request held open while it waited. Above 0,
   * requests that wait for each other can have exhausted the pool.
   */
  public int heldByRequest() {
    return heldByRequest;
  }
}
