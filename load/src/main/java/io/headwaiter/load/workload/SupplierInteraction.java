package io.headwaiter.load.workload;

/**
 * The seven interactions of TPC-App (Transaction Processing Performance Council, version 1.3, 2008)
 * with their shares. The shares are TPC-App's as far as remembered; its specification was not at
 * hand to compare.
 */
public enum SupplierInteraction implements Interaction {
  NEW_CUSTOMER("NewCustomer", 1),
  CHANGE_PAYMENT_METHOD("ChangePaymentMethod", 5),
  CREATE_ORDER("CreateOrder", 50),
  ORDER_STATUS("OrderStatus", 5),
  NEW_PRODUCTS("NewProducts", 7),
  PRODUCT_DETAIL("ProductDetail", 30),
  CHANGE_ITEM("ChangeItem", 2);

  private final String label;
  private final int percent;

  SupplierInteraction(String label, int percent) {
    this.label = label;
    this.percent = percent;
  }

  @Override
  public String label() {
    return label;
  }

  @Override
  public String path() {
    return "/" + label;
  }

  @Override
  @SuppressWarnings("EnumOrdinal") // the order is that of the shop
  public int number() {
    return ordinal();
  }

  @Override
  public String method() {
    return "POST";
  }

  /** Returns the share of the requests in percent. */
  public int percent() {
    return percent;
  }

  /** Returns the name of every good reply, which is in it whatever the format. */
  public String replyName() {
    return label + "Response";
  }
}
