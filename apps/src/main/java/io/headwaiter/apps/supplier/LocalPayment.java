package io.headwaiter.apps.supplier;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A payment service in this process. It authorises everything except a card of 16 zeros and the
 * purchase order 0, so that a declined payment can be tried. Thread-safe.
 */
public final class LocalPayment implements PaymentService {
  private static final long NUMBERS = 10_000_000_000L;

  private final AtomicLong next = new AtomicLong(1);

  @Override
  public String authorise(PaymentMethod method, String account, BigDecimal amount) {
    if (account.matches("0+")) {
      return "";
    }
    return String.format(Locale.ROOT, "%s%010d", method, next.getAndIncrement() % NUMBERS);
  }
}
