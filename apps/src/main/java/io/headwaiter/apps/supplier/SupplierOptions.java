package io.headwaiter.apps.supplier;

import java.util.Objects;

/**
 * The kind of supplier that is served. Immutable.
 *
 * @param logic amount of business logic of a transaction
 * @param payment authorises the payments of orders
 * @param shipment ships the orders
 */
public record SupplierOptions(
    BusinessLogic logic, PaymentService payment, ShipmentService shipment) {
  /** Checks that everything is given. */
  public SupplierOptions {
    Objects.requireNonNull(logic, "logic");
    Objects.requireNonNull(payment, "payment");
    Objects.requireNonNull(shipment, "shipment");
  }

  /** Returns a supplier whose payments and shipments are made in its own process. */
  public static SupplierOptions local(BusinessLogic logic) {
    return new SupplierOptions(logic, new LocalPayment(), new LocalShipment());
  }
}
