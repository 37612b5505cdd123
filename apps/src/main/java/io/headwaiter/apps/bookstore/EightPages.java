package io.headwaiter.apps.bookstore;

/**
 * The eight request types of Totok and Karamcheti (2010), with the processor work that they put
 * before the first use of the database: in units that took about 1 ms each on their server.
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

  /** The name, for example {@code AddToCart}. */
  public String pageName() {
    return pageName;
  }

  /** The path inside the web application, for example {@code /AddToCart}. */
  public String path() {
    return "/" + pageName;
  }

  /** How the heading of every good page of this kind begins; a client may check it. */
  public String heading() {
    return heading;
  }

  /** Units of additional processor work, 1 to 100. */
  public int cycles() {
    return cycles;
  }
}
