package io.headwaiter.apps.auction;

import io.headwaiter.apps.HtmlPage;
import io.headwaiter.apps.PageError;
import io.headwaiter.apps.Parameters;
import io.headwaiter.apps.Sql;
import io.headwaiter.apps.Url;
import io.headwaiter.apps.auction.ItemQueries.Line;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.List;

/** Interactions 4 to 8: categories, regions and the lists of items in them. */
final class BrowsePages {
  private static final int DEFAULT_ITEMS = 20;
  private static final int MAX_ITEMS = 100;
  private static final int MAX_PAGE = 100_000;

  private final Shop shop;

  BrowsePages(Shop shop) {
    this.shop = shop;
  }

  /** A category or region. */
  record Place(int id, String name) {}

  /** Returns all categories. */
  static List<Place> categories(Connection c) throws SQLException {
    return Sql.list(
        c,
        "SELECT id, name FROM categories ORDER BY id",
        r -> new Place(r.getInt(1), r.getString(2)));
  }

  HtmlPage browseCategories(Parameters in) throws SQLException {
    List<Place> categories = Sql.read(shop.source(), BrowsePages::categories);
    HtmlPage out = shop.page("Browse the categories");
    Url list = Url.of(AuctionPages.SEARCH_ITEMS_IN_CATEGORY.path());
    return links(out, categories, list);
  }

  HtmlPage browseRegions(Parameters in) throws SQLException {
    List<Place> regions =
        Sql.read(
            shop.source(),
            c ->
                Sql.list(
                    c,
                    "SELECT id, name FROM regions ORDER BY id",
                    r -> new Place(r.getInt(1), r.getString(2))));
    HtmlPage out = shop.page("Browse the regions").open("ul");
    for (Place region : regions) {
      Url to =
          Url.of(AuctionPages.BROWSE_CATEGORIES_IN_REGION.path()).with("region", region.name());
      out.open("li").link(to, region.name()).close("li");
    }
    return out.close("ul");
  }

  HtmlPage browseCategoriesInRegion(Parameters in) throws SQLException {
    String name = in.text("region", 1, 25);
    return Sql.read(
        shop.source(),
        c -> {
          Place region = region(c, name);
          Url list = Url.of(AuctionPages.SEARCH_ITEMS_IN_REGION.path()).with("region", region.id());
          return links(shop.page("Categories in " + region.name()), categories(c), list);
        });
  }

  HtmlPage searchItemsInCategory(Parameters in) throws SQLException {
    Listing listing = Listing.of(in);
    Timestamp now = shop.now();
    List<Line> found =
        Sql.read(
            shop.source(),
            c ->
                ItemQueries.inCategory(
                    c, listing.category(), now, listing.skip(), listing.size() + 1));
    return list(listing, found, Url.of(AuctionPages.SEARCH_ITEMS_IN_CATEGORY.path()));
  }

  HtmlPage searchItemsInRegion(Parameters in) throws SQLException {
    Listing listing = Listing.of(in);
    int region = in.id("region");
    Timestamp now = shop.now();
    List<Line> found =
        Sql.read(
            shop.source(),
            c ->
                ItemQueries.inRegion(
                    c, region, listing.category(), now, listing.skip(), listing.size() + 1));
    Url here = Url.of(AuctionPages.SEARCH_ITEMS_IN_REGION.path()).with("region", region);
    return list(listing, found, here);
  }

  /** The part of a category that a request asks for. */
  private record Listing(int category, String categoryName, int page, int size) {
    static Listing of(Parameters in) {
      return new Listing(
          in.id("category"),
          in.text("categoryName", 0, 50),
          in.integerOr("page", 0, 0, MAX_PAGE),
          in.integerOr("nbOfItems", DEFAULT_ITEMS, 1, MAX_ITEMS));
    }

    int skip() {
      return page * size;
    }
  }

  /** Shows a list. The caller reads one item more than is shown, to know of a next page. */
  private HtmlPage list(Listing listing, List<Line> found, Url here) {
    String name = listing.categoryName();
    HtmlPage out = shop.page(name.isEmpty() ? "Items" : "Items in " + name);
    if (found.isEmpty()) {
      out.element(
          "p",
          listing.page() == 0
              ? "Sorry, no item is on offer here at the moment."
              : "Sorry, there are no more items here.");
    } else {
      boolean more = found.size() > listing.size();
      ItemTables.lines(out, more ? found.subList(0, listing.size()) : found);
      turn(out, listing, here, listing.page() + 1, more, "Next page");
    }
    return turn(out, listing, here, listing.page() - 1, listing.page() > 0, "Previous page");
  }

  private static HtmlPage turn(
      HtmlPage out, Listing listing, Url here, int page, boolean exists, String label) {
    if (!exists) {
      return out;
    }
    return out.linkLine(
        here.with("category", listing.category())
            .with("categoryName", listing.categoryName())
            .with("page", page)
            .with("nbOfItems", listing.size()),
        label);
  }

  private static HtmlPage links(HtmlPage out, List<Place> categories, Url list) {
    out.open("ul");
    for (Place category : categories) {
      Url to =
          list.with("category", category.id())
              .with("categoryName", category.name())
              .with("page", 0)
              .with("nbOfItems", DEFAULT_ITEMS);
      out.open("li").link(to, category.name()).close("li");
    }
    return out.close("ul");
  }

  /** Returns the region with this name; RUBiS sends the name and not the number. */
  static Place region(Connection c, String name) throws SQLException {
    return Sql.first(
            c,
            "SELECT id, name FROM regions WHERE name = ?",
            r -> new Place(r.getInt(1), r.getString(2)),
            name)
        .orElseThrow(
            () ->
                PageError.notFound(
                    "There is no region " + name + "; the page Browse the regions lists them."));
  }
}
