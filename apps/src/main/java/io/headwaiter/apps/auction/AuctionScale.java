package io.headwaiter.apps.auction;

/**
 * The amount of data in the auction. The original size is 1,000,000 users, 32,667 active items over
 * 20 categories, 500,000 old items, 0 to 19 bids and one comment per item, descriptions of up to
 * 8192 characters.
 *
 * @param users registered users, 1 to 5,000,000
 * @param oldItems auctions that are over, 0 to 5,000,000
 * @param activeItemsFactor multiplies the original number of open auctions of each category, above
 *     0 to 100; each category keeps at least one item
 * @param maxBidsPerItem bids per item are uniform from 0 to this, 0 to 1000
 * @param maxDescriptionChars lengths of descriptions are uniform from 1 to this, 1 to 8192
 */
public record AuctionScale(
    int users,
    int oldItems,
    double activeItemsFactor,
    int maxBidsPerItem,
    int maxDescriptionChars) {

  private static final int ORIGINAL_USERS = 1_000_000;
  private static final int ORIGINAL_OLD_ITEMS = 500_000;
  private static final int ORIGINAL_MAX_BIDS = 19;
  private static final int MAX_ROWS = 5_000_000;

  /** The maximum length of an item's description, in characters. */
  public static final int MAX_DESCRIPTION_CHARS = 8192;

  /** Checks the ranges. */
  public AuctionScale {
    check("users", users, 1, MAX_ROWS);
    check("oldItems", oldItems, 0, MAX_ROWS);
    check("maxBidsPerItem", maxBidsPerItem, 0, 1000);
    check("maxDescriptionChars", maxDescriptionChars, 1, MAX_DESCRIPTION_CHARS);
    if (!(activeItemsFactor > 0 && activeItemsFactor <= 100)) {
      throw new IllegalArgumentException(
          "activeItemsFactor is " + activeItemsFactor + "; give more than 0 and at most 100.");
    }
  }

  /**
   * Returns the original size. It needs a database on disk: the descriptions alone are about 2 GB.
   */
  public static AuctionScale original() {
    return fraction(1.0);
  }

  /**
   * Returns the same fraction of users, old items and active items.
   *
   * @param fraction above 0 to 5; 1.0 is the original size
   */
  public static AuctionScale fraction(double fraction) {
    if (!(fraction > 0 && fraction <= 5)) {
      throw new IllegalArgumentException(
          "The fraction is " + fraction + "; give more than 0 and at most 5.");
    }
    return new AuctionScale(
        atLeastOne(ORIGINAL_USERS * fraction),
        (int) Math.round(ORIGINAL_OLD_ITEMS * fraction),
        fraction,
        ORIGINAL_MAX_BIDS,
        MAX_DESCRIPTION_CHARS);
  }

  /** Returns a scale for a quick start: 1 % of users and old items, 10 % of the active items. */
  public static AuctionScale demo() {
    return new AuctionScale(
        ORIGINAL_USERS / 100,
        ORIGINAL_OLD_ITEMS / 100,
        0.1,
        ORIGINAL_MAX_BIDS,
        MAX_DESCRIPTION_CHARS);
  }

  /** Returns the number of open auctions in the category, at least 1. */
  int activeItems(Catalogue.Category category) {
    return atLeastOne(category.originalActiveItems() * activeItemsFactor);
  }

  /** Returns the number of open auctions in all categories. */
  public int activeItems() {
    return Catalogue.CATEGORIES.stream().mapToInt(this::activeItems).sum();
  }

  private static int atLeastOne(double rows) {
    return Math.max(1, (int) Math.round(rows));
  }

  private static void check(String name, int value, int min, int max) {
    if (value < min || value > max) {
      throw new IllegalArgumentException(
          name + " is " + value + "; give a whole number from " + min + " to " + max + ".");
    }
  }
}
