package io.headwaiter.apps.bookstore;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A gateway in this process. It authorises every card except the number of 16 zeros, so that a
 * declined card can be tried. Thread-safe.
 */
public final class LocalGateway implements PaymentGateway {
  private static final String DECLINED = "0000000000000000";

  private final AtomicLong next = new AtomicLong(1);

  @Override
  public String authorise(String cardType, String cardNumber, BigDecimal amount) {
    if (cardNumber.equals(DECLINED)) {
      return "";
    }
    return String.format(Locale.ROOT, "HW%013d", next.getAndIncrement() % 10_000_000_000_000L);
  }
}
