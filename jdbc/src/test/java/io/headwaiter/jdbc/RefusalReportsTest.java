package io.headwaiter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

class RefusalReportsTest {
  private final AtomicLong clock = new AtomicLong();
  private final RefusalReports reports = new RefusalReports(clock::get);

  private static ConnectionUnavailableException holding(int connections) {
    return new ConnectionUnavailableException("no connection", "08001", 0, connections, null);
  }

  @Test
  void reportsOfHoldingRequestsAreNotSuppressed() {
    try (RememberedLog log = new RememberedLog(RefusalReports.class)) {
      reports.log("/busy", holding(0));
      reports.log("/busy", holding(0));
      reports.log("/nested", holding(1));
      clock.addAndGet(Duration.ofMinutes(1).toNanos());
      reports.log("/busy", holding(0));
      assertThat(log.entries())
          .extracting(LogRecord::getMessage)
          .containsExactly(
              "A request of type /busy is answered with 503: no connection.",
              "A request of type /nested is answered with 503: no connection.",
              "A request of type /busy is answered with 503: no connection. Not logged since the"
                  + " last such report: 1.");
    }
  }
}
