package io.headwaiter.telemetry;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/**
 * The admin endpoint: {@code /status} (JSON), {@code /status/history} (JSON), {@code /metrics}
 * (Prometheus) and {@code /health}. Plain HTTP for the operator's own machine; bind it to loopback
 * unless something in front of it protects it.
 *
 * <p>Thread-safe. One thread serves it, and another one what is long, so that it can never take
 * more than these from the shop, and who reads the history slowly keeps nobody from the status.
 */
public final class AdminServer implements AutoCloseable {
  private static final System.Logger LOG = System.getLogger(AdminServer.class.getName());
  private static final int BACKLOG = 16;
  private static final int HISTORIES_WAITING_MAX = 4;
  private static final String TEXT = "text/plain;charset=utf-8";
  private static final Pattern LOOPBACK_HOST =
      Pattern.compile("(?i)(localhost|127(\\.\\d{1,3}){3}|\\[::1])(:\\d{1,5})?");

  /** What who commands must send, with any value. */
  public static final String COMMAND_HEADER = "X-Headwaiter";

  private final HttpServer server;
  private final ExecutorService thread;
  private final ExecutorService historyThread;
  private final Supplier<Map<String, Object>> status;
  private final Supplier<String> metrics;
  private final IntervalHistory history;
  private final Map<String, Consumer<String>> commands = new ConcurrentHashMap<>();

  private AdminServer(
      HttpServer server,
      Supplier<Map<String, Object>> status,
      Supplier<String> metrics,
      IntervalHistory history) {
    this.server = server;
    this.status = status;
    this.metrics = metrics;
    this.history = history;
    this.thread = Executors.newSingleThreadExecutor(task -> daemon(task, "headwaiter-admin"));
    ThreadPoolExecutor one =
        new ThreadPoolExecutor(
            1,
            1,
            /* keepAliveTime= */ 10,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(HISTORIES_WAITING_MAX),
            task -> daemon(task, "headwaiter-history"));
    one.allowCoreThreadTimeOut(true);
    this.historyThread = one;
  }

  private static Thread daemon(Runnable task, String name) {
    Thread t = new Thread(task, name);
    t.setDaemon(true);
    return t;
  }

  /**
   * Starts an endpoint.
   *
   * @param address where to listen; port 0 takes a free one
   * @param status called for each {@code /status}; nested maps, iterables, numbers, strings
   * @param metrics called for each {@code /metrics}; what {@link MetricsText} makes
   * @param history what {@code /status/history} shows
   * @throws IOException with a sentence if the address cannot be bound
   */
  public static AdminServer start(
      InetSocketAddress address,
      Supplier<Map<String, Object>> status,
      Supplier<String> metrics,
      IntervalHistory history)
      throws IOException {
    Objects.requireNonNull(status, "status");
    Objects.requireNonNull(metrics, "metrics");
    Objects.requireNonNull(history, "history");
    HttpServer http;
    try {
      http = HttpServer.create(address, BACKLOG);
    } catch (IOException e) {
      // Not as the cause: whoever looks for the root of a failed start must find this sentence, not
      // a BindException that says nothing of which port.
      IOException sentence =
          new IOException(
              "The admin endpoint cannot listen on "
                  + address
                  + " ("
                  + e.getMessage()
                  + "). Choose another port with adminPort, or 0 for any free one.");
      sentence.addSuppressed(e);
      throw sentence;
    }
    AdminServer admin = new AdminServer(http, status, metrics, history);
    http.createContext("/", admin::answer);
    http.setExecutor(admin.thread);
    http.start();
    return admin;
  }

  /**
   * From now on {@code POST path?query} does something. Only somebody on this machine may do it,
   * with a header {@value #COMMAND_HEADER}, which no page of another site can make a browser send;
   * and the Host must be a loopback one, so that no name that leads here can be such a site.
   *
   * @param path as {@code /pools}
   * @param command takes the query; an IllegalArgumentException or IllegalStateException refuses it
   *     with its sentence
   */
  public void command(String path, Consumer<String> command) {
    commands.put(path, command);
  }

