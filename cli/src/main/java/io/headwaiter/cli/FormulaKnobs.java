package io.headwaiter.cli;

import io.headwaiter.front.config.HeadwaiterOption;
import io.headwaiter.tomcat.HeadwaiterProtocol;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;

/**
 * The costs of the published formula. The connector reads them when it starts, so a knob stops it
 * and starts it again on the same ports; the JVM stays warm. For a server without customers.
 */
final class FormulaKnobs {
  private static final double MILLIS_PER_SECOND = 1000;

  private final Connector connector;
  private final HeadwaiterProtocol protocol;

  private FormulaKnobs(Connector connector, HeadwaiterProtocol protocol) {
    this.connector = connector;
    this.protocol = protocol;
  }

  /** Returns the knobs by name. */
  static Map<String, Consumer<String>> of(Connector connector, HeadwaiterProtocol protocol) {
    FormulaKnobs knobs = new FormulaKnobs(connector, protocol);
    return Map.of(
        "formulaNewPerSecond", knobs::newPerSecond, "formulaResumedMillis", knobs::resumedMillis);
  }

  /** CT_N as the visits a second that one processor can begin. */
  private void newPerSecond(String value) {
    double perSecond = Double.parseDouble(value);
    if (!(perSecond > 0)) {
      throw new IllegalArgumentException("it must be above 0, got " + value + ".");
    }
    restart(HeadwaiterOption.FORMULA_NEW_MILLIS, MILLIS_PER_SECOND / perSecond);
  }

  private void resumedMillis(String value) {
    restart(HeadwaiterOption.FORMULA_RESUMED_MILLIS, Double.parseDouble(value));
  }

  private void restart(HeadwaiterOption option, double value) {
    if (protocol.adminAddressBound() != null) {
      int port = protocol.adminAddressBound().getPort();
      protocol.setOption(HeadwaiterOption.ADMIN_PORT, Integer.toString(port));
    }
    protocol.setOption(option, Double.toString(value));
    try {
      connector.stop();
      connector.start();
    } catch (LifecycleException e) {
      throw new IllegalStateException("The connector did not start again: " + e.getMessage(), e);
    }
  }
}
