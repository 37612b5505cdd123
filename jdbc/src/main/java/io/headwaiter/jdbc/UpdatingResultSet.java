package io.headwaiter.jdbc;

import java.io.InputStream;
import java.io.Reader;
import java.math.BigDecimal;
import java.sql.Array;
import java.sql.Blob;
import java.sql.Clob;
import java.sql.Date;
import java.sql.NClob;
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLType;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;

/** The part of a result's handle that writes. */
abstract class UpdatingResultSet extends ForwardingResultSet {

  /** Returns the pool's result, for a call that changes the database. */
  abstract ResultSet running() throws SQLException;

  @Override
  public void updateNull(int a) throws SQLException {
    live().updateNull(a);
  }

  @Override
  public void updateBoolean(int a, boolean b) throws SQLException {
    live().updateBoolean(a, b);
  }

  @Override
  public void updateByte(int a, byte b) throws SQLException {
    live().updateByte(a, b);
  }

  @Override
  public void updateShort(int a, short b) throws SQLException {
    live().updateShort(a, b);
  }

  @Override
  public void updateInt(int a, int b) throws SQLException {
    live().updateInt(a, b);
  }

  @Override
  public void updateLong(int a, long b) throws SQLException {
    live().updateLong(a, b);
  }

  @Override
  public void updateFloat(int a, float b) throws SQLException {
    live().updateFloat(a, b);
  }

  @Override
  public void updateDouble(int a, double b) throws SQLException {
    live().updateDouble(a, b);
  }

  @Override
  public void updateBigDecimal(int a, BigDecimal b) throws SQLException {
    live().updateBigDecimal(a, b);
  }

  @Override
  public void updateString(int a, String b) throws SQLException {
    live().updateString(a, b);
  }

  @Override
  public void updateBytes(int a, byte[] b) throws SQLException {
    live().updateBytes(a, b);
  }

  @Override
  public void updateDate(int a, Date b) throws SQLException {
    live().updateDate(a, b);
  }

  @Override
  public void updateTime(int a, Time b) throws SQLException {
    live().updateTime(a, b);
  }

  @Override
  public void updateTimestamp(int a, Timestamp b) throws SQLException {
    live().updateTimestamp(a, b);
  }

  @Override
  public void updateAsciiStream(int a, InputStream b, int c) throws SQLException {
    live().updateAsciiStream(a, b, c);
  }

  @Override
  public void updateBinaryStream(int a, InputStream b, int c) throws SQLException {
    live().updateBinaryStream(a, b, c);
  }

  @Override
  public void updateCharacterStream(int a, Reader b, int c) throws SQLException {
    live().updateCharacterStream(a, b, c);
  }

  @Override
  public void updateObject(int a, Object b, int c) throws SQLException {
    live().updateObject(a, b, c);
  }

  @Override
  public void updateObject(int a, Object b) throws SQLException {
    live().updateObject(a, b);
  }

  @Override
  public void updateNull(String a) throws SQLException {
    live().updateNull(a);
  }

  @Override
  public void updateBoolean(String a, boolean b) throws SQLException {
    live().updateBoolean(a, b);
  }

  @Override
  public void updateByte(String a, byte b) throws SQLException {
    live().updateByte(a, b);
  }

  @Override
  public void updateShort(String a, short b) throws SQLException {
    live().updateShort(a, b);
  }

  @Override
  public void updateInt(String a, int b) throws SQLException {
    live().updateInt(a, b);
  }

  @Override
  public void updateLong(String a, long b) throws SQLException {
    live().updateLong(a, b);
  }

  @Override
  public void updateFloat(String a, float b) throws SQLException {
    live().updateFloat(a, b);
  }

  @Override
  public void updateDouble(String a, double b) throws SQLException {
    live().updateDouble(a, b);
  }

  @Override
  public void updateBigDecimal(String a, BigDecimal b) throws SQLException {
    live().updateBigDecimal(a, b);
  }

