package io.headwaiter.load.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class AuctionCustomerTest {
  private static final AuctionSite SITE = new AuctionSite(100, 20, 62, 500);

  private static AuctionCustomer customer(long seed) {
    return new AuctionCustomer(SITE, new SplittableRandom(seed));
  }

  private static void show(AuctionCustomer customer, String page) {
    byte[] bytes = page.getBytes(StandardCharsets.UTF_8);
    PageScanner.scan(bytes, bytes.length, customer.lastPage());
  }

  @Property(tries = 100)
  void everyTargetIsUriWithItsPath(@ForAll long seed, @ForAll AuctionInteraction interaction) {
    AuctionCustomer customer = customer(seed);
    URI target = URI.create(customer.target(interaction));
    assertThat(target.getPath()).isEqualTo(interaction.path());
    assertThat(target.toString()).matches("[!-~]+");
  }

  @Test
  void takesItemFromLastPage() {
    AuctionCustomer customer = customer(1);
    show(customer, "<a href=\"/ViewItem?itemId=901\">x</a> <a href='/ViewItem?itemId=902'>y</a>");
    for (int i = 0; i < 20; i++) {
      assertThat(customer.target(AuctionInteraction.VIEW_ITEM))
          .isIn("/ViewItem?itemId=901", "/ViewItem?itemId=902");
    }
    String last = customer.target(AuctionInteraction.VIEW_ITEM);
    show(customer, "<p>nothing here</p>");
    assertThat(customer.target(AuctionInteraction.VIEW_ITEM)).isEqualTo(last);
  }

  @Test
  void followsPagesOfOneCategory() {
    AuctionCustomer customer = customer(2);
    String first = customer.target(AuctionInteraction.SEARCH_ITEMS_IN_CATEGORY);
    assertThat(first).contains("&page=0&nbOfItems=20");
    show(customer, "<a href=\"?category=3&page=7&nbOfItems=20\">next</a>");
    String second = customer.target(AuctionInteraction.SEARCH_ITEMS_IN_CATEGORY);
    assertThat(second).isEqualTo(first.replace("&page=0", "&page=7"));
  }

  @Test
  void bidsAboveMinimumBidOfForm() {
    AuctionCustomer customer = customer(3);
    show(
        customer,
        "<input type=hidden name=\"minBid\" value=\"12.5\">"
            + "<input type=hidden name=\"maxQty\" value=\"1\">"
            + "<input type=hidden name=\"itemId\" value=\"44\">");
    String target = customer.target(AuctionInteraction.STORE_BID);
    assertThat(target).contains("itemId=44", "minBid=12.50", "maxQty=1", "&qty=1");
    double bid = Double.parseDouble(target.replaceAll(".*&bid=([0-9.]+)&.*", "$1"));
    double maxBid = Double.parseDouble(target.replaceAll(".*&maxBid=([0-9.]+)&.*", "$1"));
    assertThat(bid).isBetween(13.5, 22.5);
    assertThat(maxBid - 12.5).isEqualTo(2 * (bid - 12.5));
  }

  @Test
  void commentsOnSellerOfPage() {
    AuctionCustomer customer = customer(4);
    show(customer, "<input name=\"to\" value=\"77\"><input name=\"itemId\" value=\"5\">");
    assertThat(customer.target(AuctionInteraction.STORE_COMMENT)).contains("?to=77&itemId=5&from=");
  }

  @Test
  void findsEachOwnImageOnce() {
    AuctionCustomer customer = customer(5);
    show(
        customer,
        "<img src=\"/a.png\"><img src=\"/b.png\"><img src=\"/a.png\">"
            + "<img src=\"https://elsewhere/c.png\"><img src=\"/d e.png\">");
    assertThat(customer.lastPage().images()).containsExactly("/a.png", "/b.png");
  }

  @Property(tries = 200)
  void scansAnyBytesWithBoundedImages(@ForAll byte[] page) {
    PageFacts facts = new PageFacts();
    PageScanner.scan(page, page.length, facts);
    assertThat(facts.images()).hasSizeLessThanOrEqualTo(16);
  }

  @Test
  void scansTruncatedMarkup() {
    String page = "<input name=\"itemId\" value=\"12.5\"> itemId=7 src=\"/x";
    byte[] bytes = page.getBytes(StandardCharsets.UTF_8);
    for (int length = 0; length <= bytes.length; length++) {
      PageScanner.scan(bytes, length, new PageFacts());
    }
    PageFacts facts = new PageFacts();
    PageScanner.scan(bytes, bytes.length, facts);
    assertThat(facts.anyItem(new SplittableRandom(1), 0)).isIn(12, 7);
  }
}
