package io.headwaiter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.jdbc.proxy.FatalErrors;
import java.sql.BatchUpdateException;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Errors that end a connection, so that it is not lent again. */
class FatalErrorsTest {
  private static final int CHAIN_MAX = 10;

  private static SQLException error(String state) {
    return new SQLException("on purpose", state);
  }

  /** Returns a chain of harmless errors that ends with this one. */
  private static SQLException behind(int harmless, SQLException last) {
    SQLException first = last;
    for (int i = 0; i < harmless; i++) {
      SQLException before = error("23505");
      before.setNextException(first);
      first = before;
    }
    return first;
  }

  @ParameterizedTest
  @ValueSource(strings = {"08000", "08003", "08006", "57P01", "57P02", "57P03", "57P05", "01002"})
  void fatalSqlStatesEndConnection(String state) {
    assertThat(FatalErrors.includes(error(state))).isTrue();
  }

  /** Syntax, constraints, a cancelled query (57014), a deadlock, a full disk. */
  @ParameterizedTest
  @ValueSource(strings = {"42000", "23505", "57014", "40001", "53100", "57P04", "0", ""})
  void statementErrorsDoNotEndConnection(String state) {
    assertThat(FatalErrors.includes(error(state))).isFalse();
  }

  @Test
  void recognizesFatalExceptionTypesWithoutState() {
    assertThat(FatalErrors.includes(new SQLRecoverableException("gone"))).isTrue();
    assertThat(FatalErrors.includes(new SQLNonTransientConnectionException("gone"))).isTrue();
    assertThat(FatalErrors.includes(new SQLTransientConnectionException("later"))).isFalse();
    assertThat(FatalErrors.includes(new SQLException("no state"))).isFalse();
  }

  /** A failed batch reports first which statements failed, and last that the server is gone. */
  @Test
  void chainedFatalErrorEndsConnection() {
    BatchUpdateException batch = new BatchUpdateException("batch", "22000", new int[0]);
    batch.setNextException(error("57P01"));
    assertThat(FatalErrors.includes(batch)).isTrue();
    for (int harmless = 0; harmless < CHAIN_MAX; harmless++) {
      assertThat(FatalErrors.includes(behind(harmless, error("08006")))).isTrue();
    }
    assertThat(FatalErrors.includes(behind(CHAIN_MAX - 1, error("42000")))).isFalse();
  }

  /** Some drivers chain every row that failed. */
  @Test
  void ignoresErrorsBeyondChainLimit() {
    assertThat(FatalErrors.includes(behind(CHAIN_MAX, error("08006")))).isFalse();
  }
}
