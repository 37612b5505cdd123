package io.headwaiter.apps.supplier;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * The price of an order. Each line is {@code cost * quantity * (1 - discount)}, rounded to cents;
 * tax is the part of the sum of lines that the customer's country takes; shipping is 3.00 and 0.25
 * for each piece and zone. Immutable.
 *
 * <p>Two pieces at 10.00 with 10 % discount, 5 % tax, zone 4: 18.00, tax 0.90, shipping 5.00, total
 * 23.90.
 *
 * @param subTotal sum of the lines
 * @param pieces number of pieces in all lines
 * @param taxRate part of the sum, 0 to 1
 * @param zone shipping zone, 1 to 8
 */
record Invoice(BigDecimal subTotal, int pieces, BigDecimal taxRate, int zone) {
  private static final BigDecimal SHIPPING_BASE = new BigDecimal("3.00");
  private static final BigDecimal SHIPPING_STEP = new BigDecimal("0.25");

  /** Returns an invoice without lines. */
  static Invoice empty(BigDecimal taxRate, int zone) {
    return new Invoice(new BigDecimal("0.00"), 0, taxRate, zone);
  }

  /** Returns this invoice with one more line. */
  Invoice with(BigDecimal cost, int quantity, BigDecimal discount) {
    BigDecimal line =
        cost.multiply(BigDecimal.valueOf(quantity))
            .multiply(BigDecimal.ONE.subtract(discount))
            .setScale(2, RoundingMode.HALF_UP);
    return new Invoice(subTotal.add(line), pieces + quantity, taxRate, zone);
  }

  BigDecimal tax() {
    return subTotal.multiply(taxRate).setScale(2, RoundingMode.HALF_UP);
  }

  BigDecimal shipping() {
    return SHIPPING_BASE.add(SHIPPING_STEP.multiply(BigDecimal.valueOf((long) zone * pieces)));
  }

  BigDecimal total() {
    return subTotal.add(tax()).add(shipping());
  }
}
