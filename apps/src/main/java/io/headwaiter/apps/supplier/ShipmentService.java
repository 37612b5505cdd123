package io.headwaiter.apps.supplier;

/**
 * Ships orders: TPC-App's shipment notification. {@link LocalShipment} is one in this process,
 * {@link RemoteServices} has one behind TLS. Implementations are thread-safe.
 */
@FunctionalInterface
public interface ShipmentService {
  /** The longest tracking number, in characters. */
  int TRACKING_CHARS_MAX = 20;

  /**
   * Ships one order, which is made and paid. No database connection is held.
   *
   * @param order number of the order, at least 1
   * @param carrier one of the six carriers
   * @param pieces number of pieces, at least 1
   * @return the tracking number, 1 to 20 characters
   * @throws ServiceFailure if the service does not answer; the order then stays pending
   */
  String ship(int order, String carrier, int pieces) throws ServiceFailure;
}
