package io.headwaiter.load.workload;

import java.util.random.RandomGenerator;

/**
 * One customer of the auction: turns interactions into request targets, with parameters drawn as
 * the RUBiS emulator draws them. Items, users and result pages come from the last page if it shows
 * any. One difference: in a sequence of search pages the customer stays in one category, where the
 * emulator draws a new one for every page. Not thread-safe.
 */
final class AuctionCustomer {
  private static final int NEW_USERS = 1_000_000;
  private static final int ITEMS_PER_PAGE = 20;
  private static final int LONGEST_COMMENT = 2048;
  private static final int[] RATINGS = {-5, -3, 0, 3, 5};

  private final AuctionSite site;
  private final RandomGenerator random;
  private final PageFacts lastPage = new PageFacts();
  private final int user;
  private AuctionInteraction lastAsked = AuctionInteraction.HOME;
  private int lastItem;
  private int category;
  private int region;

  /** Creates a customer as a registered user drawn from the site's. */
  AuctionCustomer(AuctionSite site, RandomGenerator random) {
    this.site = site;
    this.random = random;
    this.user = 1 + random.nextInt(site.users());
    this.lastItem = 1 + random.nextInt(site.items());
    this.category = anyCategory();
    this.region = anyRegion();
  }

  /** Returns the facts of the last page; {@link PageScanner} writes them. */
  PageFacts lastPage() {
    return lastPage;
  }

  /** Returns the request target of an interaction: path and query. */
  String target(AuctionInteraction interaction) {
    String query = query(interaction);
    lastAsked = interaction;
    return query.isEmpty() ? interaction.path() : interaction.path() + '?' + query;
  }

  private String query(AuctionInteraction interaction) {
    return switch (interaction) {
      case HOME, REGISTER, BROWSE, BROWSE_CATEGORIES, BROWSE_REGIONS, SELL, ABOUT_ME_AUTH -> "";
      case REGISTER_USER -> newUser();
      case SEARCH_ITEMS_IN_CATEGORY -> search(interaction, "");
      case BROWSE_CATEGORIES_IN_REGION -> newRegion();
      case SEARCH_ITEMS_IN_REGION -> search(interaction, "region=" + region + '&');
      case VIEW_ITEM, VIEW_BID_HISTORY, BUY_NOW_AUTH, PUT_BID_AUTH -> item();
      case VIEW_USER_INFO -> "userId=" + lastPage.anyUser(random, anyUser());
      case BUY_NOW, PUT_BID -> item() + '&' + credentials();
      case STORE_BUY_NOW -> storeBuyNow();
      case STORE_BID -> storeBid();
      case PUT_COMMENT_AUTH -> commentOn();
      case PUT_COMMENT -> commentOn() + '&' + credentials();
      case STORE_COMMENT -> storeComment();
      case SELECT_CATEGORY_TO_SELL_ITEM, ABOUT_ME -> credentials();
      case SELL_ITEM_FORM -> newCategory() + "&user=" + user;
      case REGISTER_ITEM -> newItem();
    };
  }

  private String newUser() {
    long id = (long) site.users() + 1 + random.nextInt(NEW_USERS);
    return ("firstname=Great" + id + "&lastname=User" + id + "&nickname=user" + id)
        + ("&email=Great" + id + ".User" + id + "%40rubis.com&password=password" + id)
        + ("&region=" + site.regionName(anyRegion()));
  }

  private String search(AuctionInteraction interaction, String where) {
    int page = 0;
    if (lastAsked == interaction) {
      page = lastPage.anyPage(random, 0);
    } else {
      category = anyCategory();
    }
    return where
        + ("category=" + category + "&categoryName=" + site.categoryName(category))
        + ("&page=" + page + "&nbOfItems=" + ITEMS_PER_PAGE);
  }

  private String item() {
    lastItem = lastPage.anyItem(random, lastItem);
    return "itemId=" + lastItem;
  }

  private String newRegion() {
    region = anyRegion();
    return "region=" + site.regionName(region);
  }

  private String newCategory() {
    category = anyCategory();
    return "category=" + category;
  }

  private String credentials() {
    return "nickname=user" + user + "&password=password" + user;
  }

  private String storeBuyNow() {
    int most = Math.max(1, lastPage.maxQuantityOr(1));
    String item = item();
    return item + "&userId=" + user + "&qty=" + (1 + random.nextInt(most)) + "&maxQty=" + most;
  }

  private String storeBid() {
    int least = lastPage.minBidCentsOr(100);
    int step = 100 * (1 + random.nextInt(10));
    int most = Math.max(1, lastPage.maxQuantityOr(1));
    return (item() + "&userId=" + user + "&minBid=" + money(least) + "&maxQty=" + most)
        + ("&bid=" + money(least + step) + "&maxBid=" + money(least + 2 * step))
        + ("&qty=" + (1 + random.nextInt(most)));
  }

  private String commentOn() {
    return "to=" + lastPage.commentToOr(lastPage.anyUser(random, anyUser())) + '&' + item();
  }

  private String storeComment() {
    int rating = RATINGS[random.nextInt(RATINGS.length)];
    return commentOn()
        + ("&from=" + user + "&rating=" + rating)
        + ("&comment=" + words(1 + random.nextInt(LONGEST_COMMENT)));
  }

  private String newItem() {
    int price = 1 + random.nextInt(5000);
    int reserve = random.nextInt(100) < 40 ? price + random.nextInt(1000) : 0;
    int buyNow = random.nextInt(100) < 10 ? price + 1 + random.nextInt(1000) : 0;
    int quantity = random.nextInt(100) < 80 ? 1 : 1 + random.nextInt(10);
    return ("name=RUBiS+item+" + random.nextInt(NEW_USERS))
        + ("&description=" + words(1 + random.nextInt(LONGEST_COMMENT)))
        + ("&initialPrice=" + price + "&reservePrice=" + reserve + "&buyNow=" + buyNow)
        + ("&duration=" + (1 + random.nextInt(7)) + "&quantity=" + quantity)
        + ("&userId=" + user + "&categoryId=" + category);
  }

  /** Returns filler text of exactly {@code length} characters. */
  private static String words(int length) {
    String sentence = "well+worth+the+money,+quick+and+friendly+";
    return sentence.repeat(length / sentence.length() + 1).substring(0, length);
  }

  private static String money(int cents) {
    return cents / 100 + "." + cents / 10 % 10 + cents % 10;
  }

  private int anyUser() {
    return 1 + random.nextInt(site.users());
  }

  private int anyCategory() {
    return 1 + random.nextInt(site.categories());
  }

  private int anyRegion() {
    return 1 + random.nextInt(site.regions());
  }
}
