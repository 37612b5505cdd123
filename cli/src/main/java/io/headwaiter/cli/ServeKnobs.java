package io.headwaiter.cli;

import io.headwaiter.apps.PageBurden;
import io.headwaiter.apps.PageWork;
import io.headwaiter.baseline.AcceptRateProtocol;
import io.headwaiter.core.capacity.StaticRate;
import io.headwaiter.jdbc.pool.PoolAdapter;
import io.headwaiter.tomcat.ConnectorControl;
import io.headwaiter.tomcat.HeadwaiterProtocol;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.catalina.connector.Connector;
import org.apache.coyote.AbstractProtocol;

/** The values that an experiment may change in a served shop while it runs. */
final class ServeKnobs {
  private ServeKnobs() {}

  /**
   * Returns the knobs by name; a knob throws an IllegalArgumentException with a sentence for a
   * wrong value.
   *
   * @param pool of the shop
   * @param connections null when requests use the pool directly
   */
  static Map<String, Consumer<String>> of(
      PageBurden burden, Connector connector, PoolAdapter pool, RequestConnections connections) {
    Map<String, Consumer<String>> knobs = new LinkedHashMap<>();
    knobs.put("pageWorkKib", value -> burden.work(new PageWork(Integer.parseInt(value))));
    knobs.put("pagePauseMillis", value -> burden.pause(Duration.ofMillis(Long.parseLong(value))));
    if (connections != null) {
      knobs.put("connectionPolicy", connections::policy);
    }
    if (connector.getProtocolHandler() instanceof AbstractProtocol<?> protocol) {
      knobs.put("maxConnections", value -> protocol.setMaxConnections(atLeastOne(value)));
    }
    if (connector.getProtocolHandler() instanceof AcceptRateProtocol protocol) {
      knobs.put("acceptPerSecond", value -> protocol.bucket().rate(Double.parseDouble(value)));
      knobs.put("acceptBurst", value -> protocol.bucket().burst(Double.parseDouble(value)));
    }
    knobs.put("databaseConnections", value -> pool.resize(atLeastOne(value)));
    if (connector.getProtocolHandler() instanceof HeadwaiterProtocol protocol) {
      knobs.putAll(FormulaKnobs.of(connector, protocol));
      knobs.put("workerThreads", value -> protocol.workers().resize(atLeastOne(value)));
      AtomicLong sequence = new AtomicLong(1);
      // With --admission off no controller publishes, so the policy stays.
      knobs.put(
          "staticPerSecond",
          value ->
              ConnectorControl.publish(
                  protocol,
                  StaticRate.policy(sequence.incrementAndGet(), Double.parseDouble(value))));
    }
    return knobs;
  }

  private static int atLeastOne(String value) {
    int number = Integer.parseInt(value);
    if (number < 1) {
      throw new IllegalArgumentException("it must be at least 1");
    }
    return number;
  }
}
