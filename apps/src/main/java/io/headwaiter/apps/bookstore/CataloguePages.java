package io.headwaiter.apps.bookstore;

import io.headwaiter.apps.HtmlPage;
import io.headwaiter.apps.PageError;
import io.headwaiter.apps.Parameters;
import io.headwaiter.apps.TpcLists;
import io.headwaiter.apps.Url;
import io.headwaiter.apps.bookstore.CustomerQueries.Customer;
import io.headwaiter.apps.bookstore.ItemQueries.Choice;
import io.headwaiter.apps.bookstore.ItemQueries.Item;
import io.headwaiter.apps.bookstore.ItemQueries.Line;
import io.headwaiter.apps.bookstore.ItemQueries.Promotion;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The pages that only read: Home, lists of books, one book, searches. */
final class CataloguePages {
  private static final int MAX_SEARCH_CHARS = 20;

  private final Bookshop shop;

  CataloguePages(Bookshop shop) {
    this.shop = shop;
  }

  HtmlPage home(Parameters in) throws SQLException {
    Visitor visitor = Visitor.of(in);
    record Greeting(Optional<Customer> customer, List<Promotion> promotions) {}
    Greeting found =
        shop.read(reads -> new Greeting(greeted(reads, visitor), promotions(shop, reads)));
    HtmlPage out = shop.page(BookstorePages.HOME);
    found
        .customer()
        .ifPresent(
            who -> out.element("p", "Good to see you, " + who.firstName() + " " + who.lastName()));
    PageParts.promotions(out, visitor, found.promotions());
    subjects(out.element("h2", "New books"), visitor, BookstorePages.NEW_PRODUCTS);
    subjects(out.element("h2", "Best sellers"), visitor, BookstorePages.BEST_SELLERS);
    return shop.ways(out, visitor);
  }

  /**
   * Returns the customer to greet. An unknown customer is no error: the number may be an old one.
   */
  private static Optional<Customer> greeted(Reads reads, Visitor visitor) throws SQLException {
    int id = visitor.customerId();
    return id == 0 ? Optional.empty() : reads.row("customer", id, c -> CustomerQueries.find(c, id));
  }

  static List<Promotion> promotions(Bookshop shop, Reads reads) throws SQLException {
    return reads.once(c -> ItemQueries.promotions(c, shop.anyItem(c)));
  }

  private static void subjects(HtmlPage out, Visitor visitor, BookstorePages list) {
    out.open("p");
    for (String subject : TpcLists.SUBJECTS) {
      Url to = visitor.tell(Url.of(list.path()).with("subject", subject));
      out.link(to, subject).text(" ");
    }
    out.close("p");
  }

  HtmlPage newProducts(Parameters in) throws SQLException {
    String subject = choice(in, "subject", TpcLists.SUBJECTS);
    return list(in, BookstorePages.NEW_PRODUCTS, subject, Choice.newest(subject));
  }

  HtmlPage bestSellers(Parameters in) throws SQLException {
    String subject = choice(in, "subject", TpcLists.SUBJECTS);
    return list(in, BookstorePages.BEST_SELLERS, subject, Choice.bestSellers(subject));
  }

  HtmlPage searchResults(Parameters in) throws SQLException {
    String type = choice(in, "searchType", Choices.SEARCH_TYPES);
    if (type.equals("subject")) {
      String subject = choice(in, "searchString", TpcLists.SUBJECTS);
      return list(in, BookstorePages.SEARCH_RESULTS, subject, Choice.ofSubject(subject));
    }
    String words = words(in);
    Choice found = type.equals("author") ? Choice.by(words) : Choice.titled(words);
    return list(in, BookstorePages.SEARCH_RESULTS, words, found);
  }

  private HtmlPage list(Parameters in, BookstorePages page, String about, Choice choice)
      throws SQLException {
    Visitor visitor = Visitor.of(in);
    record Listing(List<Line> lines, List<Promotion> promotions) {}
    Listing found =
        shop.read(reads -> new Listing(ItemQueries.list(reads, choice), promotions(shop, reads)));
    HtmlPage out = shop.page(page, about);
    PageParts.promotions(out, visitor, found.promotions());
    PageParts.lines(out, visitor, shop.itemPath(), found.lines());
    return shop.ways(out, visitor);
  }

  HtmlPage searchRequest(Parameters in) throws SQLException {
    Visitor visitor = Visitor.of(in);
    List<Promotion> promotions = shop.read(reads -> promotions(shop, reads));
    HtmlPage out = shop.page(BookstorePages.SEARCH_REQUEST);
    PageParts.promotions(out, visitor, promotions);
    PageParts.searchForm(out, visitor, BookstorePages.SEARCH_RESULTS.path());
    return shop.ways(out, visitor);
  }

  HtmlPage productDetail(Parameters in) throws SQLException {
    Visitor visitor = Visitor.of(in);
    Detail found = found(shop, in.id("itemId"));
    Item item = found.item();
    HtmlPage out = shop.page(BookstorePages.PRODUCT_DETAIL, item.title());
    detail(out, item);
    out.linkLine(
        PageParts.item(visitor, BookstorePages.SHOPPING_CART.path(), item.id()),
        "Put it into the cart");
    out.linkLine(
        PageParts.item(visitor, BookstorePages.ADMIN_REQUEST.path(), item.id()), "Change it");
    out.element("h2", "Who bought it also bought");
    PageParts.lines(out, visitor, shop.itemPath(), found.related());
    return shop.ways(out, visitor);
  }

  /** A book and its related books. */
  record Detail(Item item, List<Line> related) {}

  static Detail found(Bookshop shop, int id) throws SQLException {
    return shop.read(
        reads -> {
          Item item = reads.row("item", id, c -> ItemQueries.get(c, id));
          reads.gap();
          return new Detail(item, reads.once(c -> ItemQueries.titles(c, item.related())));
        });
  }

  static HtmlPage detail(HtmlPage out, Item item) {
    return out.open("p")
        .image(Url.of(item.image()), item.title())
        .close("p")
        .element("p", item.description())
        .markup("<table><tbody>")
        .fact("Author", item.author())
        .fact("Subject", item.subject())
        .fact("Publisher", item.publisher())
        .fact("Published", item.published())
        .fact("Suggested price", item.retailPrice())
        .fact("Our price", item.cost())
        .fact("Backing", item.backing())
        .fact("Pages", item.pages())
        .fact("Centimetres", item.dimensions())
        .fact("ISBN", item.isbn())
        .fact("In stock", item.stock())
        .endTable();
  }

  /**
   * Returns the search words: letters, digits and blanks, in capitals as the generated names are.
   */
  static String words(Parameters in) {
    String words = in.text("searchString", 1, MAX_SEARCH_CHARS).toUpperCase(Locale.ROOT);
    if (!words.matches("[A-Z0-9 ]{1," + MAX_SEARCH_CHARS + "}")) {
      throw PageError.badRequest(
          "The parameter searchString has other characters than letters from A to Z, digits and"
              + " blanks; give only these.");
    }
    return words;
  }

  /** Returns a parameter that must be one of several values. */
  static String choice(Parameters in, String name, List<String> allowed) {
    String value = in.text(name, 1, 40);
    if (!allowed.contains(value)) {
      throw PageError.badRequest(
          "The parameter "
              + name
              + " is \""
              + value
              + "\"; give one of "
              + String.join(", ", allowed)
              + ".");
    }
    return value;
  }
}
