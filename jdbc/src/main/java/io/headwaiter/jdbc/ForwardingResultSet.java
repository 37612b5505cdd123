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
import java.sql.Ref;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.RowId;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.SQLXML;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.Calendar;
import java.util.Map;

/** The part of a result's handle that only reads: each call goes to the pool's result. */
abstract class ForwardingResultSet implements ResultSet {

  /** Returns the pool's result; throws if the connection's handle is closed. */
  abstract ResultSet live() throws SQLException;

  /** Inspects an error of the result before it is thrown to the application. */
  abstract SQLException failed(SQLException error);

  @Override
  public boolean next() throws SQLException {
    ResultSet target = live();
    try {
      return target.next();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public boolean wasNull() throws SQLException {
    return live().wasNull();
  }

  @Override
  public String getString(int a) throws SQLException {
    return live().getString(a);
  }

  @Override
  public boolean getBoolean(int a) throws SQLException {
    return live().getBoolean(a);
  }

  @Override
  public byte getByte(int a) throws SQLException {
    return live().getByte(a);
  }

  @Override
  public short getShort(int a) throws SQLException {
    return live().getShort(a);
  }

  @Override
  public int getInt(int a) throws SQLException {
    return live().getInt(a);
  }

  @Override
  public long getLong(int a) throws SQLException {
    return live().getLong(a);
  }

  @Override
  public float getFloat(int a) throws SQLException {
    return live().getFloat(a);
  }

  @Override
  public double getDouble(int a) throws SQLException {
    return live().getDouble(a);
  }

  @Deprecated
  @SuppressWarnings("deprecation")
  @Override
  public BigDecimal getBigDecimal(int a, int b) throws SQLException {
    return live().getBigDecimal(a, b);
  }

  @Override
  public byte[] getBytes(int a) throws SQLException {
    return live().getBytes(a);
  }

  @Override
  public Date getDate(int a) throws SQLException {
    return live().getDate(a);
  }

  @Override
  public Time getTime(int a) throws SQLException {
    return live().getTime(a);
  }

  @Override
  public Timestamp getTimestamp(int a) throws SQLException {
    return live().getTimestamp(a);
  }

  @Override
  public InputStream getAsciiStream(int a) throws SQLException {
    return live().getAsciiStream(a);
  }

  @Deprecated
  @SuppressWarnings("deprecation")
  @Override
  public InputStream getUnicodeStream(int a) throws SQLException {
    return live().getUnicodeStream(a);
  }

  @Override
  public InputStream getBinaryStream(int a) throws SQLException {
    return live().getBinaryStream(a);
  }

  @Override
  public String getString(String a) throws SQLException {
    return live().getString(a);
  }

  @Override
  public boolean getBoolean(String a) throws SQLException {
    return live().getBoolean(a);
  }

  @Override
  public byte getByte(String a) throws SQLException {
    return live().getByte(a);
  }

  @Override
  public short getShort(String a) throws SQLException {
    return live().getShort(a);
  }

  @Override
  public int getInt(String a) throws SQLException {
    return live().getInt(a);
  }

  @Override
  public long getLong(String a) throws SQLException {
    return live().getLong(a);
  }

  @Override
  public float getFloat(String a) throws SQLException {
    return live().getFloat(a);
  }

  @Override
  public double getDouble(String a) throws SQLException {
    return live().getDouble(a);
  }

  @Deprecated
  @SuppressWarnings("deprecation")
  @Override
  public BigDecimal getBigDecimal(String a, int b) throws SQLException {
    return live().getBigDecimal(a, b);
  }

  @Override
  public byte[] getBytes(String a) throws SQLException {
    return live().getBytes(a);
  }

  @Override
  public Date getDate(String a) throws SQLException {
    return live().getDate(a);
  }

  @Override
  public Time getTime(String a) throws SQLException {
    return live().getTime(a);
  }

  @Override
  public Timestamp getTimestamp(String a) throws SQLException {
    return live().getTimestamp(a);
  }

  @Override
  public InputStream getAsciiStream(String a) throws SQLException {
    return live().getAsciiStream(a);
  }

  @Deprecated
  @SuppressWarnings("deprecation")
  @Override
  public InputStream getUnicodeStream(String a) throws SQLException {
    return live().getUnicodeStream(a);
  }

  @Override
  public InputStream getBinaryStream(String a) throws SQLException {
    return live().getBinaryStream(a);
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
  public String getCursorName() throws SQLException {
    return live().getCursorName();
  }

  @Override
  public ResultSetMetaData getMetaData() throws SQLException {
    return live().getMetaData();
  }

  @Override
  public Object getObject(int a) throws SQLException {
    return live().getObject(a);
  }

  @Override
  public Object getObject(String a) throws SQLException {
    return live().getObject(a);
  }

  @Override
  public int findColumn(String a) throws SQLException {
    return live().findColumn(a);
  }

  @Override
  public Reader getCharacterStream(int a) throws SQLException {
    return live().getCharacterStream(a);
  }

  @Override
  public Reader getCharacterStream(String a) throws SQLException {
    return live().getCharacterStream(a);
  }

  @Override
  public BigDecimal getBigDecimal(int a) throws SQLException {
    return live().getBigDecimal(a);
  }

  @Override
  public BigDecimal getBigDecimal(String a) throws SQLException {
    return live().getBigDecimal(a);
  }

  @Override
  public boolean isBeforeFirst() throws SQLException {
    return live().isBeforeFirst();
  }

  @Override
  public boolean isAfterLast() throws SQLException {
    return live().isAfterLast();
  }

  @Override
  public boolean isFirst() throws SQLException {
    return live().isFirst();
  }

  @Override
  public boolean isLast() throws SQLException {
    return live().isLast();
  }

  @Override
  public void beforeFirst() throws SQLException {
    ResultSet target = live();
    try {
      target.beforeFirst();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public void afterLast() throws SQLException {
    ResultSet target = live();
    try {
      target.afterLast();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public boolean first() throws SQLException {
    ResultSet target = live();
    try {
      return target.first();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public boolean last() throws SQLException {
    ResultSet target = live();
    try {
      return target.last();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public int getRow() throws SQLException {
    return live().getRow();
  }

  @Override
  public boolean absolute(int a) throws SQLException {
    ResultSet target = live();
    try {
      return target.absolute(a);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public boolean relative(int a) throws SQLException {
    ResultSet target = live();
    try {
      return target.relative(a);
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public boolean previous() throws SQLException {
    ResultSet target = live();
    try {
      return target.previous();
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
  public int getType() throws SQLException {
    return live().getType();
  }

  @Override
  public int getConcurrency() throws SQLException {
    return live().getConcurrency();
  }

  @Override
  public boolean rowUpdated() throws SQLException {
    return live().rowUpdated();
  }

  @Override
  public boolean rowInserted() throws SQLException {
    return live().rowInserted();
  }

  @Override
  public boolean rowDeleted() throws SQLException {
    return live().rowDeleted();
  }

  @Override
  public void refreshRow() throws SQLException {
    ResultSet target = live();
    try {
      target.refreshRow();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public void moveToInsertRow() throws SQLException {
    ResultSet target = live();
    try {
      target.moveToInsertRow();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public void moveToCurrentRow() throws SQLException {
    ResultSet target = live();
    try {
      target.moveToCurrentRow();
    } catch (SQLException e) {
      throw failed(e);
    }
  }

  @Override
  public Object getObject(int a, Map<String, Class<?>> b) throws SQLException {
    return live().getObject(a, b);
  }

  @Override
  public Ref getRef(int a) throws SQLException {
    return live().getRef(a);
  }

  @Override
  public Blob getBlob(int a) throws SQLException {
    return live().getBlob(a);
  }

  @Override
  public Clob getClob(int a) throws SQLException {
    return live().getClob(a);
  }

  @Override
  public Array getArray(int a) throws SQLException {
    return live().getArray(a);
  }

  @Override
  public Object getObject(String a, Map<String, Class<?>> b) throws SQLException {
    return live().getObject(a, b);
  }

  @Override
  public Ref getRef(String a) throws SQLException {
    return live().getRef(a);
  }

  @Override
  public Blob getBlob(String a) throws SQLException {
    return live().getBlob(a);
  }

  @Override
  public Clob getClob(String a) throws SQLException {
    return live().getClob(a);
  }

  @Override
  public Array getArray(String a) throws SQLException {
    return live().getArray(a);
  }

  @Override
  public Date getDate(int a, Calendar b) throws SQLException {
    return live().getDate(a, b);
  }

  @Override
  public Date getDate(String a, Calendar b) throws SQLException {
    return live().getDate(a, b);
  }

  @Override
  public Time getTime(int a, Calendar b) throws SQLException {
    return live().getTime(a, b);
  }

  @Override
  public Time getTime(String a, Calendar b) throws SQLException {
    return live().getTime(a, b);
  }

  @Override
  public Timestamp getTimestamp(int a, Calendar b) throws SQLException {
    return live().getTimestamp(a, b);
  }

  @Override
  public Timestamp getTimestamp(String a, Calendar b) throws SQLException {
    return live().getTimestamp(a, b);
  }

  @Override
  public URL getURL(int a) throws SQLException {
    return live().getURL(a);
  }

  @Override
  public URL getURL(String a) throws SQLException {
    return live().getURL(a);
  }

  @Override
  public RowId getRowId(int a) throws SQLException {
    return live().getRowId(a);
  }

  @Override
  public RowId getRowId(String a) throws SQLException {
    return live().getRowId(a);
  }

  @Override
  public int getHoldability() throws SQLException {
    return live().getHoldability();
  }

  @Override
  public NClob getNClob(int a) throws SQLException {
    return live().getNClob(a);
  }

  @Override
  public NClob getNClob(String a) throws SQLException {
    return live().getNClob(a);
  }

  @Override
  public SQLXML getSQLXML(int a) throws SQLException {
    return live().getSQLXML(a);
  }

  @Override
  public SQLXML getSQLXML(String a) throws SQLException {
    return live().getSQLXML(a);
  }

  @Override
  public String getNString(int a) throws SQLException {
    return live().getNString(a);
  }

  @Override
  public String getNString(String a) throws SQLException {
    return live().getNString(a);
  }

  @Override
  public Reader getNCharacterStream(int a) throws SQLException {
    return live().getNCharacterStream(a);
  }

  @Override
  public Reader getNCharacterStream(String a) throws SQLException {
    return live().getNCharacterStream(a);
  }

  @Override
  public <T> T getObject(int a, Class<T> b) throws SQLException {
    return live().getObject(a, b);
  }

  @Override
  public <T> T getObject(String a, Class<T> b) throws SQLException {
    return live().getObject(a, b);
  }
}
