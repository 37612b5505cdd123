package io.headwaiter.apps.bookstore;

/** The 14 interactions of TPC-W, in the order of its mixes. */
public enum BookstorePages {
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

  private final String pageName;
  private final String heading;

  BookstorePages(String pageName, String heading) {
    this.pageName = pageName;
    this.heading = heading;
  }

  /** Returns the name, for example {@code BestSellers}. */
  public String pageName() {
    return pageName;
  }

  /** Returns the path inside the web application, for example {@code /BestSellers}. */
  public String path() {
    return "/" + pageName;
  }

  /**
   * Returns the beginning of the heading of every good page of this kind; a client may check it.
   */
  public String heading() {
    return heading;
  }
}
