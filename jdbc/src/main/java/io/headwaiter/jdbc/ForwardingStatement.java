package io.headwaiter.jdbc;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;

/**
 * The part of a statement's handle that only forwards.
 *
 * @param <S> the type it forwards to
 */
abstract class ForwardingStatement<S extends Statement> implements Statement {

  /** Returns the pool's statement; throws if the connection's handle is closed. */
  abstract S live() throws SQLException;

  /** Returns the same as {@link #live}, for a call that may begin a transaction. */
  abstract S running() throws SQLException;

  /** Inspects an error of the statement before it is thrown to the application. */
  abstract SQLException failed(SQLException error);

  /** Wraps a result so that its statement is this one. */
  abstract ResultSet tracked(ResultSet result);

  @Override
  public ResultSet executeQuery(String a) throws SQLException {
    S target = running();
    try {
      return tracked(target.executeQuery(a));
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public int executeUpdate(String a) throws SQLException {
    S target = running();
    try {
      return target.executeUpdate(a);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public int getMaxFieldSize() throws SQLException {
    return live().getMaxFieldSize();
  }

  @Override
  public void setMaxFieldSize(int a) throws SQLException {
    live().setMaxFieldSize(a);
  }

  @Override
  public int getMaxRows() throws SQLException {
    return live().getMaxRows();
  }

  @Override
  public void setMaxRows(int a) throws SQLException {
    live().setMaxRows(a);
  }

  @Override
  public void setEscapeProcessing(boolean a) throws SQLException {
    live().setEscapeProcessing(a);
  }

  @Override
  public int getQueryTimeout() throws SQLException {
    return live().getQueryTimeout();
  }

  @Override
  public void setQueryTimeout(int a) throws SQLException {
    live().setQueryTimeout(a);
  }

  @Override
  public void cancel() throws SQLException {
    live().cancel();
  }

  @Override
  public SQLWarning getWarnings() throws SQLException {
    return live().getWarnings();
  }

  @Override
  public void clearWarnings() throws SQLException {
    live().clearWarnings();
  }

  @Override
  public void setCursorName(String a) throws SQLException {
    live().setCursorName(a);
  }

  @Override
  public boolean execute(String a) throws SQLException {
    S target = running();
    try {
      return target.execute(a);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public ResultSet getResultSet() throws SQLException {
    return tracked(live().getResultSet());
  }

  @Override
  public int getUpdateCount() throws SQLException {
    return live().getUpdateCount();
  }

  @Override
  public boolean getMoreResults() throws SQLException {
    S target = live();
    try {
      return target.getMoreResults();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public void setFetchDirection(int a) throws SQLException {
    live().setFetchDirection(a);
  }

  @Override
  public int getFetchDirection() throws SQLException {
    return live().getFetchDirection();
  }

  @Override
  public void setFetchSize(int a) throws SQLException {
    live().setFetchSize(a);
  }

  @Override
  public int getFetchSize() throws SQLException {
    return live().getFetchSize();
  }

  @Override
  public int getResultSetConcurrency() throws SQLException {
    return live().getResultSetConcurrency();
  }

  @Override
  public int getResultSetType() throws SQLException {
    return live().getResultSetType();
  }

  @Override
  public void addBatch(String a) throws SQLException {
    live().addBatch(a);
  }

  @Override
  public void clearBatch() throws SQLException {
    live().clearBatch();
  }

  @Override
  public int[] executeBatch() throws SQLException {
    S target = running();
    try {
      return target.executeBatch();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public boolean getMoreResults(int a) throws SQLException {
    S target = live();
    try {
      return target.getMoreResults(a);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public ResultSet getGeneratedKeys() throws SQLException {
    return tracked(live().getGeneratedKeys());
  }

  @Override
  public int executeUpdate(String a, int b) throws SQLException {
    S target = running();
    try {
      return target.executeUpdate(a, b);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public int executeUpdate(String a, int[] b) throws SQLException {
    S target = running();
    try {
      return target.executeUpdate(a, b);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public int executeUpdate(String a, String[] b) throws SQLException {
    S target = running();
    try {
      return target.executeUpdate(a, b);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public boolean execute(String a, int b) throws SQLException {
    S target = running();
    try {
      return target.execute(a, b);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public boolean execute(String a, int[] b) throws SQLException {
    S target = running();
    try {
      return target.execute(a, b);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public boolean execute(String a, String[] b) throws SQLException {
    S target = running();
    try {
      return target.execute(a, b);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public int getResultSetHoldability() throws SQLException {
    return live().getResultSetHoldability();
  }

  @Override
  public void setPoolable(boolean a) throws SQLException {
    live().setPoolable(a);
  }

  @Override
  public boolean isPoolable() throws SQLException {
    return live().isPoolable();
  }

  @Override
  public void closeOnCompletion() throws SQLException {
    live().closeOnCompletion();
  }

  @Override
  public boolean isCloseOnCompletion() throws SQLException {
    return live().isCloseOnCompletion();
  }

  @Override
  public long getLargeUpdateCount() throws SQLException {
    return live().getLargeUpdateCount();
  }

  @Override
  public void setLargeMaxRows(long a) throws SQLException {
    live().setLargeMaxRows(a);
  }

  @Override
  public long getLargeMaxRows() throws SQLException {
    return live().getLargeMaxRows();
  }

  @Override
  public long[] executeLargeBatch() throws SQLException {
    S target = running();
    try {
      return target.executeLargeBatch();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public long executeLargeUpdate(String a) throws SQLException {
    S target = running();
    try {
      return target.executeLargeUpdate(a);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public long executeLargeUpdate(String a, int b) throws SQLException {
    S target = running();
    try {
      return target.executeLargeUpdate(a, b);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public long executeLargeUpdate(String a, int[] b) throws SQLException {
    S target = running();
    try {
      return target.executeLargeUpdate(a, b);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public long executeLargeUpdate(String a, String[] b) throws SQLException {
    S target = running();
    try {
      return target.executeLargeUpdate(a, b);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public String enquoteLiteral(String a) throws SQLException {
    return live().enquoteLiteral(a);
  }

  @Override
  public String enquoteIdentifier(String a, boolean b) throws SQLException {
    return live().enquoteIdentifier(a, b);
  }

  @Override
  public boolean isSimpleIdentifier(String a) throws SQLException {
    return live().isSimpleIdentifier(a);
  }

  @Override
  public String enquoteNCharLiteral(String a) throws SQLException {
    return live().enquoteNCharLiteral(a);
  }
}
