package io.headwaiter.apps.supplier;

import java.util.ArrayList;
import java.util.List;

/** Valid messages of clients, for tests. */
final class Messages {
  private Messages() {}

  static Fields login(int customer) {
    return new Fields().with("customerId", customer).with("password", "password" + customer);
  }

  static Fields newCustomer() {
    return new Fields()
        .with("businessName", "Byron & Sons <Ltd>")
        .with("businessInfo", "engines")
        .with("password", "secret")
        .with("firstName", "Ada")
        .with("lastName", "Byron")
        .with("street1", "1 Row")
        .with("street2", "")
        .with("city", "Here")
        .with("state", "X")
        .with("zip", "12345")
        .with("country", 5)
        .with("phone", "123")
        .with("email", "ada@row.example")
        .with("paymentMethod", "CC")
        .with("account", "1234567890123456");
  }

  /** Returns an order of two pieces of each of these items. */
  static Fields order(int customer, int... items) {
    List<Fields> lines = new ArrayList<>();
    for (int item : items) {
      lines.add(new Fields().with("itemId", item).with("quantity", 2));
    }
    return login(customer).with("carrier", "AIR").with("lines", lines);
  }

  static Fields items(int... ids) {
    List<Fields> items = new ArrayList<>();
    for (int id : ids) {
      items.add(new Fields().with("itemId", id));
    }
    return new Fields().with("items", items);
  }

  /** Returns a valid message for each interaction. */
  static Fields of(SupplierServices which) {
    return switch (which) {
      case NEW_CUSTOMER -> newCustomer();
      case CHANGE_PAYMENT_METHOD -> login(3).with("paymentMethod", "PO").with("account", "PO4711");
      case CREATE_ORDER -> order(4, 7, 3);
      case ORDER_STATUS -> login(5);
      case NEW_PRODUCTS -> new Fields().with("subject", "ARTS").with("limit", 5);
      case PRODUCT_DETAIL -> items(1, 2, 3);
      case CHANGE_ITEM -> new Fields().with("itemId", 9).with("cost", "12.34");
    };
  }
}
