package io.headwaiter.load.workload;

/**
 * The 14 interactions of TPC-W (Transaction Processing Performance Council, 2002), with the
 * beginning of the headings of the bookstore's pages.
 */
public enum BookstoreInteraction implements Interaction {
  HOME("Home", "Welcome to the bookstore"),
  NEW_PRODUCTS("NewProducts", "New books"),
  BEST_SELLERS("BestSellers", "Best sellers"),
  PRODUCT_DETAIL("ProductDetail", "Book"),
  SEARCH_REQUEST("SearchRequest", "Look for a book"),
  SEARCH_RESULTS("SearchResults", "Found books"),
  SHOPPING_CART("ShoppingCart", "Your cart"),
  CUSTOMER_REGISTRATION("CustomerRegistration", "Who are you?"),
  BUY_REQUEST("BuyRequest", "Check out"),
  BUY_CONFIRM("BuyConfirm", "Thank you"),
  ORDER_INQUIRY("OrderInquiry", "Order inquiry"),
  ORDER_DISPLAY("OrderDisplay", "Your last order"),
  ADMIN_REQUEST("AdminRequest", "Change a book"),
  ADMIN_CONFIRM("AdminConfirm", "Book changed");

  private final String label;
  private final String heading;

  BookstoreInteraction(String label, String heading) {
    this.label = label;
    this.heading = heading;
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
  @SuppressWarnings("EnumOrdinal") // the ordinal is the number in the chain
  public int number() {
    return ordinal();
  }

  /** Returns the beginning of the heading of every good page of this kind. */
  public String heading() {
    return heading;
  }
}
