package io.headwaiter.load.workload;

/**
 * The 27 interactions of RUBiS, in the order of its transition tables; the ordinal is the row and
 * column number. Source: E. Cecchet, J. Marguerite and others, RUBiS, Rice University 2002.
 */
public enum AuctionInteraction implements Interaction {
  HOME("Home"),
  REGISTER("Register"),
  REGISTER_USER("RegisterUser"),
  BROWSE("Browse"),
  BROWSE_CATEGORIES("BrowseCategories"),
  SEARCH_ITEMS_IN_CATEGORY("SearchItemsInCategory"),
  BROWSE_REGIONS("BrowseRegions"),
  BROWSE_CATEGORIES_IN_REGION("BrowseCategoriesInRegion"),
  SEARCH_ITEMS_IN_REGION("SearchItemsInRegion"),
  VIEW_ITEM("ViewItem"),
  VIEW_USER_INFO("ViewUserInfo"),
  VIEW_BID_HISTORY("ViewBidHistory"),
  BUY_NOW_AUTH("BuyNowAuth"),
  BUY_NOW("BuyNow"),
  STORE_BUY_NOW("StoreBuyNow"),
  PUT_BID_AUTH("PutBidAuth"),
  PUT_BID("PutBid"),
  STORE_BID("StoreBid"),
  PUT_COMMENT_AUTH("PutCommentAuth"),
  PUT_COMMENT("PutComment"),
  STORE_COMMENT("StoreComment"),
  SELL("Sell"),
  SELECT_CATEGORY_TO_SELL_ITEM("SelectCategoryToSellItem"),
  SELL_ITEM_FORM("SellItemForm"),
  REGISTER_ITEM("RegisterItem"),
  ABOUT_ME_AUTH("AboutMeAuth"),
  ABOUT_ME("AboutMe");

  private final String label;

  AuctionInteraction(String label) {
    this.label = label;
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
  @SuppressWarnings("EnumOrdinal") // the ordinal is the number in the tables
  public int number() {
    return ordinal();
  }
}
