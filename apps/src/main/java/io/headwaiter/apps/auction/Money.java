package io.headwaiter.apps.auction;

import java.math.BigDecimal;

/** The range of prices and bids. */
final class Money {
  static final BigDecimal LEAST = new BigDecimal("0.01");
  static final BigDecimal MAX = new BigDecimal("10000000");

  private Money() {}
}
