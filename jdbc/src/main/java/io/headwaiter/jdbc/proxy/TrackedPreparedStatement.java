package io.headwaiter.jdbc.proxy;

import io.headwaiter.forwarding.Forwards;
import java.sql.PreparedStatement;
import java.sql.ResultSet;

/** A prepared statement of a {@link ConnectionHandle}. */
@Forwards(value = PreparedStatement.class, running = "execute.*", tracked = ResultSet.class)
final class TrackedPreparedStatement extends TrackedStatement<PreparedStatement>
    implements ForwardedPreparedStatement {

  TrackedPreparedStatement(ConnectionHandle handle, PreparedStatement statement) {
    super(handle, statement);
  }
}
