package io.headwaiter.cli;

import com.zaxxer.hikari.HikariDataSource;
import io.headwaiter.apps.DataSources;
import io.headwaiter.apps.PageBurden;
import io.headwaiter.apps.PageWork;
import io.headwaiter.apps.auction.Auction;
import io.headwaiter.apps.bookstore.Bookstore;
import io.headwaiter.apps.bookstore.BookstoreOptions;
import io.headwaiter.apps.supplier.Supplier;
import io.headwaiter.apps.supplier.SupplierOptions;
import io.headwaiter.baseline.TomcatOptions;
import io.headwaiter.baseline.TomcatServer;
import io.headwaiter.jdbc.HoldingPolicy;
import io.headwaiter.jdbc.pool.PoolAdapter;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.sql.DataSource;
import org.apache.catalina.Context;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The flags that choose the shop or the application, and the database. */
final class ShopOptions {
  /** The shops to choose from. */
  enum App {
    AUCTION,
    BOOKSTORE,
    SUPPLIER
  }

  @Option(names = "--app", description = "auction, bookstore or supplier. Default: auction.")
  private App app = App.AUCTION;

  @Mixin private DatabaseFlags database;

  @Option(
      names = "--db-connections",
      description =
          "Size of the connection pool, from 1. Default: 20, with --pools that of the profile. Not with tune"
              + " pools, which looks for it.")
  private Integer connectionsWanted;

  @Option(
      names = "--test-on-borrow",
      description =
          "The pool tries out a connection each time before it lends it, not only after it was idle for half"
              + " a second.")
  private boolean testOnBorrow;

  private int connections = 20;

  @Option(
      names = "--connection-policy",
      description =
          "How long a request has a database connection: transaction (until the page closes it), request (to"
              + " the request's end) or adaptive. Default: transaction, with --server stock the pool as it comes.")
  private HoldingPolicy connectionPolicy;

  @Option(
      names = "--request-deadline-millis",
      description =
          "How long a request may take with its database connections, from 1: what it waits for then, and a"
              + " query to a database that hangs, ends with an error. Default: none.")
  private Integer requestDeadlineMillis;

  @Mixin private AuctionFlags auction;

  @Option(
      names = "--page-work-kib",
      defaultValue = "0",
      description =
          "Additional work of every dynamic page: so many KiB hashed, 0 to 100000. Default: 0.")
  private int pageWorkKib;

  @Option(names = "--data-seed", defaultValue = "1", description = "Seed of the data. Default: 1.")
  private long seed;

  @Mixin private BookstoreFlags bookstore;

  @Mixin private SupplierFlags supplier;

  @Mixin private WarFlags war;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  /** Returns the size that the flag gives; null if it gives none. */
  Integer connectionsWanted() {
    return connectionsWanted;
  }

  /** Sets the size of the connection pool, unless the flag gives it. */
  void proposeConnections(int size) {
    connections = size;
  }

  /** Chooses a built-in shop. */
  void choose(App chosen) {
    app = chosen;
  }

  /** Returns what is served, for messages. */
  String label() {
    return war.isGiven() ? war.file().toString() : "the " + app.name().toLowerCase(Locale.ROOT);
  }

  /** Checks the flags, before any work is done. */
  void check() {
    war.check(spec.commandLine());
    database.check(spec.commandLine(), war.hasDriver());
    checkShop(spec.commandLine());
  }

  private void checkShop(CommandLine line) {
    switch (app) {
      case AUCTION -> bookstore.refuseAnyGiven(line);
      case BOOKSTORE -> bookstore.check();
      case SUPPLIER -> bookstore.refuseAllButItems(line);
    }
    if (app == App.SUPPLIER) {
      supplier.check(line, bookstore.items());
    } else {
      supplier.refuseAnyGiven(line);
    }
    if (app == App.AUCTION) {
      auction.check(line);
    } else {
      auction.refuseAnyGiven(line);
    }
  }

  /** Returns the default workload of the shop. */
  LoadFlags.Workload workload() {
    return switch (app) {
      case AUCTION -> LoadFlags.Workload.AUCTION_BIDDING;
      case BOOKSTORE ->
          bookstore.options().types() == BookstoreOptions.Types.EIGHT
              ? LoadFlags.Workload.BOOKSTORE_PROFILING
              : LoadFlags.Workload.BOOKSTORE_SHOPPING;
      case SUPPLIER -> LoadFlags.Workload.SUPPLIER;
    };
  }

  /** Returns the number of registered users or customers of the shop. */
  int users() {
    return switch (app) {
      case AUCTION -> auction.scale().users();
      case BOOKSTORE -> bookstore.scale().customers();
      case SUPPLIER -> supplier.scale(bookstore.items()).customers();
    };
  }

  /** Returns the number of auctions, past and open, of books or of items. */
  int items() {
    return switch (app) {
      case AUCTION -> auction.scale().oldItems() + auction.scale().activeItems();
      case BOOKSTORE -> bookstore.scale().items();
      case SUPPLIER -> supplier.scale(bookstore.items()).items();
    };
  }

