package io.headwaiter.tomcat;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.catalina.connector.Connector;

/** A clock by which visits grow old, and that a test puts on. */
final class VisitClock {
  private final AtomicLong aheadMillis = new AtomicLong();

  /** By this clock the visits of the connector grow old; before its start. */
  void setOn(Connector connector) {
    ((HeadwaiterProtocol) connector.getProtocolHandler())
        .endpoint()
        .setVisitClocks(
            () -> System.nanoTime() + aheadMillis.get() * 1_000_000L,
            () -> System.currentTimeMillis() + aheadMillis.get());
  }

  void laterMillis(long millis) {
    aheadMillis.addAndGet(millis);
  }

  void laterSeconds(long seconds) {
    laterMillis(1000 * seconds);
  }
}
