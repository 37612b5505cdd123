package io.headwaiter.load.workload;

/**
 * The eight request types of A. Totok and V. Karamcheti, Optimizing utilization of resource pools
 * in web application servers (2010), with the beginning of the headings of the bookstore's pages.
 */
public enum EightInteraction implements Interaction {
  HOME("Home", "Welcome to the bookstore"),
  SEARCH("Search", "Found books"),
  ITEM("Item", "Book"),
  ADD_TO_CART("AddToCart", "Your cart"),
  CART("Cart", "Your cart"),
  REGISTER("Register", "Who are you?"),
  BUY_REQUEST("BuyRequest", "Check out"),
  BUY_CONFIRM("BuyConfirm", "Thank you");

  private final String label;
  private final String heading;

  EightInteraction(String label, String heading) {
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
