package io.headwaiter.load.workload;

/**
 * The customer mixes of the shops. The mean think time is a separate option: 7 s for auction and
 * bookstore, 10 s for the bookstore with eight request types.
 */
public enum Mix {
  /** Auction: browsing only, ten of the 27 interactions, no writes. */
  BROWSING("browsing", Site.AUCTION),
  /** Auction: browsing, bidding, buying, selling and commenting. */
  BIDDING("bidding", Site.AUCTION),
  /** Bookstore: 95 % of the requests browse, 5 % order (TPC-W). */
  BOOKSTORE_BROWSING("bookstore-browsing", Site.BOOKSTORE),
  /** Bookstore: 80 % browse, 20 % order (TPC-W). */
  BOOKSTORE_SHOPPING("bookstore-shopping", Site.BOOKSTORE),
  /** Bookstore: half browse, half order (TPC-W). */
  BOOKSTORE_ORDERING("bookstore-ordering", Site.BOOKSTORE),
  /** Bookstore with eight request types: the load under which pools are profiled. */
  BOOKSTORE_PROFILING("bookstore-profiling", Site.BOOKSTORE_EIGHT),
  /** Bookstore with eight request types: many requests for single books, few buyers. */
  BOOKSTORE_LOAD_1("bookstore-load-1", Site.BOOKSTORE_EIGHT),
  /** Bookstore with eight request types: many searches, few buyers. */
  BOOKSTORE_LOAD_2("bookstore-load-2", Site.BOOKSTORE_EIGHT),
  /** Supplier: the seven interactions of TPC-App, as JSON. */
  SUPPLIER("supplier", Site.SUPPLIER),
  /** Supplier: the same as XML. */
  SUPPLIER_XML("supplier-xml", Site.SUPPLIER);

  /** The site that a mix is for. */
  public enum Site {
    /** The auction with its 27 interactions. */
    AUCTION,
    /** The bookstore with TPC-W's 14 interactions. */
    BOOKSTORE,
    /** The bookstore with the eight request types of Totok and Karamcheti. */
    BOOKSTORE_EIGHT,
    /** The supplier with TPC-App's seven interactions. */
    SUPPLIER
  }

  private final String label;
  private final Site site;

  Mix(String label, Site site) {
    this.label = label;
    this.site = site;
  }

  /** Returns the name in options, logs and resource files. */
  public String label() {
    return label;
  }

  /** Returns the site that the mix is for. */
  public Site site() {
    return site;
  }
}
