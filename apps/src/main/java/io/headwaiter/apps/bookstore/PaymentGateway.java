package io.headwaiter.apps.bookstore;

import java.math.BigDecimal;
import java.sql.SQLException;

/**
 * Authorises charges to cards: TPC-W's payment gateway emulator. {@link LocalGateway} is one in the
 * same process; one behind its own TLS connection implements the same interface. Implementations
 * are thread-safe.
 */
@FunctionalInterface
public interface PaymentGateway {
  /** The longest authorisation that the bookstore keeps, in characters. */
  int MAX_AUTHORISATION_CHARS = 15;

  /**
   * Requests one charge. The order's transaction is open during the call, so an implementation that
   * waits must have a deadline.
   *
   * @param cardType one of the five kinds of cards
   * @param cardNumber 16 digits
   * @param amount at least 0.01
   * @return the authorisation, 1 to 15 characters, or the empty string if the card is declined
   * @throws SQLException if the gateway does not answer; the client then gets 503 and nothing is
   *     bought
   */
  String authorise(String cardType, String cardNumber, BigDecimal amount) throws SQLException;
}
