package io.headwaiter.tomcat;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.apache.catalina.connector.Connector;

/** A clock for the ages of visits, which a test advances. */
final class VisitClock {
  // Sessions are made by the real clock. A clock that stands must not fall behind it.
  private static final long AHEAD_MILLIS = 60_000;

  private final AtomicLong aheadMillis = new AtomicLong();
  private final LongSupplier nanos;
  private final LongSupplier millis;

  /** A clock that also goes on by itself. */
  VisitClock() {
    this(System::nanoTime, System::currentTimeMillis);
  }

  private VisitClock(LongSupplier nanos, LongSupplier millis) {
    this.nanos = nanos;
    this.millis = millis;
  }

  /** A clock that only the test advances, so that ages do not depend on the machine. */
  static VisitClock standing() {
    long nanos = System.nanoTime();
    long millis = System.currentTimeMillis();
    VisitClock clock = new VisitClock(() -> nanos, () -> millis);
    clock.laterMillis(AHEAD_MILLIS);
    return clock;
  }

  /** Makes the connector measure the ages of visits by this clock; call it before the start. */
  void setOn(Connector connector) {
    ((HeadwaiterProtocol) connector.getProtocolHandler())
        .endpoint()
        .setVisitClocks(
            () -> nanos.getAsLong() + aheadMillis.get() * 1_000_000L,
            () -> millis.getAsLong() + aheadMillis.get());
  }

  void laterMillis(long millis) {
    aheadMillis.addAndGet(millis);
  }

  void laterSeconds(long seconds) {
    laterMillis(1000 * seconds);
  }
}