  /** Where it listens. */
  public InetSocketAddress address() {
    return server.getAddress();
  }

  @Override
  public void close() {
    server.stop(/* delay seconds= */ 0);
    thread.shutdownNow();
    historyThread.shutdownNow();
  }

  private void answer(HttpExchange exchange) throws IOException {
    String path = exchange.getRequestURI().getPath();
    if (path.equals("/status/history")) {
      answerHistory(exchange);
      return;
    }
    try (exchange) {
      if (exchange.getRequestMethod().equals("POST") && commands.containsKey(path)) {
        obey(exchange, commands.get(path));
      } else if (path.equals("/status")) {
        sendPage(exchange, "application/json", () -> Json.write(status.get()));
      } else if (path.equals("/metrics")) {
        sendPage(exchange, MetricsText.CONTENT_TYPE, metrics);
      } else if (path.equals("/health")) {
        send(exchange, 200, TEXT, "ok\n");
      } else {
        send(exchange, 404, TEXT, "Here are /status, /status/history, /metrics and /health.\n");
      }
    }
  }

  private static void obey(HttpExchange exchange, Consumer<String> command) throws IOException {
    if (!mayCommand(exchange)) {
      send(
          exchange,
          403,
          TEXT,
          "This is for programs on this machine: ask 127.0.0.1, with the header "
              + COMMAND_HEADER
              + ".\n");
      return;
    }
    try {
      String query = exchange.getRequestURI().getRawQuery();
      command.accept(query == null ? "" : query);
      send(exchange, 200, TEXT, "done\n");
    } catch (IllegalArgumentException e) {
      send(exchange, 400, TEXT, e.getMessage() + "\n");
    } catch (IllegalStateException e) {
      send(exchange, 409, TEXT, e.getMessage() + "\n");
    }
  }

  private static boolean mayCommand(HttpExchange exchange) {
    Headers headers = exchange.getRequestHeaders();
    String host = headers.getFirst("Host");
    return exchange.getRemoteAddress().getAddress().isLoopbackAddress()
        && headers.containsKey(COMMAND_HEADER)
        && !headers.containsKey("Origin")
        && host != null
        && LOOPBACK_HOST.matcher(host).matches();
  }

  private static void sendPage(HttpExchange exchange, String type, Supplier<String> page)
      throws IOException {
    String text;
    try {
      text = page.get();
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.ERROR, exchange.getRequestURI().getPath() + " failed", e);
      send(exchange, 500, TEXT, "The page failed; see the log.\n");
      return;
    }
    send(exchange, 200, type, text);
  }

  private void answerHistory(HttpExchange exchange) throws IOException {
    try {
      historyThread.execute(() -> sendHistory(exchange));
    } catch (RejectedExecutionException e) {
      LOG.log(System.Logger.Level.DEBUG, "Too many want the history", e);
      try (exchange) {
        send(exchange, 503, TEXT, "Others are reading the history; try again later.\n");
      }
    }
  }

  private void sendHistory(HttpExchange exchange) {
    try (exchange) {
      HistoryPage page;
      try {
        HistoryQuery query = HistoryQuery.parse(exchange.getRequestURI().getRawQuery());
        page = new HistoryPage(history, query, System.nanoTime());
      } catch (IllegalArgumentException e) {
        send(exchange, 400, TEXT, e.getMessage() + "\n");
        return;
      }
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(200, /* chunked= */ 0);
      try (Writer out =
          new BufferedWriter(
              new OutputStreamWriter(exchange.getResponseBody(), StandardCharsets.UTF_8))) {
        page.writeTo(out);
      }
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "Who asked for the history has left", e);
    } catch (RuntimeException e) {
      LOG.log(System.Logger.Level.ERROR, "The history failed", e);
    }
  }

  private static void send(HttpExchange exchange, int code, String type, String text)
      throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.sendResponseHeaders(code, body.length);
    exchange.getResponseBody().write(body);
  }
}
