package io.headwaiter.apps.supplier;

import io.headwaiter.apps.Parameters;
import io.headwaiter.apps.TpcLists;
import java.math.BigDecimal;

/**
 * Payment and shipment as services that other suppliers call, see {@link RemoteServices}. Every
 * supplier serves them from its own process.
 */
final class PartnerServices {
  /** The name of the message that asks for a payment. */
  static final String PAYMENT = "PaymentAuthorisation";

  /** The name of the message that asks for a shipment. */
  static final String SHIPMENT = "Shipment";

  static final String AUTHORISATION = "authorisation";
  static final String TRACKING = "tracking";

  private static final BigDecimal AMOUNT_MIN = new BigDecimal("0.01");
  private static final BigDecimal AMOUNT_MAX = new BigDecimal("99999999.99");
  // 20 lines of 50 pieces.
  private static final int PIECES_MAX = OrderServices.LINES_MAX * OrderServices.QUANTITY_MAX;

  private final LocalPayment payment = new LocalPayment();
  private final LocalShipment shipment = new LocalShipment();

  /** Returns the content of the message that asks for a payment. */
  static Fields payment(PaymentMethod method, String account, BigDecimal amount) {
    return new Fields()
        .with("paymentMethod", method.name())
        .with("account", account)
        .with("amount", amount);
  }

  /** Returns the content of the message that asks for a shipment. */
  static Fields shipment(int order, String carrier, int pieces) {
    return new Fields().with("orderId", order).with("carrier", carrier).with("pieces", pieces);
  }

  /** Answers with an authorisation, an empty one if the payment is declined. */
  Fields authorise(Fields in) {
    Parameters parameters = in.parameters();
    PaymentMethod method = PaymentMethod.of(parameters);
    String account = method.account(parameters);
    BigDecimal amount = parameters.money("amount", AMOUNT_MIN, AMOUNT_MAX);
    return new Fields().with(AUTHORISATION, payment.authorise(method, account, amount));
  }

  /** Answers with a tracking number. */
  Fields ship(Fields in) {
    Parameters parameters = in.parameters();
    int order = parameters.id("orderId");
    String carrier = Choices.one(parameters, "carrier", TpcLists.CARRIERS);
    int pieces = parameters.integer("pieces", 1, PIECES_MAX);
    return new Fields().with(TRACKING, shipment.ship(order, carrier, pieces));
  }
}