  @Override
  public void updateString(String a, String b) throws SQLException {
    live().updateString(a, b);
  }

  @Override
  public void updateBytes(String a, byte[] b) throws SQLException {
    live().updateBytes(a, b);
  }

  @Override
  public void updateDate(String a, Date b) throws SQLException {
    live().updateDate(a, b);
  }

  @Override
  public void updateTime(String a, Time b) throws SQLException {
    live().updateTime(a, b);
  }

  @Override
  public void updateTimestamp(String a, Timestamp b) throws SQLException {
    live().updateTimestamp(a, b);
  }

  @Override
  public void updateAsciiStream(String a, InputStream b, int c) throws SQLException {
    live().updateAsciiStream(a, b, c);
  }

  @Override
  public void updateBinaryStream(String a, InputStream b, int c) throws SQLException {
    live().updateBinaryStream(a, b, c);
  }

  @Override
  public void updateCharacterStream(String a, Reader b, int c) throws SQLException {
    live().updateCharacterStream(a, b, c);
  }

  @Override
  public void updateObject(String a, Object b, int c) throws SQLException {
    live().updateObject(a, b, c);
  }

  @Override
  public void updateObject(String a, Object b) throws SQLException {
    live().updateObject(a, b);
  }

  @Override
  public void insertRow() throws SQLException {
    ResultSet target = running();
    try {
      target.insertRow();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public void updateRow() throws SQLException {
    ResultSet target = running();
    try {
      target.updateRow();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public void deleteRow() throws SQLException {
    ResultSet target = running();
    try {
      target.deleteRow();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public void cancelRowUpdates() throws SQLException {
    live().cancelRowUpdates();
  }

  @Override
  public void updateRef(int a, Ref b) throws SQLException {
    live().updateRef(a, b);
  }

  @Override
  public void updateRef(String a, Ref b) throws SQLException {
    live().updateRef(a, b);
  }

  @Override
  public void updateBlob(int a, Blob b) throws SQLException {
    live().updateBlob(a, b);
  }

  @Override
  public void updateBlob(String a, Blob b) throws SQLException {
    live().updateBlob(a, b);
  }

  @Override
  public void updateClob(int a, Clob b) throws SQLException {
    live().updateClob(a, b);
  }

  @Override
  public void updateClob(String a, Clob b) throws SQLException {
    live().updateClob(a, b);
  }

  @Override
  public void updateArray(int a, Array b) throws SQLException {
    live().updateArray(a, b);
  }

  @Override
  public void updateArray(String a, Array b) throws SQLException {
    live().updateArray(a, b);
  }

  @Override
  public void updateRowId(int a, RowId b) throws SQLException {
    live().updateRowId(a, b);
  }

  @Override
  public void updateRowId(String a, RowId b) throws SQLException {
    live().updateRowId(a, b);
  }

  @Override
  public void updateNString(int a, String b) throws SQLException {
    live().updateNString(a, b);
  }

  @Override
  public void updateNString(String a, String b) throws SQLException {
    live().updateNString(a, b);
  }

  @Override
  public void updateNClob(int a, NClob b) throws SQLException {
    live().updateNClob(a, b);
  }

  @Override
  public void updateNClob(String a, NClob b) throws SQLException {
    live().updateNClob(a, b);
  }

  @Override
  public void updateSQLXML(int a, SQLXML b) throws SQLException {
    live().updateSQLXML(a, b);
  }

  @Override
  public void updateSQLXML(String a, SQLXML b) throws SQLException {
    live().updateSQLXML(a, b);
  }

  @Override
  public void updateNCharacterStream(int a, Reader b, long c) throws SQLException {
    live().updateNCharacterStream(a, b, c);
  }

  @Override
  public void updateNCharacterStream(String a, Reader b, long c) throws SQLException {
    live().updateNCharacterStream(a, b, c);
  }

  @Override
  public void updateAsciiStream(int a, InputStream b, long c) throws SQLException {
    live().updateAsciiStream(a, b, c);
  }

  @Override
  public void updateBinaryStream(int a, InputStream b, long c) throws SQLException {
    live().updateBinaryStream(a, b, c);
  }

  @Override
  public void updateCharacterStream(int a, Reader b, long c) throws SQLException {
    live().updateCharacterStream(a, b, c);
  }

  @Override
  public void updateAsciiStream(String a, InputStream b, long c) throws SQLException {
    live().updateAsciiStream(a, b, c);
  }

  @Override
  public void updateBinaryStream(String a, InputStream b, long c) throws SQLException {
    live().updateBinaryStream(a, b, c);
  }

  @Override
  public void updateCharacterStream(String a, Reader b, long c) throws SQLException {
    live().updateCharacterStream(a, b, c);
  }

  @Override
  public void updateBlob(int a, InputStream b, long c) throws SQLException {
    live().updateBlob(a, b, c);
  }

  @Override
  public void updateBlob(String a, InputStream b, long c) throws SQLException {
    live().updateBlob(a, b, c);
  }

  @Override
  public void updateClob(int a, Reader b, long c) throws SQLException {
    live().updateClob(a, b, c);
  }

  @Override
  public void updateClob(String a, Reader b, long c) throws SQLException {
    live().updateClob(a, b, c);
  }

  @Override
  public void updateNClob(int a, Reader b, long c) throws SQLException {
    live().updateNClob(a, b, c);
  }

  @Override
  public void updateNClob(String a, Reader b, long c) throws SQLException {
    live().updateNClob(a, b, c);
  }

  @Override
  public void updateNCharacterStream(int a, Reader b) throws SQLException {
    live().updateNCharacterStream(a, b);
  }

  @Override
  public void updateNCharacterStream(String a, Reader b) throws SQLException {
    live().updateNCharacterStream(a, b);
  }

  @Override
  public void updateAsciiStream(int a, InputStream b) throws SQLException {
    live().updateAsciiStream(a, b);
  }

  @Override
  public void updateBinaryStream(int a, InputStream b) throws SQLException {
    live().updateBinaryStream(a, b);
  }

  @Override
  public void updateCharacterStream(int a, Reader b) throws SQLException {
    live().updateCharacterStream(a, b);
  }

  @Override
  public void updateAsciiStream(String a, InputStream b) throws SQLException {
    live().updateAsciiStream(a, b);
  }

  @Override
  public void updateBinaryStream(String a, InputStream b) throws SQLException {
    live().updateBinaryStream(a, b);
  }

  @Override
  public void updateCharacterStream(String a, Reader b) throws SQLException {
    live().updateCharacterStream(a, b);
  }

  @Override
  public void updateBlob(int a, InputStream b) throws SQLException {
    live().updateBlob(a, b);
  }

  @Override
  public void updateBlob(String a, InputStream b) throws SQLException {
    live().updateBlob(a, b);
  }

  @Override
  public void updateClob(int a, Reader b) throws SQLException {
    live().updateClob(a, b);
  }

  @Override
  public void updateClob(String a, Reader b) throws SQLException {
    live().updateClob(a, b);
  }

  @Override
  public void updateNClob(int a, Reader b) throws SQLException {
    live().updateNClob(a, b);
  }

  @Override
  public void updateNClob(String a, Reader b) throws SQLException {
    live().updateNClob(a, b);
  }

  @Override
  public void updateObject(int a, Object b, SQLType c, int d) throws SQLException {
    live().updateObject(a, b, c, d);
  }

  @Override
  public void updateObject(String a, Object b, SQLType c, int d) throws SQLException {
    live().updateObject(a, b, c, d);
  }

  @Override
  public void updateObject(int a, Object b, SQLType c) throws SQLException {
    live().updateObject(a, b, c);
  }

  @Override
  public void updateObject(String a, Object b, SQLType c) throws SQLException {
    live().updateObject(a, b, c);
  }
}
