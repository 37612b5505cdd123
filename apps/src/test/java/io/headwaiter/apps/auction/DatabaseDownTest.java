package io.headwaiter.apps.auction;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.headwaiter.apps.DataSources;
import io.headwaiter.apps.Sql;
import io.headwaiter.apps.WellFormed;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A database that is missing, or fails in the middle of a page. */
@Tag("slow")
class DatabaseDownTest {
  private static final String SECRET = "secret detail of the driver";

  private HikariDataSource source;
  private AuctionServer server;

  /** The name of the connection method that fails; "getConnection" is that of the source. */
  private volatile String failing = "";

  @BeforeEach
  void start() throws Exception {
    source = Shops.tiny();
    server = new AuctionServer(breakable(DataSource.class, source));
  }

  @AfterEach
  void stop() throws Exception {
    server.close();
    source.close();
  }

  private <T> T breakable(Class<T> type, T target) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, args) -> {
              if (method.getName().equals(failing)) {
                throw new SQLException(SECRET);
              }
              try {
                Object result = method.invoke(target, args);
                return result instanceof Connection connection
                    ? breakable(Connection.class, connection)
                    : result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }

  private static void assertUnavailable(HttpResponse<String> response) {
    assertThat(response.statusCode()).isEqualTo(503);
    assertThat(response.headers().firstValue("Retry-After")).hasValue("5");
    assertThat(WellFormed.problems(response.body())).isEmpty();
    assertThat(response.body())
        .contains("Please try again")
        .doesNotContain(SECRET, "Exception", "jdbc", "\tat ");
  }

  @Test
  void databasePagesAnswer503AndRecover() throws Exception {
    for (String path :
        new String[] {
          "/BrowseCategories",
          "/ViewItem?itemId=1",
          "/ViewUserInfo?userId=1",
          "/AboutMe?nickname=user1&password=password1",
          "/StoreBuyNow?itemId=61&userId=1&maxQty=1&qty=1"
        }) {
      failing = "getConnection";
      assertUnavailable(server.get(path));
      failing = "prepareStatement";
      assertUnavailable(server.get(path));
      failing = "";
      assertThat(server.get(path).statusCode()).as(path).isEqualTo(200);
    }
    assertThat(source.getHikariPoolMXBean().getActiveConnections()).isZero();
  }

  @Test
  void pagesWithoutDatabaseStayAvailable() throws Exception {
    failing = "getConnection";
    for (AuctionPages page : AuctionPages.values()) {
      if (page.kind() == AuctionPages.Kind.STATIC) {
        assertThat(server.get(page.path()).statusCode()).isEqualTo(200);
      }
    }
    assertThat(server.get("/PutBidAuth?itemId=1").statusCode()).isEqualTo(200);
    assertThat(server.get("/images/logo.png").statusCode()).isEqualTo(200);
  }

  @Test
  void failedCommitLeavesNoTrace() throws Exception {
    String bid = "/StoreBid?itemId=61&userId=1&minBid=1&maxQty=1&qty=1&bid=9999&maxBid=9999";
    long before = bids();
    failing = "commit";
    assertUnavailable(server.get(bid));
    failing = "";
    assertThat(bids()).isEqualTo(before);
    assertThat(server.get(bid).statusCode()).isEqualTo(200);
    assertThat(bids()).isEqualTo(before + 1);
  }

  @Test
  void failedRollbackKeepsStatusAndLeaksNothing() throws Exception {
    failing = "rollback";
    String bid = "/StoreBid?itemId=999999&userId=1&minBid=1&maxQty=1&qty=1&bid=9999&maxBid=9999";
    assertThat(server.get(bid).statusCode()).isEqualTo(404);
    failing = "";
    assertThat(source.getHikariPoolMXBean().getActiveConnections()).isZero();
    assertThat(server.get("/ViewItem?itemId=61").statusCode()).isEqualTo(200);
  }

  private long bids() throws SQLException {
    return Sql.read(
        source,
        c ->
            Sql.first(c, "SELECT COUNT(*) FROM bids WHERE item_id = 61", row -> row.getLong(1))
                .orElseThrow());
  }

  @Test
  void unreachableDatabaseMakesPagesUnavailable() throws Exception {
    int closedPort;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      closedPort = socket.getLocalPort();
    }
    String url = "jdbc:h2:tcp://127.0.0.1:" + closedPort + "/mem:nothing";
    try (HikariDataSource dead = DataSources.pool(url, "sa", "", 2, Duration.ofMillis(250));
        AuctionServer shop = new AuctionServer(dead)) {
      assertUnavailable(shop.get("/BrowseRegions"));
      assertThat(shop.get("/Home").statusCode()).isEqualTo(200);
      assertThatThrownBy(() -> Auction.createAndFill(dead, Shops.TINY, 1))
          .isInstanceOf(IllegalStateException.class)
          .hasMessageContaining("cannot be created and filled");
    }
  }

  @Test
  void impossiblePoolsAreRefused() {
    assertThatThrownBy(() -> DataSources.embedded("a;b", 1))
        .hasMessageContaining("letters, digits");
    assertThatThrownBy(() -> DataSources.embedded("a", 0)).hasMessageContaining("at least 1");
    assertThatThrownBy(() -> DataSources.pool("h2:mem", "", "", 1, Duration.ofSeconds(1)))
        .hasMessageContaining("starts with jdbc:");
  }
}
