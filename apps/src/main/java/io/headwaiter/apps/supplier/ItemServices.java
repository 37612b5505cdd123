package io.headwaiter.apps.supplier;

import io.headwaiter.apps.Parameters;
import io.headwaiter.apps.Sql;
import io.headwaiter.apps.TpcLists;
import io.headwaiter.apps.supplier.ItemQueries.Item;
import io.headwaiter.apps.supplier.ItemQueries.Listed;
import java.math.BigDecimal;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** New Products, Product Detail and Change Item. */
final class ItemServices {
  /** The most items that New Products lists, as in TPC-App. */
  static final int LISTED_MAX = 50;

  /** The most items that one Product Detail asks for, as in TPC-App. */
  static final int DETAILED_MAX = 15;

  private static final String ITEMS = "items";
  private static final String ITEM_ID = "itemId";
  private static final String SINCE = "publishedSince";
  private static final LocalDate ALL = LocalDate.of(1900, 1, 1);
  private static final BigDecimal COST_MIN = new BigDecimal("0.01");
  private static final BigDecimal COST_MAX = new BigDecimal("9999.99");

  private final SupplierShop shop;

  ItemServices(SupplierShop shop) {
    this.shop = shop;
  }

  Fields newProducts(Fields in) throws SQLException {
    Parameters parameters = in.parameters();
    String subject = Choices.one(parameters, "subject", TpcLists.SUBJECTS);
    LocalDate since = parameters.has(SINCE) ? Choices.date(parameters, SINCE) : ALL;
    int most = parameters.integerOr("limit", LISTED_MAX, 1, LISTED_MAX);
    List<Listed> found = Sql.read(shop.source(), c -> ItemQueries.newest(c, subject, since, most));
    return new Fields()
        .with("subject", subject)
        .with(ITEMS, found.stream().map(ItemServices::shown).toList());
  }

  Fields productDetail(Fields in) throws SQLException {
    Set<Integer> ids = new LinkedHashSet<>();
    for (Fields entry : in.entries(ITEMS, DETAILED_MAX)) {
      ids.add(entry.parameters().id(ITEM_ID));
    }
    List<Item> found = Sql.read(shop.source(), c -> ItemQueries.items(c, ids));
    return new Fields().with(ITEMS, found.stream().map(ItemServices::detailed).toList());
  }

  /** Changes the price of an item, which is new from then on. */
  Fields changeItem(Fields in) throws SQLException {
    Parameters parameters = in.parameters();
    int id = parameters.id(ITEM_ID);
    BigDecimal cost = parameters.money("cost", COST_MIN, COST_MAX);
    LocalDate today = shop.today();
    Item changed =
        Sql.inTransaction(
            shop.source(),
            c -> {
              if (!ItemQueries.change(c, id, cost, today)) {
                throw ItemQueries.noSuchItem(id);
              }
              return ItemQueries.items(c, List.of(id)).get(0);
            });
    return detailed(changed);
  }

  private static Fields shown(Listed item) {
    return new Fields()
        .with(ITEM_ID, item.id())
        .with("title", item.title())
        .with("author", item.author())
        .with("published", item.published())
        .with("cost", item.cost());
  }

  private static Fields detailed(Item item) {
    return shown(item.listed())
        .with("publisher", item.publisher())
        .with("subject", item.subject())
        .with("description", item.description())
        .with("retailPrice", item.retailPrice())
        .with("isbn", item.isbn())
        .with("pages", item.pages())
        .with("backing", item.backing())
        .with("stock", item.stock());
  }
}
