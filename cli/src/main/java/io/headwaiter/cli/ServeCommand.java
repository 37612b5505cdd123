package io.headwaiter.cli;

import com.zaxxer.hikari.HikariDataSource;
import io.headwaiter.apps.DataSources;
import io.headwaiter.apps.PageBurden;
import io.headwaiter.baseline.ThreadWaits;
import io.headwaiter.baseline.TomcatOptions;
import io.headwaiter.baseline.TomcatServer;
import io.headwaiter.baseline.TracedConnector;
import io.headwaiter.core.trace.StageTotals;
import io.headwaiter.front.config.HeadwaiterOption;
import io.headwaiter.front.config.HeadwaiterSettings;
import io.headwaiter.jdbc.HoldingPolicy;
import io.headwaiter.jdbc.pool.PoolAdapter;
import io.headwaiter.jdbc.pool.PoolAdapters;
import io.headwaiter.lab.server.Keystore;
import io.headwaiter.lab.server.ServedPools;
import io.headwaiter.tomcat.BoringsslImplementation;
import io.headwaiter.tomcat.ConnectorControl;
import io.headwaiter.tomcat.HeadwaiterProtocol;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.catalina.Context;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code headwaiter serve}: serves a shop or an application over TLS, on the chosen server. */
@Command(
    name = "serve",
    description = {
      "Serves a shop, or an application of your own, over HTTPS.",
      "Prints READY when it accepts connections; ends with Ctrl-C."
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
class ServeCommand implements Callable<Integer> {
  /** The admin port of {@code serve}; a connector elsewhere has none unless it is given one. */
  static final String ADMIN_PORT = "9180";

  private static final FreePorts.Flags PUBLIC = new FreePorts.Flags("--address", "--port");
  private static final FreePorts.Flags ADMIN =
      new FreePorts.Flags("--admin-address", "--admin-port");
  // HikariCP accepts no less.
  private static final int CONNECTION_TIMEOUT_MILLIS_MIN = 250;

  @Option(
      names = "--address",
      defaultValue = "127.0.0.1",
      description = "Address to listen on. Default: 127.0.0.1.")
  private String address;

  @Option(
      names = "--port",
      defaultValue = "8443",
      description = "HTTPS port; 0 takes a free one. Default: 8443.")
  private int port;

  @Option(
      names = "--keystore",
      description = "PKCS12 or JKS file with the server's key. Default: a self-signed trial key.")
  private Path keystore;

  @Option(
      names = "--keystore-password",
      defaultValue = "",
      description = "Password of the keystore and of its key.")
  private String keystorePassword;

  @Option(
      names = "--connection-timeout-millis",
      description =
          "Longest wait of a request for a database connection, 250 to 600000; then it gets a 503. Default:"
              + " 10000; with --tunable 600000.")
  private Integer connectionTimeoutMillis;

  @Option(
      names = "--control-port",
      hidden = true,
      description =
          "For experiments: a port on the loopback address that changes the shop while it runs.")
  private Integer controlPort;

  @Option(
      names = "--verbose",
      description = "Also the log lines of the container and the pool that are no warnings.")
  private boolean verbose;

  @Mixin private ConnectorFlags connector;

  @Mixin private WorkerFlags workers;

  @Mixin private ShopOptions shop;

  @Mixin private PoolFlags pools;

  @Spec private CommandSpec spec;

  private final Map<String, String> headwaiterAttributes = new TreeMap<>();

  /** Returns the map into which the flags of {@code HeadwaiterOption} put their values. */
  Map<String, String> headwaiterAttributes() {
    return headwaiterAttributes;
  }

  /** Returns what is served. */
  ShopOptions shop() {
    return shop;
  }

  @Override
  public Integer call() throws Exception {
    if (!verbose) {
      QuietLogs.begin();
    }
    Consumer<Context> prepare = connector.prepare();
    boolean ours = isOurs();
    HoldingPolicy policy = ours ? HoldingPolicy.TRANSACTION : null;
    shop.checkDeadline(policy);
    readPools();
    Map<String, String> attributes = attributes();
    check(attributes);
    TomcatOptions options = options(attributes);
    try (HikariDataSource source = open()) {
      shop.fill(source);
      PageBurden burden = new PageBurden(shop.pageWork());
      PoolAdapter pool = PoolAdapters.around(source);
      Duration patience = Duration.ofMillis(source.getConnectionTimeout());
      RequestConnections connections = shop.connections(pool, policy, patience);
      try (TomcatServer running = shop.start(options, prepare, pool, connections, burden);
          ThreadWaits waits = connector.isTraced() ? ThreadWaits.start() : null;
          ControlPort control = controlled(running, pool, burden, connections, waits)) {
        if (running.connector().getProtocolHandler() instanceof HeadwaiterProtocol protocol) {
          DatabaseGauge gauge = new DatabaseGauge(pool);
          protocol.addResource(gauge);
          protocol.addStatus(new HoldingStatus(connections));
          if (pools.isGiven()) {
            ConnectorControl.sizeByProfile(protocol, pools.bounds(), pools.profile(), gauge);
          } else if (pools.isTunable()) {
            ConnectorControl.allowTuning(protocol, gauge);
          }
        }
        announce(options, running, control);
        awaitEnd(running);
      }
    }
    return 0;
  }

  private boolean isOurs() {
    return connector.isOurs(headwaiterAttributes);
  }

  /** Checks all that can be checked before a database or a server is started. */
  private void check(Map<String, String> attributes) throws IOException {
    shop.check();
    shop.requireWar();
    connectionTimeout();
    if (keystore != null) {
      Keystores.check(keystore, keystorePassword);
    }
    if (isOurs()) {
      HeadwaiterSettings settings = settings(attributes);
      settings.check();
      if (settings.admin().port() > 0) {
        requireTwoPorts(settings);
        FreePorts.require(ADMIN, settings.admin().address(), settings.admin().port());
      }
    }
    FreePorts.require(PUBLIC, address, port);
  }

  private void requireTwoPorts(HeadwaiterSettings settings) {
    if (settings.admin().port() == port) {
      throw new ParameterException(
          spec.commandLine(),
          "--port and --admin-port are both " + port + ". Give two ports, or 0 for any free one.");
    }
  }

  private static HeadwaiterSettings settings(Map<String, String> attributes) {
    Map<HeadwaiterOption, String> explicit = new EnumMap<>(HeadwaiterOption.class);
    attributes.forEach(
        (name, value) ->
            HeadwaiterOption.byName(name).ifPresent(option -> explicit.put(option, value)));
    return new HeadwaiterSettings(explicit, System::getProperty, System::getenv);
  }

  /** Opens the pool, with the wait for a connection that the flags give. */
  HikariDataSource open() throws SQLException, IOException, InterruptedException {
    return shop.open(connectionTimeout());
  }

  private Duration connectionTimeout() {
    int longest = ServedPools.TIMEOUT_MILLIS;
    int otherwise = pools.isTunable() ? longest : (int) DataSources.CONNECTION_PATIENCE.toMillis();
    int millis = connectionTimeoutMillis == null ? otherwise : connectionTimeoutMillis;
    if (millis < CONNECTION_TIMEOUT_MILLIS_MIN || millis > longest) {
      throw new ParameterException(
          spec.commandLine(),
          "--connection-timeout-millis must be from %d to %d, got %d."
              .formatted(CONNECTION_TIMEOUT_MILLIS_MIN, longest, millis));
    }
    return Duration.ofMillis(millis);
  }

  /** Reads the profile; its best sizes are the first ones, unless a flag gives others. */
  private void readPools() throws IOException {
    pools.read();
    if ((pools.isGiven() || pools.isTunable()) && !isOurs()) {
      throw new ParameterException(
          spec.commandLine(),
          "--pools and --tunable are for --server headwaiter; a stock Tomcat keeps the sizes it is"
              + " given.");
    }
    pools
        .first(shop.connectionsWanted())
        .ifPresent(
            sizes -> {
              workers.propose(sizes.threads());
              shop.proposeConnections(sizes.connections());
            });
  }

  /** Opens the control port, with the knobs that were asked for; null if nothing was. */
  private ControlPort controlled(
      TomcatServer running,
      PoolAdapter pool,
      PageBurden burden,
      RequestConnections connections,
      ThreadWaits waits)
      throws IOException {
    if (controlPort == null && !connector.isTraced()) {
      return null;
    }
    Map<String, Consumer<String>> knobs =
        controlPort == null
            ? Map.of()
            : ServeKnobs.of(burden, running.connector(), pool, connections);
    return ControlPort.open(controlPort == null ? 0 : controlPort, knobs, pages(running, waits));
  }

  /**
   * Returns the pages of the control port.
   *
   * @param waits null if connections are not traced
   */
  private static Map<String, Supplier<String>> pages(TomcatServer running, ThreadWaits waits) {
    if (waits != null
        && running.connector().getProtocolHandler() instanceof TracedConnector traced) {
      StageTotals totals = traced.stageTotals();
      return Map.of(
          "anatomy",
          () -> {
            waits.awaitFlush();
            return StagePage.json(totals, waits.bytesNanos(), waits.monitorNanos());
          });
    }
    return Map.of();
  }

  /** Returns the options of the server; makes a trial key if none was given. */
  private TomcatOptions options(Map<String, String> attributes) throws Exception {
    Path key = keystore;
    String password = keystorePassword;
    if (key == null) {
      Path folder = Files.createTempDirectory("headwaiter-serve");
      folder.toFile().deleteOnExit(); // the keystore in it is deleted first
      Keystore trial = Keystore.forTrial(folder);
      key = trial.file();
      password = trial.password();
    }
    return new TomcatOptions(
        connector.protocol(isOurs()), address, port, key, password, attributes);
  }

  /** Returns the attributes of the connector. */
  Map<String, String> attributes() {
    boolean ours = isOurs();
    Map<String, String> attributes = connector.attributes(headwaiterAttributes);
    if (ours) {
      attributes.putIfAbsent("adminPort", ADMIN_PORT);
      if (pools.isTunable()) {
        attributes.putIfAbsent("workerTimeoutMillis", Integer.toString(ServedPools.TIMEOUT_MILLIS));
      }
    }
    workers.putInto(attributes, ours);
    return attributes;
  }

  /** Returns what runs, in one sentence. */
  private String summary(TomcatOptions options, TomcatServer running) {
    if (!(running.connector().getProtocolHandler() instanceof HeadwaiterProtocol protocol)) {
      return "Serving " + shop.label() + " on a " + connector.label() + " Tomcat.";
    }
    boolean boringssl =
        BoringsslImplementation.class.getName().equals(protocol.getSslImplementationName());
    HeadwaiterSettings settings = settings(options.connectorAttributes());
    return "Serving %s on Tomcat with Headwaiter: admission %s%s, TLS by %s."
        .formatted(
            shop.label(),
            settings.admission(),
            settings.shadow() ? " in shadow mode, which refuses no visit" : "",
            boringssl ? "BoringSSL" : "the JDK");
  }

  private void announce(TomcatOptions options, TomcatServer running, ControlPort control) {
    spec.commandLine().getOut().println(summary(options, running));
    StringBuilder line = new StringBuilder("READY ").append(connector.isPlain() ? "http" : "https");
    line.append("://").append(address).append(':').append(running.port()).append('/');
    if (running.connector().getProtocolHandler() instanceof HeadwaiterProtocol protocol
        && protocol.adminAddressBound() != null) {
      boolean plain = settings(options.connectorAttributes()).admin().keystore().isEmpty();
      line.append(plain ? " admin=http://" : " admin=https://");
      line.append(protocol.adminAddressBound().getAddress().getHostAddress()).append(':');
      line.append(protocol.adminAddressBound().getPort()).append('/');
    }
    PrintWriter out = spec.commandLine().getOut();
    if (control != null) {
      line.append(" control=http://127.0.0.1:").append(control.port()).append('/');
    }
    out.println(line);
    out.flush();
  }

  /** Waits until the process is asked to end; then closes the server before the JVM ends. */
  private static void awaitEnd(TomcatServer running) throws InterruptedException {
    CountDownLatch end = new CountDownLatch(1);
    Thread hook =
        new Thread(
            () -> {
              running.close();
              end.countDown();
            },
            "headwaiter-end");
    Runtime.getRuntime().addShutdownHook(hook);
    end.await();
  }
}
