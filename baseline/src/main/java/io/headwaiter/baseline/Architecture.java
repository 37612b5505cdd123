package io.headwaiter.baseline;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The ways in which a Tomcat can give its connections to threads. The settings are those of the
 * papers that compare them, where these say any.
 */
public enum Architecture {
  /** Tomcat as it comes: pollers, and up to 200 workers that take one request at a time. */
  STOCK(TomcatOptions.STOCK_PROTOCOL),
  /**
   * A worker for each connection, until that ends: 100 workers, idle connections end after 10 s.
   */
  MULTITHREADED(MultithreadedProtocol.class.getName()),
  /** A worker for each processor, each of which takes one request at a time. */
  EVENT(TomcatOptions.STOCK_PROTOCOL),
  /** Ten workers that take one request at a time; idle connections never end. */
  HYBRID(TomcatOptions.STOCK_PROTOCOL),
  /** A virtual thread for each request; needs JDK 21 or newer. */
  VIRTUAL(TomcatOptions.STOCK_PROTOCOL);

  /** A number of requests or a time without limit, as Tomcat writes it. */
  private static final String UNLIMITED = "-1";

  private static final String PUBLISHED_WORKERS = "100";
  private static final String PUBLISHED_TIMEOUT_MILLIS = "10000";
  private static final String HYBRID_WORKERS = "10";

  private final String protocol;

  Architecture(String protocol) {
    this.protocol = protocol;
  }

  /** Returns the class name of the connector's protocol. */
  public String protocol() {
    return protocol;
  }

  /** Returns its name on the command line. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Returns the attributes of the connector; a user's own replace them.
   *
   * @param processors of the machine, at least 1
   */
  public Map<String, String> attributes(int processors) {
    return switch (this) {
      case STOCK -> Map.of();
      case MULTITHREADED ->
          Map.of(
              "maxThreads",
              PUBLISHED_WORKERS,
              "keepAliveTimeout",
              PUBLISHED_TIMEOUT_MILLIS,
              // Its poller would write the rest of a file, instead of the worker.
              "useSendfile",
              "false");
      case EVENT -> withoutTimeout(Integer.toString(processors));
      case HYBRID -> withoutTimeout(HYBRID_WORKERS);
      case VIRTUAL -> Map.of("useVirtualThreads", "true", "maxKeepAliveRequests", UNLIMITED);
    };
  }

  private static Map<String, String> withoutTimeout(String workers) {
    Map<String, String> attributes = new TreeMap<>();
    attributes.put("maxThreads", workers);
    attributes.put("minSpareThreads", workers);
    attributes.put("keepAliveTimeout", UNLIMITED);
    attributes.put("maxKeepAliveRequests", UNLIMITED);
    return attributes;
  }
}
