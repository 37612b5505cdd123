package io.headwaiter.cli;

import io.headwaiter.baseline.Architecture;
import io.headwaiter.baseline.ServiceValve;
import io.headwaiter.baseline.TracedProtocol;
import io.headwaiter.tomcat.HeadwaiterProtocol;
import io.headwaiter.tomcat.MultithreadedHeadwaiterProtocol;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.apache.catalina.Context;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Flags about the connector of {@code serve}: which one it is, and what is set. */
final class ConnectorFlags {
  private static final String KEEP_ALIVE = "keepAliveTimeout";
  private static final String UNLIMITED = "-1";

  /** The servers to choose from: Headwaiter, and those of {@link Architecture}. */
  enum Server {
    HEADWAITER,
    STOCK,
    MULTITHREADED,
    EVENT,
    HYBRID,
    VIRTUAL;

    private Architecture architecture() {
      return Architecture.valueOf(name());
    }

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  @Option(
      names = "--server",
      defaultValue = "headwaiter",
      description =
          "headwaiter; stock, Tomcat as it comes; or a Tomcat that gives threads to connections in"
              + " another way: multithreaded (a worker for each connection), event (a worker for each"
              + " processor), hybrid (ten workers, idle connections never end) or virtual (a virtual"
              + " thread for each request). Default: headwaiter.")
  private Server server;

  @Option(
      names = "--keep-alive-millis",
      description =
          "How long an idle connection is kept; 0 for ever, not with headwaiter. Default: Tomcat's"
              + " 60000, multithreaded 10000, event and hybrid 0.")
  private Integer keepAliveMillis;

  @Option(
      names = "--max-connections",
      description =
          "Most connections at a time. Default: the server's own (stock 8192, headwaiter 20000);"
              + " multithreaded has as many as workers.")
  private Integer maxConnections;

  @Option(
      names = "--limiter",
      paramLabel = "NAME",
      description =
          "With --server stock, Netflix's concurrency limiter in front of the shop, which answers 503 over"
              + " its limit: gradient2, vegas, or fixed:N for N requests at a time. Or accept: a token"
              + " bucket that closes connections over its rate before their handshake, with rate and"
              + " burst set over --control-port. Default: none.")
  private String limiter;

  @Option(
      names = "--plain-http",
      description =
          "No TLS, for a proxy in front of --server stock, or to compare; not with headwaiter. Stock then"
              + " serves as many requests on a connection as come.")
  private boolean plainHttp;

  @Option(
      names = "--anatomy",
      description =
          "Counts what the time of connections goes to: handshakes, requests, service, waiting. The"
              + " page is /anatomy below the control address of the READY line. HTTP/1.1 only; not"
              + " with --server headwaiter.")
  private boolean anatomy;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  /** Returns the name of the chosen server. */
  String label() {
    return server.label();
  }

  /**
   * Returns whether Headwaiter is in front of the server: always with headwaiter, and with
   * multithreaded if it is given an option of Headwaiter.
   *
   * @param headwaiterAttributes those that only Headwaiter has
   */
  boolean isOurs(Map<String, String> headwaiterAttributes) {
    return server == Server.HEADWAITER
        || (server == Server.MULTITHREADED && !headwaiterAttributes.isEmpty());
  }

  /** Returns whether it serves without TLS. */
  boolean isPlain() {
    return plainHttp;
  }

  /** Returns whether connections are traced. */
  boolean isTraced() {
    return anatomy;
  }

  /** Returns what is done to the context before the application is added. */
  Consumer<Context> prepare() {
    Consumer<Context> limits = limiter().prepare();
    return anatomy
        ? limits.andThen(context -> context.getPipeline().addValve(new ServiceValve()))
        : limits;
  }

  /** Returns what limits a stock server. */
  private StockLimiter limiter() {
    if (limiter != null && server != Server.STOCK) {
      throw wrong(
          "--limiter is for --server stock"
              + (server == Server.HEADWAITER
                  ? "; headwaiter has a gate of its own (--admission)."
                  : "."));
    }
    try {
      return StockLimiter.of(limiter);
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--limiter: " + e.getMessage(), e);
    }
  }

  /**
   * Returns the class name of the connector's protocol.
   *
   * @param ours whether Headwaiter is in front of the server
   */
  String protocol(boolean ours) {
    if (ours) {
      return server == Server.HEADWAITER
          ? HeadwaiterProtocol.class.getName()
          : MultithreadedHeadwaiterProtocol.class.getName();
    }
    if (anatomy && server != Server.MULTITHREADED) {
      return TracedProtocol.class.getName();
    }
    return limiter == null ? server.architecture().protocol() : limiter().protocol();
  }

  /**
   * Returns the attributes of the connector.
   *
   * @param headwaiterAttributes those that only Headwaiter has
   */
  Map<String, String> attributes(Map<String, String> headwaiterAttributes) {
    boolean ours = isOurs(headwaiterAttributes);
    if (ours && plainHttp) {
      throw wrong("--plain-http is for --server stock; the door of headwaiter reads TLS hellos.");
    }
    if (!ours && !headwaiterAttributes.isEmpty()) {
      throw wrong(
          "--server %s is a Tomcat without Headwaiter and does not know %s. Leave them out, or use --server"
                  .formatted(server.label(), headwaiterAttributes.keySet())
              + " headwaiter.");
    }
    Map<String, String> attributes = new TreeMap<>(headwaiterAttributes);
    attributes.putAll(ofServer());
    if (keepAliveMillis != null) {
      attributes.put(KEEP_ALIVE, keepAlive());
    }
    if (maxConnections != null) {
      attributes.put("maxConnections", connections());
    }
    if (plainHttp) {
      attributes.put("SSLEnabled", "false");
    }
    if (plainHttp && server == Server.STOCK) {
      attributes.put("maxKeepAliveRequests", UNLIMITED);
    }
    return attributes;
  }

  private Map<String, String> ofServer() {
    if (anatomy && (server == Server.HEADWAITER || limiter != null)) {
      throw wrong(
          "--anatomy is not for --server headwaiter, which has /status, and not with --limiter.");
    }
    if (server == Server.HEADWAITER) {
      return Map.of();
    }
    int processors = Runtime.getRuntime().availableProcessors();
    Map<String, String> attributes = new TreeMap<>(server.architecture().attributes(processors));
    if (anatomy && server == Server.MULTITHREADED) {
      attributes.put("traced", "true");
    }
    return attributes;
  }

  private String keepAlive() {
    int least = server == Server.HEADWAITER ? 1 : 0;
    requireAtLeast("--keep-alive-millis", keepAliveMillis, least);
    return keepAliveMillis == 0 ? UNLIMITED : Integer.toString(keepAliveMillis);
  }

  private String connections() {
    if (server == Server.MULTITHREADED) {
      throw wrong(
          "--server multithreaded serves as many connections as it has workers. Set --max-threads, and"
              + " leave --max-connections out.");
    }
    requireAtLeast("--max-connections", maxConnections, 1);
    return Integer.toString(maxConnections);
  }

  private void requireAtLeast(String flag, int value, int least) {
    if (value < least) {
      throw wrong(flag + " must be at least " + least + ", got " + value + ".");
    }
  }

  private ParameterException wrong(String sentence) {
    return new ParameterException(spec.commandLine(), sentence);
  }
}
