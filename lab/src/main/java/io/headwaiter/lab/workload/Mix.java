package io.headwaiter.lab.workload;

/**
 * The customer mixes of the shops. The mean think time is an option of its own: 7 s for auction and
 * bookstore, 10 s where the bookstore has eight request types.
 */
public enum Mix {
  /** Auction: looking only, ten of the 27 interactions, no writes. */
  BROWSING("browsing", Site.AUCTION),
  /** Auction: looking, bidding, buying, selling and commenting. */
  BIDDING("bidding", Site.AUCTION),
  /** Bookstore: 95 % of the requests look, 5 % order (TPC-W). */
  BOOKSTORE_BROWSING("bookstore-browsing", Site.BOOKSTORE),
  /** Bookstore: 80 % look, 20 % order (TPC-W). */
  BOOKSTORE_SHOPPING("bookstore-shopping", Site.BOOKSTORE),
  /** Bookstore: half look, half order (TPC-W). */
  BOOKSTORE_ORDERING("bookstore-ordering", Site.BOOKSTORE),
  /** Bookstore with eight request types: the load that pools are profiled under. */
  BOOKSTORE_PROFILING("bookstore-profiling", Site.BOOKSTORE_EIGHT),
  /** Bookstore with eight request types: many looks at single books, few buyers. */
  BOOKSTORE_LOAD_1("bookstore-load-1", Site.BOOKSTORE_EIGHT),
  /** Bookstore with eight request types: many searches, few buyers. */
  BOOKSTORE_LOAD_2("bookstore-load-2", Site.BOOKSTORE_EIGHT);

  /** Whose customers they are. */
  public enum Site {
    /** The auction with its 27 interactions. */
    AUCTION,
    /** The bookstore with TPC-W's 14 interactions. */
    BOOKSTORE,
    /** The bookstore with the eight request types of Totok and Karamcheti. */
    BOOKSTORE_EIGHT
  }

  private final String label;
  private final Site site;

  Mix(String label, Site site) {
    this.label = label;
    this.site = site;
  }

  /** Name in options, logs and resource files. */
  public String label() {
    return label;
  }

  /** Whose customers they are. */
  public Site site() {
    return site;
  }
}