  /**
   * Opens a pool on the database; fails at once, with a sentence, when the database does not
   * answer.
   *
   * @param patience longest wait of a request for one of its connections, at least 250 ms
   */
  HikariDataSource open(Duration patience) throws SQLException, IOException, InterruptedException {
    check();
    requireWar();
    connections = connectionsWanted == null ? connections : connectionsWanted;
    if (testOnBorrow) {
      DataSources.testOnBorrow();
    }
    HikariDataSource source = pool();
    try (Connection connection = source.getConnection()) {
      connection.isValid(/* timeout seconds= */ 5);
    } catch (SQLException e) {
      source.close();
      throw new SQLException(
          database
              + " cannot be reached ("
              + e.getMessage()
              + "). Is it running, and are --db, --db-user right?",
          e);
    }
    // Only now, so that a missing database is not waited for that long.
    source.setConnectionTimeout(patience.toMillis());
    source.setValidationTimeout(Math.min(source.getValidationTimeout(), patience.toMillis()));
    return source;
  }

  private HikariDataSource pool() throws IOException, InterruptedException {
    if (database.isEmbedded()) {
      String name = war.isGiven() ? "application" : app.name().toLowerCase(Locale.ROOT);
      return DataSources.embedded(name, connections);
    }
    DatabaseFlags.Login login = database.login(connections);
    try {
      return war.isGiven() || war.hasDriver()
          ? war.pool(login.url(), login.user(), login.password(), connections)
          : DataSources.pool(
              login.url(),
              login.user(),
              login.password(),
              connections,
              DataSources.CONNECTION_PATIENCE);
    } catch (RuntimeException e) {
      // HikariCP's own messages name the URL, and not what to do.
      throw new IOException(
          "No pool can be made for "
              + login.url()
              + ". Is the jar of its driver given with --db-driver?",
          e);
    }
  }

  /** Returns the environment of a server started with these flags: the database's password. */
  Map<String, String> environment() {
    return database.environment();
  }

  /** Returns the additional work of every page at the start. */
  PageWork pageWork() {
    return new PageWork(pageWorkKib);
  }

  /**
   * Returns the object that lends the pool's connections to requests.
   *
   * @param otherwise how long a request keeps a connection unless the flag says it; null to use the
   *     pool directly
   * @param patience longest wait for a connection
   * @return null if requests use the pool directly
   */
  RequestConnections connections(PoolAdapter pool, HoldingPolicy otherwise, Duration patience) {
    HoldingPolicy policy = connectionPolicy == null ? otherwise : connectionPolicy;
    Duration deadline =
        requestDeadlineMillis == null ? null : Duration.ofMillis(requestDeadlineMillis);
    return policy == null ? null : new RequestConnections(pool, policy, patience, deadline);
  }

  /** Throws if the deadline is below 1 ms, or if nothing would enforce it. */
  void checkDeadline(HoldingPolicy otherwise) {
    if (requestDeadlineMillis == null) {
      return;
    }
    if (requestDeadlineMillis < 1) {
      throw new ParameterException(
          spec.commandLine(),
          "--request-deadline-millis must be at least 1, got " + requestDeadlineMillis + ".");
    }
    if (connectionPolicy == null && otherwise == null) {
      throw new ParameterException(
          spec.commandLine(),
          "--request-deadline-millis is kept to by whatever lends requests their connections; a stock"
              + " server has that with --connection-policy only. Add it.");
    }
  }

  /** Throws if a file or address is unusable, before a database or a server is started. */
  void requireWar() throws IOException {
    if (war.isGiven()) {
      war.application(spec.commandLine());
    } else if (app == App.SUPPLIER) {
      supplier.options();
    }
  }

  /** Returns the WAR of a user's application; null for a shop. */
  Path war() {
    return war.file();
  }

  /**
   * Starts a server with the shop or the application.
   *
   * @param before adds filters in front of its servlets
   * @param connections lends the pool's connections; null to use the pool directly
   * @param burden of every page of a shop, which may change while it serves
   */
  TomcatServer start(
      TomcatOptions options,
      Consumer<Context> before,
      PoolAdapter pool,
      RequestConnections connections,
      PageBurden burden)
      throws IOException {
    Function<Context, DataSource> source =
        context -> {
          before.accept(context);
          return connections == null ? pool.source() : connections.install(context);
        };
    if (war.isGiven()) {
      return TomcatServer.start(options, war.application(spec.commandLine()), source);
    }
    SupplierOptions served = app == App.SUPPLIER ? supplier.options() : null;
    return TomcatServer.start(
        options, context -> install(context, source.apply(context), burden, served));
  }

  private void install(
      Context context, DataSource source, PageBurden burden, SupplierOptions served) {
    switch (app) {
      case AUCTION -> Auction.install(context, source, burden);
      case BOOKSTORE -> Bookstore.install(context, source, bookstore.options(), burden);
      case SUPPLIER -> Supplier.install(context, source, served, burden);
    }
  }

  /** Makes sure that the shop's data is in the database. */
  void fill(HikariDataSource source) {
    if (war.isGiven()) {
      return; // an application makes its own data
    }
    switch (app) {
      case AUCTION -> Auction.createAndFill(source, auction.scale(), seed);
      case BOOKSTORE -> Bookstore.createAndFill(source, bookstore.scale(), seed);
      case SUPPLIER -> Supplier.createAndFill(source, supplier.scale(bookstore.items()), seed);
    }
  }
}
