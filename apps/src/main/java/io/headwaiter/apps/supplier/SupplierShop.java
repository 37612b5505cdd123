package io.headwaiter.apps.supplier;

import io.headwaiter.apps.FailureLog;
import java.sql.Timestamp;
import java.time.Clock;
import java.time.LocalDate;
import java.time.ZoneOffset;
import javax.sql.DataSource;

/** The objects that the interactions share. Thread-safe if source and services are. */
record SupplierShop(DataSource source, Clock clock, SupplierOptions options, FailureLog log) {
  /** Returns the server's time. An interaction calls this once, so that it has one time. */
  Timestamp now() {
    return new Timestamp(clock.millis());
  }

  LocalDate today() {
    return LocalDate.ofInstant(clock.instant(), ZoneOffset.UTC);
  }
}
