package io.headwaiter.jdbc;

import java.sql.Array;
import java.sql.Blob;
import java.sql.CallableStatement;
import java.sql.Clob;
import java.sql.Connection;
import java.sql.NClob;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Struct;
import java.util.Map;
import java.util.Properties;

/**
 * The part of a connection's handle that only forwards: each call goes to the pool's connection if
 * the handle is open, and each error goes through {@link #failed}.
 */
abstract class ForwardingConnection implements Connection {

  /** Returns the pool's connection; throws if this handle is closed. */
  abstract Connection live() throws SQLException;

  /** Inspects an error of the connection before it is thrown to the application. */
  abstract SQLException failed(SQLException error);

  abstract Statement tracked(Statement statement);

  abstract PreparedStatement tracked(PreparedStatement statement);

  abstract CallableStatement tracked(CallableStatement statement);

  @Override
  public Statement createStatement() throws SQLException {
    Connection target = live();
    try {
      return tracked(target.createStatement());
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public PreparedStatement prepareStatement(String a) throws SQLException {
    Connection target = live();
    try {
      return tracked(target.prepareStatement(a));
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public CallableStatement prepareCall(String a) throws SQLException {
    Connection target = live();
    try {
      return tracked(target.prepareCall(a));
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public String nativeSQL(String a) throws SQLException {
    Connection target = live();
    try {
      return target.nativeSQL(a);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public boolean getAutoCommit() throws SQLException {
    Connection target = live();
    try {
      return target.getAutoCommit();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public boolean isReadOnly() throws SQLException {
    Connection target = live();
    try {
      return target.isReadOnly();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public String getCatalog() throws SQLException {
    Connection target = live();
    try {
      return target.getCatalog();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public int getTransactionIsolation() throws SQLException {
    Connection target = live();
    try {
      return target.getTransactionIsolation();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public SQLWarning getWarnings() throws SQLException {
    Connection target = live();
    try {
      return target.getWarnings();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public void clearWarnings() throws SQLException {
    Connection target = live();
    try {
      target.clearWarnings();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public Statement createStatement(int a, int b) throws SQLException {
    Connection target = live();
    try {
      return tracked(target.createStatement(a, b));
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public PreparedStatement prepareStatement(String a, int b, int c) throws SQLException {
    Connection target = live();
    try {
      return tracked(target.prepareStatement(a, b, c));
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public CallableStatement prepareCall(String a, int b, int c) throws SQLException {
    Connection target = live();
    try {
      return tracked(target.prepareCall(a, b, c));
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public Map<String, Class<?>> getTypeMap() throws SQLException {
    Connection target = live();
    try {
      return target.getTypeMap();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public int getHoldability() throws SQLException {
    Connection target = live();
    try {
      return target.getHoldability();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public Savepoint setSavepoint() throws SQLException {
    Connection target = live();
    try {
      return target.setSavepoint();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public Savepoint setSavepoint(String a) throws SQLException {
    Connection target = live();
    try {
      return target.setSavepoint(a);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public void releaseSavepoint(Savepoint a) throws SQLException {
    Connection target = live();
    try {
      target.releaseSavepoint(a);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public Statement createStatement(int a, int b, int c) throws SQLException {
    Connection target = live();
    try {
      return tracked(target.createStatement(a, b, c));
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public PreparedStatement prepareStatement(String a, int b, int c, int d) throws SQLException {
    Connection target = live();
    try {
      return tracked(target.prepareStatement(a, b, c, d));
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public CallableStatement prepareCall(String a, int b, int c, int d) throws SQLException {
    Connection target = live();
    try {
      return tracked(target.prepareCall(a, b, c, d));
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public PreparedStatement prepareStatement(String a, int b) throws SQLException {
    Connection target = live();
    try {
      return tracked(target.prepareStatement(a, b));
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public PreparedStatement prepareStatement(String a, int[] b) throws SQLException {
    Connection target = live();
    try {
      return tracked(target.prepareStatement(a, b));
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public PreparedStatement prepareStatement(String a, String[] b) throws SQLException {
    Connection target = live();
    try {
      return tracked(target.prepareStatement(a, b));
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public Clob createClob() throws SQLException {
    Connection target = live();
    try {
      return target.createClob();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public Blob createBlob() throws SQLException {
    Connection target = live();
    try {
      return target.createBlob();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public NClob createNClob() throws SQLException {
    Connection target = live();
    try {
      return target.createNClob();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public SQLXML createSQLXML() throws SQLException {
    Connection target = live();
    try {
      return target.createSQLXML();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public String getClientInfo(String a) throws SQLException {
    Connection target = live();
    try {
      return target.getClientInfo(a);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public Properties getClientInfo() throws SQLException {
    Connection target = live();
    try {
      return target.getClientInfo();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public Array createArrayOf(String a, Object[] b) throws SQLException {
    Connection target = live();
    try {
      return target.createArrayOf(a, b);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public Struct createStruct(String a, Object[] b) throws SQLException {
    Connection target = live();
    try {
      return target.createStruct(a, b);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public String getSchema() throws SQLException {
    Connection target = live();
    try {
      return target.getSchema();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public void beginRequest() throws SQLException {
    Connection target = live();
    try {
      target.beginRequest();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public void endRequest() throws SQLException {
    Connection target = live();
    try {
      target.endRequest();
    } catch (SQLException e) {
      throw failed(e);
    }
  }
}
