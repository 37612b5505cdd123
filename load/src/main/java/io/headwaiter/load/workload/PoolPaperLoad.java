package io.headwaiter.load.workload;

import static io.headwaiter.load.workload.EightInteraction.ADD_TO_CART;
import static io.headwaiter.load.workload.EightInteraction.BUY_CONFIRM;
import static io.headwaiter.load.workload.EightInteraction.BUY_REQUEST;
import static io.headwaiter.load.workload.EightInteraction.CART;
import static io.headwaiter.load.workload.EightInteraction.HOME;
import static io.headwaiter.load.workload.EightInteraction.ITEM;
import static io.headwaiter.load.workload.EightInteraction.REGISTER;
import static io.headwaiter.load.workload.EightInteraction.SEARCH;

/**
 * The three loads of Totok and Karamcheti (2010), table II, as Markov chains. The paper prints the
 * percentage of each request type and the mean session length L, but no chain. The visits of a
 * session follow from the table. Home has 1, because every session begins there and the percentages
 * of Home are 100 / L rounded. Add To Cart a, Cart c and the three steps of buying b are percentage
 * times L / 100. Search s and Item i share the rest of L in the printed proportion. (The printed
 * profiling column sums to 99.01; this puts the missing point on Search and Item, and leaves the
 * share of buyers b as it is: 52.5, 23.9 and 19.2 %.)
 *
 * <p>The chain, with the balance of visits that decides each probability:
 *
 * <ul>
 *   <li>Home to Search. Buy Request after Register, Buy Confirm after Buy Request, the end after
 *       it.
 *   <li>An addition to the cart leads to check-out with b / a in total: Add To Cart leads to Cart
 *       with c / a; Cart, and Add To Cart in the other cases, lead to Register with b / a, else to
 *       Search.
 *   <li>Sessions that do not buy end after Search or Item, each with e = (1 - b) / (s + i).
 *   <li>Two of three searches lead to an item, an assumption; the others are repeated. Item leads
 *       to Add To Cart with a / i, to another Item with 1 - (2/3) s / i, and else to Search.
 * </ul>
 *
 * <p>Worked, profiling: L = 14.67, a = 0.698, c = 0.298, b = 0.525; s + i = 11.10, in the
 * proportion 31.93 to 42.73: s = 4.75, i = 6.35; e = 0.043; Item leads to another Item with 0.502.
 */
public enum PoolPaperLoad {
  PROFILING(14.67, 31.93, 42.73, 4.76, 2.03, 3.58),
  LOAD_1(18.07, 30.31, 57.73, 1.76, 0.70, 1.32),
  LOAD_2(18.62, 48.07, 41.55, 1.39, 0.53, 1.03);

  private static final double SEARCHES_THAT_LEAD_TO_AN_ITEM = 2.0 / 3;

  private final double meanRequests;
  private final double searchPercent;
  private final double itemPercent;
  private final double addPercent;
  private final double cartPercent;
  private final double buyPercent;

  PoolPaperLoad(
      double meanRequests,
      double searchPercent,
      double itemPercent,
      double addPercent,
      double cartPercent,
      double buyPercent) {
    this.meanRequests = meanRequests;
    this.searchPercent = searchPercent;
    this.itemPercent = itemPercent;
    this.addPercent = addPercent;
    this.cartPercent = cartPercent;
    this.buyPercent = buyPercent;
  }

  /** Returns the mean session length in requests, as printed. */
  public double meanRequests() {
    return meanRequests;
  }

  /** Returns the expected requests of a type in one session. */
  public double visits(EightInteraction type) {
    return switch (type) {
      case HOME -> 1;
      case SEARCH -> looks() * searchPercent / (searchPercent + itemPercent);
      case ITEM -> looks() * itemPercent / (searchPercent + itemPercent);
      case ADD_TO_CART -> addPercent * meanRequests / 100;
      case CART -> cartPercent * meanRequests / 100;
      case REGISTER, BUY_REQUEST, BUY_CONFIRM -> buyPercent * meanRequests / 100;
    };
  }

  /**
   * Returns the share of the requests as printed, in percent; Home's is 100 / L rounded to two
   * places.
   */
  public double printedPercent(EightInteraction type) {
    return switch (type) {
      case HOME -> Math.round(1e4 / meanRequests) / 1e2;
      case SEARCH -> searchPercent;
      case ITEM -> itemPercent;
      case ADD_TO_CART -> addPercent;
      case CART -> cartPercent;
      case REGISTER, BUY_REQUEST, BUY_CONFIRM -> buyPercent;
    };
  }

  /** Returns the visits of Search and Item together: the rest of a session without the others. */
  private double looks() {
    return meanRequests - 1 - (addPercent + cartPercent + 3 * buyPercent) * meanRequests / 100;
  }

  /** Returns the chain; a session begins at Home and ends when the chain is left. */
  public MarkovChain chain() {
    double search = visits(SEARCH);
    double item = visits(ITEM);
    double add = visits(ADD_TO_CART);
    double buys = visits(REGISTER) / add;
    double toCart = visits(CART) / add;
    double leaves = (1 - visits(BUY_CONFIRM)) / (search + item);
    double found = SEARCHES_THAT_LEAD_TO_AN_ITEM;
    double again = 1 - found * search / item;
    Rows rows = new Rows();
    rows.set(HOME, SEARCH, 1);
    rows.set(SEARCH, ITEM, found);
    rows.set(SEARCH, SEARCH, 1 - found - leaves);
    rows.set(ITEM, ADD_TO_CART, add / item);
    rows.set(ITEM, ITEM, again);
    rows.set(ITEM, SEARCH, 1 - again - add / item - leaves);
    rows.set(ADD_TO_CART, CART, toCart);
    rows.set(ADD_TO_CART, REGISTER, (1 - toCart) * buys);
    rows.set(ADD_TO_CART, SEARCH, (1 - toCart) * (1 - buys));
    rows.set(CART, REGISTER, buys);
    rows.set(CART, SEARCH, 1 - buys);
    rows.set(REGISTER, BUY_REQUEST, 1);
    rows.set(BUY_REQUEST, BUY_CONFIRM, 1);
    return new MarkovChain(rows.probability);
  }

  /** Returns the load of a mix of the eight types. */
  public static PoolPaperLoad of(Mix mix) {
    return switch (mix) {
      case BOOKSTORE_PROFILING -> PROFILING;
      case BOOKSTORE_LOAD_1 -> LOAD_1;
      case BOOKSTORE_LOAD_2 -> LOAD_2;
      default ->
          throw new IllegalArgumentException(
              "The mix " + mix.label() + " is none of the eight request types.");
    };
  }

  private static final class Rows {
    private final double[][] probability =
        new double[EightInteraction.values().length][EightInteraction.values().length];

    void set(EightInteraction from, EightInteraction to, double p) {
      probability[from.number()][to.number()] = p;
    }
  }
}
