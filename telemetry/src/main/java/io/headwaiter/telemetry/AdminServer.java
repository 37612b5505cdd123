package io.headwaiter.telemetry;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * The admin endpoint: the dashboard at {@code /}, with its figures at {@code /events}, {@code
 * /status} (JSON), {@code /status/history} (JSON), {@code /metrics} (Prometheus) and {@code
 * /health}. HTTP, with TLS or without; {@link AdminAccess} decides which clients it answers.
 *
 * <p>Thread-safe. A few threads read requests and write answers, each within a time limit ({@link
 * RequestThreads}). One other thread makes the pages. Long answers, which are histories, dashboards
 * and traces, take threads of their own, of which there is a most. {@code /health} waits for none
 * of these: it is answered however long a page takes, and however many clients send half a request
 * or do not read.
 */
public final class AdminServer implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(AdminServer.class.getName());
  private static final int BACKLOG = 64;
  private static final int PAGES_WAITING_MAX = 16;
  // Read by the JDK with its first server of this kind. Silent ones stay for 30 s, half requests
  // less.
  private static final String CONNECTIONS_PROPERTY = "jdk.httpserver.maxConnections";
  private static final String CONNECTIONS_MAX = "512";
  private static final int REQUEST_MILLIS = 10_000;
  private static final int WATCH_MILLIS = 50;
  // Of the body of a request, which nothing here reads.
  private static final int BODY_BYTES_MAX = 65_536;
  private static final int EVENT_MILLIS = 1_000;
  private static final String HEALTH = "/health";
  private static final String LIVE = "/health/live";
  private static final String READY = "/health/ready";
  private static final String HISTORY = "/status/history";
  private static final String EVENTS = "/events";
  private static final String TRACE = "/trace";

  /** The header that a client must send with a command, with any value. */
  public static final String COMMAND_HEADER = "X-Headwaiter";

  private final HttpServer server;
  private final AdminAccess access;
  private final RequestThreads requests;
  private final long pageMillis;
  private final PageThread pages = new PageThread("headwaiter-admin-pages", PAGES_WAITING_MAX);
  private final DashboardFiles files = new DashboardFiles();
  private final LiveEvents events;
  private final TraceAnswers traces = new TraceAnswers();
  private final ScheduledExecutorService watch =
      Executors.newSingleThreadScheduledExecutor(task -> daemon(task, "headwaiter-admin-watch"));
  private final Supplier<Map<String, Object>> status;
  private final Supplier<String> metrics;
  private final HistoryAnswers histories;
  private final Map<String, Consumer<String>> commands = new ConcurrentHashMap<>();
  private volatile BooleanSupplier readiness = () -> false;

  private AdminServer(
      HttpServer server,
      AdminAccess access,
      Supplier<Map<String, Object>> status,
      Supplier<String> metrics,
      IntervalHistory history,
      int requestMillis) {
    this.requests =
        new RequestThreads("headwaiter-admin", TimeUnit.MILLISECONDS.toNanos(requestMillis));
    // Leaves time to send the answer that a page is late.
    this.pageMillis = requestMillis * 4L / 5;
    this.server = server;
    this.access = access;
    this.status = status;
    this.metrics = metrics;
    this.histories = new HistoryAnswers(history);
    this.events = new LiveEvents(new LiveFigures(status, history, System::nanoTime), pages);
  }

  static Thread daemon(Runnable task, String name) {
    Thread t = new Thread(task, name);
    t.setDaemon(true);
    return t;
  }

  /**
   * Starts an endpoint.
   *
   * @param address where to listen; port 0 takes a free one
   * @param tls its certificate; null for plain HTTP
   * @param access which clients are answered there
   * @param status called for each {@code /status}; returns nested maps, iterables, numbers, strings
   * @param metrics called for each {@code /metrics}; returns the text of a {@link MetricsText}
   * @param history the content of {@code /status/history}
   * @throws IOException with an explanatory message if the address cannot be bound
   */
  public static AdminServer start(
      InetSocketAddress address,
      @Nullable SSLContext tls,
      AdminAccess access,
      Supplier<Map<String, Object>> status,
      Supplier<String> metrics,
      IntervalHistory history)
      throws IOException {
    return start(address, tls, access, status, metrics, history, REQUEST_MILLIS);
  }

  /**
   * @param requestMillis time limit for receiving, serving and answering a request
   */
  static AdminServer start(
      InetSocketAddress address,
      @Nullable SSLContext tls,
      AdminAccess access,
      Supplier<Map<String, Object>> status,
      Supplier<String> metrics,
      IntervalHistory history,
      int requestMillis)
      throws IOException {
    Objects.requireNonNull(access, "access");
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(metrics, "metrics");
    Objects.requireNonNull(history, "history");
    TraceRecorder.prepare();
    AdminServer admin =
        new AdminServer(bind(address, tls), access, status, metrics, history, requestMillis);
    admin.server.createContext("/", admin::answer);
    admin.server.setExecutor(admin.requests);
    admin.server.start();
    var unused =
        admin.watch.scheduleWithFixedDelay(
            admin::endLate, WATCH_MILLIS, WATCH_MILLIS, TimeUnit.MILLISECONDS);
    var unusedEvents =
        admin.watch.scheduleAtFixedRate(
            admin.events::makeNext, EVENT_MILLIS, EVENT_MILLIS, TimeUnit.MILLISECONDS);
    return admin;
  }

  private static HttpServer bind(InetSocketAddress address, @Nullable SSLContext tls)
      throws IOException {
    // Whoever reaches the port could else take all file descriptors, without a token.
    if (System.getProperty(CONNECTIONS_PROPERTY) == null) {
      System.setProperty(CONNECTIONS_PROPERTY, CONNECTIONS_MAX);
    }
    try {
      return tls == null ? HttpServer.create(address, BACKLOG) : bindTls(address, tls);
    } catch (IOException e) {
      throw cannotListen(
          "The admin endpoint cannot listen on %s (%s). Choose another port with adminPort, or 0 for"
              + " any free one.",
          address, e);
    }
  }

  /**
   * Returns an exception for an address that cannot be bound. The reason is suppressed, not the
   * cause: the root of a failed start must be this message, not a BindException that does not name
   * the port.
   *
   * @param sentence with places for the address and the reason
   */
  static IOException cannotListen(String sentence, InetSocketAddress address, IOException reason) {
    IOException cannot = new IOException(sentence.formatted(address, reason.getMessage()));
    cannot.addSuppressed(reason);
    return cannot;
  }

  private static HttpServer bindTls(InetSocketAddress address, SSLContext tls) throws IOException {
    HttpsServer server = HttpsServer.create(address, BACKLOG);
    server.setHttpsConfigurator(new HttpsConfigurator(tls));
    return server;
  }

  /**
   * Registers a command for {@code POST path?query}. Only a client on this machine may call it. It
   * must send the header {@value #COMMAND_HEADER}, which no page of another site can make a browser
   * send, and no Origin. The Host must be a loopback one, so that no site can use a name of its own
   * that resolves to this address.
   *
   * @param path path of the command, for example {@code /pools}
   * @param command takes the query; rejects it by an IllegalArgumentException or
   *     IllegalStateException with an explanatory message
   */
  public void command(String path, Consumer<String> command) {
    commands.put(path, command);
  }

  /**
   * Sets what {@code /health/ready} tells; before this is called, that nothing is ready. A server
   * that refuses visits is ready: a balancer that takes it out gives its load to the others.
   */
  public void readyWhen(BooleanSupplier isReady) {
    readiness = isReady;
  }

  /** Returns the address on which it listens. */
  public InetSocketAddress address() {
    return server.getAddress();
  }

  /** Returns the URL of a page, for example of {@code /status}. */
  public String url(String path) {
    String host = address().getAddress().getHostAddress();
    return (server instanceof HttpsServer ? "https://" : "http://")
        + (host.contains(":") ? "[" + host + "]" : host)
        + ":"
        + address().getPort()
        + path;
  }

  @Override
  public void close() {
    server.stop(/* delay seconds= */ 0);
    watch.shutdownNow();
    events.stop();
    requests.stop();
    pages.stop();
  }

  /** Catches everything: an exception would end the time limit of all later requests. */
  private void endLate() {
    long nowNanos = System.nanoTime();
    try {
      requests.endLate(nowNanos);
      histories.endLate(nowNanos);
      events.endLate(nowNanos);
      traces.endLate(nowNanos);
    } catch (RuntimeException | Error e) {
      LOG.log(System.Logger.Level.ERROR, "Late requests of the admin port could not be ended", e);
    }
  }

  /** Never closes the exchange: see {@link RequestThreads} for why exceptions must leave. */
  private void answer(HttpExchange exchange) throws IOException {
    dropBody(exchange.getRequestBody());
    String path = exchange.getRequestURI().getPath();
    Optional<AdminAnswer> refusal = refusal(exchange, path);
    if (refusal.isPresent()) {
      refusal.get().send(exchange);
    } else if (path.equals(HISTORY)) {
      requests.runLong(() -> histories.answer(exchange));
    } else if (path.equals(EVENTS)) {
      requests.runLong(() -> events.follow(exchange));
    } else if (path.equals(TRACE) && mayRecord(exchange)) {
      requests.runLong(() -> traces.answer(exchange));
    } else {
      reply(exchange, path).send(exchange);
    }
  }

  private static void dropBody(InputStream body) throws IOException {
    if (body.readNBytes(BODY_BYTES_MAX).length == BODY_BYTES_MAX) {
      throw new IOException("The body of a request is longer than anything that is asked for here");
    }
  }

  /**
   * Returns the answer to a request that is refused; empty if it is served. {@code /health} and the
   * files of the dashboard need no token: probes and browsers often cannot send a header, and learn
   * nothing else.
   */
  private Optional<AdminAnswer> refusal(HttpExchange exchange, String path) {
    boolean isProbe = path.equals(HEALTH) || path.equals(LIVE) || path.equals(READY);
    if (access.asksForToken() && (isProbe || DashboardFiles.has(path))) {
      return Optional.empty();
    }
    Optional<String> why = access.refusal(exchange.getRequestHeaders());
    if (why.isPresent() && access.asksForToken()) {
      exchange.getResponseHeaders().set("WWW-Authenticate", "Bearer");
    }
    return why.map(sentence -> AdminAnswer.text(access.asksForToken() ? 401 : 403, sentence));
  }

  private AdminAnswer reply(HttpExchange exchange, String path) throws IOException {
    Consumer<String> command = commands.get(path);
    if (command != null && exchange.getRequestMethod().equals("POST")) {
      String query = exchange.getRequestURI().getRawQuery();
      return mayCommand(exchange)
          ? made(path, () -> obey(command, query == null ? "" : query))
          : AdminAnswer.text(
              403,
              "This is for programs on this machine: ask 127.0.0.1, with the header "
                  + COMMAND_HEADER
                  + ".");
    }
    return switch (path) {
      case HEALTH, LIVE -> AdminAnswer.text(200, "ok");
      case READY ->
          readiness.getAsBoolean()
              ? AdminAnswer.text(200, "ready")
              : AdminAnswer.text(503, "The server starts or stops.");
      case "/status" ->
          made(path, () -> new AdminAnswer(200, "application/json", Json.write(status.get())));
      case "/metrics" ->
          made(path, () -> new AdminAnswer(200, MetricsText.CONTENT_TYPE, metrics.get()));
      default ->
          files
              .find(path, exchange.getResponseHeaders())
              .orElseGet(
                  () ->
                      AdminAnswer.text(
                          404, "Here are /, /status, /status/history, /metrics and /health."));
    };
  }

  private AdminAnswer made(String path, Callable<AdminAnswer> page) throws IOException {
    return pages.make(path, pageMillis, page);
  }

  private static AdminAnswer obey(Consumer<String> command, String query) {
    try {
      command.accept(query);
      return AdminAnswer.text(200, "done");
    } catch (IllegalArgumentException e) {
      return AdminAnswer.because(400, e);
    } catch (IllegalStateException e) {
      return AdminAnswer.because(409, e);
    }
  }

  private static boolean mayCommand(HttpExchange exchange) {
    Headers headers = exchange.getRequestHeaders();
    return exchange.getRemoteAddress().getAddress().isLoopbackAddress()
        && headers.containsKey(COMMAND_HEADER)
        && !headers.containsKey("Origin")
        && AdminAccess.isLoopbackHost(headers);
  }

  /** A recording costs the server something, so it is a command, for all who have the token. */
  private boolean mayRecord(HttpExchange exchange) {
    return exchange.getRequestMethod().equals("POST")
        && exchange.getRequestHeaders().containsKey(COMMAND_HEADER)
        && (access.asksForToken() || mayCommand(exchange));
  }
}
