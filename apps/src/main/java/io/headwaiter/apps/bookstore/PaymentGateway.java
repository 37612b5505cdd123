package io.headwaiter.apps.bookstore;

import java.math.BigDecimal;
import java.sql.SQLException;

/**
 * Who lets a card be charged: TPC-W's payment gateway emulator. {@link LocalGateway} is one in the
 * same process; one behind a TLS connection of its own implements the same port. Implementations
 * are thread-safe.
 */
@FunctionalInterface
public interface PaymentGateway {
  /** Longest authorisation that the bookstore keeps. */
  int MAX_AUTHORISATION_CHARS = 15;

  /**
   * Asks for one charge. It is called with the order's transaction open, so an implementation that
   * waits must have a deadline.
   *
   * @param cardType one of the five kinds of cards
   * @param cardNumber 16 digits
   * @param amount at least 0.01
   * @return the authorisation, 1 to 15 characters, or the empty string when the card is declined
   * @throws SQLException when the gateway does not answer; the visitor then gets 503 and nothing is
   *     bought
   */
  String authorise(String cardType, String cardNumber, BigDecimal amount) throws SQLException;
}
