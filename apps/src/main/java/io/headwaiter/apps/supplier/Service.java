package io.headwaiter.apps.supplier;

import io.headwaiter.apps.PageError;
import java.sql.SQLException;

/** Answers one kind of message. Implementations are thread-safe. */
@FunctionalInterface
interface Service {
  /**
   * Returns the content of the reply.
   *
   * @throws PageError if the reply is an error, with its status
   * @throws SQLException if the database fails; the client then gets 503
   * @throws ServiceFailure if another service fails; the client then gets 503
   */
  Fields answer(Fields in) throws SQLException, ServiceFailure;
}
