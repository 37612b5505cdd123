package io.headwaiter.apps.supplier;

import java.util.Locale;

/** A shipment service in this process, which ships everything. Stateless and thread-safe. */
public final class LocalShipment implements ShipmentService {
  @Override
  public String ship(int order, String carrier, int pieces) {
    return String.format(Locale.ROOT, "%s%010d", carrier.charAt(0), order);
  }
}
