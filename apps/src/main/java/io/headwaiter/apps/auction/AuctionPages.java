package io.headwaiter.apps.auction;

/** The 27 interactions of the auction, in the numbering of the RUBiS transition tables. */
public enum AuctionPages {
  HOME(0, "Home", Kind.STATIC),
  REGISTER(1, "Register", Kind.STATIC),
  REGISTER_USER(2, "RegisterUser", Kind.WRITE),
  BROWSE(3, "Browse", Kind.STATIC),
  BROWSE_CATEGORIES(4, "BrowseCategories", Kind.READ),
  SEARCH_ITEMS_IN_CATEGORY(5, "SearchItemsInCategory", Kind.READ),
  BROWSE_REGIONS(6, "BrowseRegions", Kind.READ),
  BROWSE_CATEGORIES_IN_REGION(7, "BrowseCategoriesInRegion", Kind.READ),
  SEARCH_ITEMS_IN_REGION(8, "SearchItemsInRegion", Kind.READ),
  VIEW_ITEM(9, "ViewItem", Kind.READ),
  VIEW_USER_INFO(10, "ViewUserInfo", Kind.READ),
  VIEW_BID_HISTORY(11, "ViewBidHistory", Kind.READ),
  BUY_NOW_AUTH(12, "BuyNowAuth", Kind.FORM),
  BUY_NOW(13, "BuyNow", Kind.READ),
  STORE_BUY_NOW(14, "StoreBuyNow", Kind.WRITE),
  PUT_BID_AUTH(15, "PutBidAuth", Kind.FORM),
  PUT_BID(16, "PutBid", Kind.READ),
  STORE_BID(17, "StoreBid", Kind.WRITE),
  PUT_COMMENT_AUTH(18, "PutCommentAuth", Kind.FORM),
  PUT_COMMENT(19, "PutComment", Kind.READ),
  STORE_COMMENT(20, "StoreComment", Kind.WRITE),
  SELL(21, "Sell", Kind.STATIC),
  SELECT_CATEGORY_TO_SELL_ITEM(22, "SelectCategoryToSellItem", Kind.READ),
  SELL_ITEM_FORM(23, "SellItemForm", Kind.FORM),
  REGISTER_ITEM(24, "RegisterItem", Kind.WRITE),
  ABOUT_ME_AUTH(25, "AboutMeAuth", Kind.STATIC),
  ABOUT_ME(26, "AboutMe", Kind.READ);

  /** The kind of work that an interaction needs from the server. */
  public enum Kind {
    /** Fixed bytes, cacheable, no parameters. */
    STATIC,
    /** A form built from its parameters, without the database. */
    FORM,
    /** Reads the database. */
    READ,
    /** Changes the database, in one transaction. */
    WRITE
  }

  private final int number;
  private final String pageName;
  private final Kind kind;

  AuctionPages(int number, String pageName, Kind kind) {
    this.number = number;
    this.pageName = pageName;
    this.kind = kind;
  }

  /** Returns the row and column in the transition tables, 0 to 26. */
  public int number() {
    return number;
  }

  /** Returns the name, for example {@code ViewItem}. */
  public String pageName() {
    return pageName;
  }

  /** Returns the path inside the web application, for example {@code /ViewItem}. */
  public String path() {
    return "/" + pageName;
  }

  /** Returns the kind of work that the interaction needs from the server. */
  public Kind kind() {
    return kind;
  }
}
