package io.headwaiter.apps.bookstore;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * The price of an order. Each line is {@code cost * quantity * (1 - discount)}, rounded to cents;
 * tax is 8.25 % of the sum of lines; shipping is 3.00 plus 1.00 for each piece. Immutable.
 *
 * <p>Two pieces at 10.00 with 10 % discount: 18.00, tax 1.49, shipping 5.00, total 24.49.
 *
 * @param subTotal sum of the lines
 * @param pieces number of pieces in all lines
 */
record Bill(BigDecimal subTotal, int pieces) {
  static final Bill EMPTY = new Bill(new BigDecimal("0.00"), 0);

  private static final BigDecimal TAX = new BigDecimal("0.0825");
  private static final BigDecimal SHIPPING_BASE = new BigDecimal("3.00");

  /** Returns this bill with one more line. */
  Bill with(BigDecimal cost, int quantity, BigDecimal discount) {
    BigDecimal line =
        cost.multiply(BigDecimal.valueOf(quantity))
            .multiply(BigDecimal.ONE.subtract(discount))
            .setScale(2, RoundingMode.HALF_UP);
    return new Bill(subTotal.add(line), pieces + quantity);
  }

  BigDecimal tax() {
    return subTotal.multiply(TAX).setScale(2, RoundingMode.HALF_UP);
  }

  BigDecimal shipping() {
    return SHIPPING_BASE.add(BigDecimal.valueOf(pieces));
  }

  BigDecimal total() {
    return subTotal.add(tax()).add(shipping());
  }
}
