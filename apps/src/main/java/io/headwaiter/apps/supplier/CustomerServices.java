package io.headwaiter.apps.supplier;

import io.headwaiter.apps.Parameters;
import io.headwaiter.apps.Sql;
import io.headwaiter.apps.supplier.CustomerQueries.Newcomer;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.util.concurrent.ThreadLocalRandom;

/** New Customer and Change Payment Method. */
final class CustomerServices {
  private static final int DISCOUNT_PERCENT_MAX = 50;
  private static final int PASSWORD_CHARS_MAX = 20;

  private final SupplierShop shop;

  CustomerServices(SupplierShop shop) {
    this.shop = shop;
  }

  Fields newCustomer(Fields in) throws SQLException {
    Newcomer who = Newcomer.of(in.parameters());
    BigDecimal discount =
        BigDecimal.valueOf(ThreadLocalRandom.current().nextInt(DISCOUNT_PERCENT_MAX + 1), 2);
    int id = Sql.inTransaction(shop.source(), c -> CustomerQueries.create(c, who, discount));
    return new Fields().with("customerId", id).with("discount", discount);
  }

  Fields changePaymentMethod(Fields in) throws SQLException {
    Parameters parameters = in.parameters();
    int id = parameters.id("customerId");
    String password = password(parameters);
    PaymentMethod method = PaymentMethod.of(parameters);
    String account = method.account(parameters);
    Sql.inTransaction(
        shop.source(),
        c -> {
          CustomerQueries.authenticate(c, id, password);
          CustomerQueries.pays(c, id, method, account);
          return id;
        });
    return new Fields().with("customerId", id).with("paymentMethod", method.name());
  }

  /** Reads the password of a request. */
  static String password(Parameters in) {
    return in.text("password", 1, PASSWORD_CHARS_MAX);
  }
}
