package io.headwaiter.apps.supplier;

/** The seven interactions of TPC-App that clients call. */
public enum SupplierServices {
  NEW_CUSTOMER("NewCustomer", 2),
  CHANGE_PAYMENT_METHOD("ChangePaymentMethod", 2),
  CREATE_ORDER("CreateOrder", 10),
  ORDER_STATUS("OrderStatus", 3),
  NEW_PRODUCTS("NewProducts", 2),
  PRODUCT_DETAIL("ProductDetail", 2),
  CHANGE_ITEM("ChangeItem", 1);

  private final String serviceName;
  private final int units;

  SupplierServices(String serviceName, int units) {
    this.serviceName = serviceName;
    this.units = units;
  }

  /** Returns the name of the message, for example {@code CreateOrder}. */
  public String serviceName() {
    return serviceName;
  }

  /** Returns the path inside the web application, for example {@code /CreateOrder}. */
  public String path() {
    return "/" + serviceName;
  }

  /** Returns the name of every good reply, for example {@code CreateOrderResponse}. */
  public String replyName() {
    return serviceName + MessageFormats.RESPONSE;
  }

  /** Returns the amount of business logic, in units of {@link BusinessLogic}; 1 to 10. */
  int units() {
    return units;
  }
}
