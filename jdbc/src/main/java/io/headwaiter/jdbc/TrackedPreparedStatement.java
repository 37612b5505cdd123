package io.headwaiter.jdbc;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.net.URL;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;

/** A prepared statement of a {@link ConnectionHandle}. */
final class TrackedPreparedStatement extends TrackedStatement<PreparedStatement>
    implements PreparedStatement {

  TrackedPreparedStatement(ConnectionHandle handle, PreparedStatement statement) {
    super(handle, statement);
  }

  @Override
  public ResultSet executeQuery() throws SQLException {
    PreparedStatement target = running();
    try {
      return tracked(target.executeQuery());
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public int executeUpdate() throws SQLException {
    PreparedStatement target = running();
    try {
      return target.executeUpdate();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public void setNull(int a, int b) throws SQLException {
    live().setNull(a, b);
  }

  @Override
  public void setBoolean(int a, boolean b) throws SQLException {
    live().setBoolean(a, b);
  }

  @Override
  public void setByte(int a, byte b) throws SQLException {
    live().setByte(a, b);
  }

  @Override
  public void setShort(int a, short b) throws SQLException {
    live().setShort(a, b);
  }

  @Override
  public void setInt(int a, int b) throws SQLException {
    live().setInt(a, b);
  }

  @Override
  public void setLong(int a, long b) throws SQLException {
    live().setLong(a, b);
  }

  @Override
  public void setFloat(int a, float b) throws SQLException {
    live().setFloat(a, b);
  }

  @Override
  public void setDouble(int a, double b) throws SQLException {
    live().setDouble(a, b);
  }

  @Override
  public void setBigDecimal(int a, BigDecimal b) throws SQLException {
    live().setBigDecimal(a, b);
  }

  @Override
  public void setString(int a, String b) throws SQLException {
    live().setString(a, b);
  }

  @Override
  public void setBytes(int a, byte[] b) throws SQLException {
    live().setBytes(a, b);
  }

  @Override
  public void setDate(int a, Date b) throws SQLException {
    live().setDate(a, b);
  }

  @Override
  public void setTime(int a, Time b) throws SQLException {
    live().setTime(a, b);
  }

  @Override
  public void setTimestamp(int a, Timestamp b) throws SQLException {
    live().setTimestamp(a, b);
  }

  @Override
  public void setAsciiStream(int a, InputStream b, int c) throws SQLException {
    live().setAsciiStream(a, b, c);
  }

  @Deprecated
  @SuppressWarnings("deprecation")
  @Override
  public void setUnicodeStream(int a, InputStream b, int c) throws SQLException {
    live().setUnicodeStream(a, b, c);
  }

  @Override
  public void setBinaryStream(int a, InputStream b, int c) throws SQLException {
    live().setBinaryStream(a, b, c);
  }

  @Override
  public void clearParameters() throws SQLException {
    live().clearParameters();
  }

  @Override
  public void setObject(int a, Object b, int c) throws SQLException {
    live().setObject(a, b, c);
  }

  @Override
  public void setObject(int a, Object b) throws SQLException {
    live().setObject(a, b);
  }

  @Override
  public boolean execute() throws SQLException {
    PreparedStatement target = running();
    try {
      return target.execute();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public void addBatch() throws SQLException {
    live().addBatch();
  }

  @Override
  public void setCharacterStream(int a, Reader b, int c) throws SQLException {
    live().setCharacterStream(a, b, c);
  }

  @Override
  public void setRef(int a, Ref b) throws SQLException {
    live().setRef(a, b);
  }

  @Override
  public void setBlob(int a, Blob b) throws SQLException {
    live().setBlob(a, b);
  }

  @Override
  public void setClob(int a, Clob b) throws SQLException {
    live().setClob(a, b);
  }

  @Override
  public void setArray(int a, Array b) throws SQLException {
    live().setArray(a, b);
  }

  @Override
  public ResultSetMetaData getMetaData() throws SQLException {
    return live().getMetaData();
  }

  @Override
  public void setDate(int a, Date b, Calendar c) throws SQLException {
    live().setDate(a, b, c);
  }

  @Override
  public void setTime(int a, Time b, Calendar c) throws SQLException {
    live().setTime(a, b, c);
  }

  @Override
  public void setTimestamp(int a, Timestamp b, Calendar c) throws SQLException {
    live().setTimestamp(a, b, c);
  }

  @Override
  public void setNull(int a, int b, String c) throws SQLException {
    live().setNull(a, b, c);
  }

  @Override
  public void setURL(int a, URL b) throws SQLException {
    live().setURL(a, b);
  }

  @Override
  public ParameterMetaData getParameterMetaData() throws SQLException {
    return live().getParameterMetaData();
  }

  @Override
  public void setRowId(int a, RowId b) throws SQLException {
    live().setRowId(a, b);
  }

  @Override
  public void setNString(int a, String b) throws SQLException {
    live().setNString(a, b);
  }

  @Override
  public void setNCharacterStream(int a, Reader b, long c) throws SQLException {
    live().setNCharacterStream(a, b, c);
  }

  @Override
  public void setNClob(int a, NClob b) throws SQLException {
    live().setNClob(a, b);
  }

  @Override
  public void setClob(int a, Reader b, long c) throws SQLException {
    live().setClob(a, b, c);
  }

  @Override
  public void setBlob(int a, InputStream b, long c) throws SQLException {
    live().setBlob(a, b, c);
  }

  @Override
  public void setNClob(int a, Reader b, long c) throws SQLException {
    live().setNClob(a, b, c);
  }

  @Override
  public void setSQLXML(int a, SQLXML b) throws SQLException {
    live().setSQLXML(a, b);
  }

  @Override
  public void setObject(int a, Object b, int c, int d) throws SQLException {
    live().setObject(a, b, c, d);
  }

  @Override
  public void setAsciiStream(int a, InputStream b, long c) throws SQLException {
    live().setAsciiStream(a, b, c);
  }

  @Override
  public void setBinaryStream(int a, InputStream b, long c) throws SQLException {
    live().setBinaryStream(a, b, c);
  }

  @Override
  public void setCharacterStream(int a, Reader b, long c) throws SQLException {
    live().setCharacterStream(a, b, c);
  }

  @Override
  public void setAsciiStream(int a, InputStream b) throws SQLException {
    live().setAsciiStream(a, b);
  }

  @Override
  public void setBinaryStream(int a, InputStream b) throws SQLException {
    live().setBinaryStream(a, b);
  }

  @Override
  public void setCharacterStream(int a, Reader b) throws SQLException {
    live().setCharacterStream(a, b);
  }

  @Override
  public void setNCharacterStream(int a, Reader b) throws SQLException {
    live().setNCharacterStream(a, b);
  }

  @Override
  public void setClob(int a, Reader b) throws SQLException {
    live().setClob(a, b);
  }

  @Override
  public void setBlob(int a, InputStream b) throws SQLException {
    live().setBlob(a, b);
  }

  @Override
  public void setNClob(int a, Reader b) throws SQLException {
    live().setNClob(a, b);
  }

  @Override
  public void setObject(int a, Object b, SQLType c, int d) throws SQLException {
    live().setObject(a, b, c, d);
  }

  @Override
  public void setObject(int a, Object b, SQLType c) throws SQLException {
    live().setObject(a, b, c);
  }

  @Override
  public long executeLargeUpdate() throws SQLException {
    PreparedStatement target = running();
    try {
      return target.executeLargeUpdate();
    } catch (SQLException e) {
      throw failed(e);
    }
  }
}
