package io.headwaiter.apps.supplier;

import java.math.BigDecimal;

/**
 * Authorises payments: TPC-App's payment gateway. {@link LocalPayment} is one in this process,
 * {@link RemoteServices} has one behind TLS. Implementations are thread-safe.
 */
@FunctionalInterface
public interface PaymentService {
  /** The longest authorisation, in characters. */
  int AUTHORISATION_CHARS_MAX = 20;

  /**
   * Asks for one payment. The order is not made yet, and no database connection is held.
   *
   * @param account number of the card or of the purchase order, 1 to 20 characters
   * @param amount at least 0.01
   * @return the authorisation, 1 to 20 characters; empty if the payment is declined
   * @throws ServiceFailure if the service does not answer; the client then gets 503, and nothing is
   *     ordered
   */
  String authorise(PaymentMethod method, String account, BigDecimal amount) throws ServiceFailure;
}
