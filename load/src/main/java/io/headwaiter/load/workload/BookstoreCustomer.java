package io.headwaiter.load.workload;

import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * One visit to the bookstore with 14 interactions. Books come from the last page if it shows any. A
 * request for the cart depends on the page before. From a book, it adds the book. From the cart
 * itself, it draws the pieces of every book on the page anew, 0 to 9. From any other page, it
 * changes nothing. Not thread-safe.
 */
final class BookstoreCustomer implements Customer {
  private static final BookstoreInteraction[] INTERACTIONS = BookstoreInteraction.values();
  private static final int MOST_CENTS = 999_999;
  static final String[] SUBJECTS = {
    "ARTS",
    "BIOGRAPHIES",
    "BUSINESS",
    "CHILDREN",
    "COMPUTERS",
    "COOKING",
    "HEALTH",
    "HISTORY",
    "HOME",
    "HUMOR",
    "LITERATURE",
    "MYSTERY",
    "NON-FICTION",
    "PARENTING",
    "POLITICS",
    "REFERENCE",
    "RELIGION",
    "ROMANCE",
    "SCIENCE-FICTION",
    "SCIENCE-NATURE",
    "SELF-HELP",
    "SPORTS",
    "TRAVEL",
    "YOUTH"
  };

  private final MarkovChain chain;
  private final RandomGenerator random;
  private final BookstoreBuyer buyer;
  private final PageFacts lastPage = new PageFacts();
  private final int items;
  private final long minimumNanos;
  private final int maxRequests;
  private BookstoreInteraction last;
  private int lastItem;
  private int requests;
  private boolean over;

  BookstoreCustomer(
      MarkovChain chain,
      BookstoreSite site,
      RandomGenerator random,
      long minimumNanos,
      int maxRequests) {
    this.chain = chain;
    this.random = random;
    this.items = site.items();
    this.minimumNanos = minimumNanos;
    this.maxRequests = maxRequests;
    this.buyer = new BookstoreBuyer(site, random);
    this.lastItem = 1 + random.nextInt(items);
  }

  @Override
  public Optional<Step> next(long elapsedNanos) {
    over |= requests == maxRequests;
    if (over) {
      return Optional.empty();
    }
    BookstoreInteraction next = BookstoreInteraction.HOME;
    if (last != null) {
      next = INTERACTIONS[chain.next(last.number(), random.nextDouble())];
      if (next == BookstoreInteraction.HOME && elapsedNanos >= minimumNanos) {
        over = true;
        return Optional.empty();
      }
    }
    requests++;
    String query = query(next);
    last = next;
    return Optional.of(new Step(next, query.isEmpty() ? next.path() : next.path() + '?' + query));
  }

  private String query(BookstoreInteraction next) {
    return switch (next) {
      case HOME, SEARCH_REQUEST, CUSTOMER_REGISTRATION, ORDER_INQUIRY -> buyer.whoFirst();
      case NEW_PRODUCTS, BEST_SELLERS -> "subject=" + subject() + buyer.who();
      case PRODUCT_DETAIL -> "itemId=" + anyItem() + buyer.who();
      case SEARCH_RESULTS -> search() + buyer.who();
      case SHOPPING_CART -> cart();
      case BUY_REQUEST -> buyer.request();
      case BUY_CONFIRM -> buyer.confirm();
      case ORDER_DISPLAY -> buyer.login() + buyer.who();
      case ADMIN_REQUEST -> "itemId=" + lastItem + buyer.who();
      case ADMIN_CONFIRM -> change() + buyer.who();
    };
  }

  private String subject() {
    return SUBJECTS[random.nextInt(SUBJECTS.length)];
  }

  private int anyItem() {
    lastItem = lastPage.anyItem(random, lastItem);
    return lastItem;
  }

  private String search() {
    return switch (random.nextInt(3)) {
      case 0 -> "searchType=author&searchString=" + buyer.authorWord();
      case 1 -> "searchType=title&searchString=" + buyer.titleWord();
      default -> "searchType=subject&searchString=" + subject();
    };
  }

  private String cart() {
    if (last == BookstoreInteraction.PRODUCT_DETAIL) {
      return "itemId=" + lastItem + buyer.who();
    }
    if (last != BookstoreInteraction.SHOPPING_CART || !buyer.hasCart()) {
      return buyer.whoFirst();
    }
    StringBuilder query = new StringBuilder("refresh=1");
    for (int item : lastPage.items()) {
      query.append("&qty").append(item).append('=').append(random.nextInt(10));
    }
    return query.append(buyer.who()).toString();
  }

  private String change() {
    int cents = 1 + random.nextInt(MOST_CENTS);
    int pictured = 1 + random.nextInt(items);
    return ("itemId=" + lastItem + "&newCost=" + cents / 100 + '.' + cents / 10 % 10 + cents % 10)
        + ("&newImage=/image10/" + pictured + ".png&newThumbnail=/thumb/" + pictured + ".png");
  }

  @Override
  public boolean read(Interaction asked, byte[] page, int length) {
    PageScanner.scan(page, length, lastPage);
    buyer.learn(lastPage);
    String heading = "<h1>" + INTERACTIONS[asked.number()].heading();
    return PageScanner.contains(page, length, heading);
  }

  @Override
  public List<String> images() {
    return lastPage.images();
  }
}
