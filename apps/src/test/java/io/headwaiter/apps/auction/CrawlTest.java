package io.headwaiter.apps.auction;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import io.headwaiter.apps.WellFormed;
import java.net.http.HttpResponse;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Queue;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A visitor that follows every link, nearest first. */
@Tag("once")
class CrawlTest {
  private static final int MAX_PAGES = 2500;
  private static final Pattern LINK = Pattern.compile("(?:href|src)=\"([^\"]*)\"");

  @Test
  void linksLeadToValidReadOnlyPages() throws Exception {
    Set<String> reached = new LinkedHashSet<>();
    try (HikariDataSource source = Shops.tiny();
        AuctionServer server = new AuctionServer(source)) {
      Queue<String> toVisit = new ArrayDeque<>();
      Set<String> seen = new LinkedHashSet<>();
      toVisit.add("/");
      int visited = 0;
      while (!toVisit.isEmpty() && visited++ < MAX_PAGES) {
        String path = toVisit.remove();
        reached.add(path.replaceAll("\\?.*", ""));
        HttpResponse<String> response = server.get(path);
        assertThat(response.statusCode()).as(path).isEqualTo(200);
        if (response.headers().firstValue("Content-Type").orElse("").startsWith("text/html")) {
          assertThat(WellFormed.problems(response.body())).as(path).isEmpty();
          Matcher link = LINK.matcher(response.body());
          while (link.find()) {
            String target = link.group(1).replace("&amp;", "&");
            if (seen.add(target)) {
              toVisit.add(target);
            }
          }
        }
      }
      assertThat(visited).isGreaterThan(1500);
    }
    assertThat(reached)
        .contains(
            "/Home",
            "/SearchItemsInCategory",
            "/SearchItemsInRegion",
            "/ViewItem",
            "/ViewUserInfo",
            "/ViewBidHistory",
            "/PutBidAuth",
            "/BuyNowAuth",
            "/PutCommentAuth")
        .doesNotContain(
            "/StoreBid", "/StoreBuyNow", "/StoreComment", "/RegisterItem", "/RegisterUser");
  }

  @Test
  void checkerFindsMalformedPages() {
    assertThat(WellFormed.problems("<!DOCTYPE html><p>a &amp; b</p>")).isEmpty();
    assertThat(WellFormed.problems("<p></p>")).isNotEmpty();
    assertThat(WellFormed.problems("<!DOCTYPE html><p>a & b</p>")).isNotEmpty();
    assertThat(WellFormed.problems("<!DOCTYPE html><p>a < b</p>")).isNotEmpty();
    assertThat(WellFormed.problems("<!DOCTYPE html><p><b></p></b>")).isNotEmpty();
    assertThat(WellFormed.problems("<!DOCTYPE html><p>")).isNotEmpty();
    assertThat(WellFormed.problems("<!DOCTYPE html><p class=x></p>")).isNotEmpty();
  }

  @Test
  void pagesAreNumberedAsInTheTransitionTables() {
    assertThat(Arrays.stream(AuctionPages.values()).map(AuctionPages::number))
        .containsExactlyElementsOf(IntStream.range(0, 27).boxed().toList());
    assertThat(AuctionPages.ABOUT_ME.path()).isEqualTo("/AboutMe");
    assertThat(AuctionPages.values())
        .filteredOn(page -> page.kind() == AuctionPages.Kind.WRITE)
        .hasSize(5);
  }
}
