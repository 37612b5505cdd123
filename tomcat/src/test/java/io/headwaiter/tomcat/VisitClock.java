package io.headwaiter.tomcat;

import java.util.concurrent.atomic.AtomicLong;
import org.apache.catalina.connector.Connector;

/** A clock for the ages of visits, which a test advances. */
final class VisitClock {
  private final AtomicLong aheadMillis = new AtomicLong();

  /** Makes the connector measure the ages of visits by this clock; call it before the start. */
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
