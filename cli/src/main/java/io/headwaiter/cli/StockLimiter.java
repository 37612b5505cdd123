package io.headwaiter.cli;

import io.headwaiter.baseline.AcceptRateProtocol;
import io.headwaiter.baseline.ConcurrencyLimiter;
import io.headwaiter.baseline.TomcatOptions;
import java.util.function.Consumer;
import org.apache.catalina.Context;

/**
 * What limits a stock Tomcat.
 *
 * @param protocol class of the connector
 * @param prepare is done to the context before the shop is added
 */
record StockLimiter(String protocol, Consumer<Context> prepare) {
  private static final String ACCEPT = "accept";

  /**
   * Returns a limiter by name.
   *
   * @param name null for none
   * @throws IllegalArgumentException with a sentence, if there is none of this name
   */
  static StockLimiter of(String name) {
    if (name == null) {
      return new StockLimiter(TomcatOptions.STOCK_PROTOCOL, context -> {});
    }
    if (name.equals(ACCEPT)) {
      return new StockLimiter(AcceptRateProtocol.class.getName(), context -> {});
    }
    try {
      ConcurrencyLimiter limiter = ConcurrencyLimiter.of(name);
      return new StockLimiter(TomcatOptions.STOCK_PROTOCOL, limiter::install);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(e.getMessage() + " Or give accept.", e);
    }
  }
}
