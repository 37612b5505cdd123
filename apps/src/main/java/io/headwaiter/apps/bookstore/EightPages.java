package io.headwaiter.apps.bookstore;

/**
 * The eight request types of Totok and Karamcheti (2010), with their CPU work before the first use
 * of the database: in units that took about 1 ms each on the paper's server.
 */
public enum EightPages {
  HOME("Home", "Welcome to the bookstore", 100),
  SEARCH("Search", "Found books", 50),
  ITEM("Item", "Book", 10),
  ADD_TO_CART("AddToCart", "Your cart", 25),
  CART("Cart", "Your cart", 1),
  REGISTER("Register", "Who are you?", 1),
  BUY_REQUEST("BuyRequest", "Check out", 100),
  BUY_CONFIRM("BuyConfirm", "Thank you", 100);

  private final String pageName;
  private final String heading;
  private final int cycles;

  EightPages(String pageName, String heading, int cycles) {
    this.pageName = pageName;
    this.heading = heading;
    this.cycles = cycles;
  }

  /** Returns the name, for example {@code AddToCart}. */
  public String pageName() {
    return pageName;
  }

  /** Returns the path inside the web application, for example {@code /AddToCart}. */
  public String path() {
    return "/" + pageName;
  }

  /**
   * Returns the beginning of the heading of every good page of this kind; a client may check it.
   */
  public String heading() {
    return heading;
  }

  /** Returns the units of additional CPU work, 1 to 100. */
  public int cycles() {
    return cycles;
  }
}
