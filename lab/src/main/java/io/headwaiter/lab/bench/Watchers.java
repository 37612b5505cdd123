package io.headwaiter.lab.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.headwaiter.lab.model.Disturbance.Watch;
import io.headwaiter.lab.server.StatusReader;
import io.headwaiter.lab.study.Watched;
import io.headwaiter.tuning.mix.AdminRequest;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.FutureTask;

/**
 * Watches a server while a load runs: with five dashboards, a reader of {@code /metrics} each
 * second and, if wanted, a recording of a trace. All end with {@link #close}. Belongs to one
 * thread.
 */
final class Watchers implements Watching {
  private static final String FAILURE = "whoever watched the server failed";
  private static final int DASHBOARDS = 5;
  private static final long SCRAPE_MILLIS = 1000;
  private static final int TIMEOUT_MILLIS = 10_000;
  private static final String EVENT = "data: ";
  private static final Duration TRACE_MAX = Duration.ofSeconds(60);
  private static final Duration HISTORY_MARGIN = Duration.ofSeconds(10);

  private final Watch watch;
  private final URI admin;
  private final Duration time;
  private final List<FutureTask<List<JsonNode>>> dashboards = new ArrayList<>();
  private final List<FutureTask<?>> others = new ArrayList<>();
  private volatile boolean over;

  private Watchers(Watch watch, URI admin, Duration time) {
    this.watch = watch;
    this.admin = admin;
    this.time = time;
  }

  /**
   * Begins to watch.
   *
   * @param time how long they will
   * @throws IOException if the server has no admin endpoint
   */
  static Watchers of(Watch watch, RunningServer server, Duration time) throws IOException {
    URI admin = server.requireAdmin();
    Watchers watchers = new Watchers(watch, admin, time);
    watchers.start();
    return watchers;
  }

  private void start() {
    for (int i = 0; i < DASHBOARDS; i++) {
      dashboards.add(start(new FutureTask<>(this::watchDashboard), "dashboard"));
    }
    others.add(start(new FutureTask<>(this::scrape), "scrape"));
    if (watch == Watch.TRACE) {
      others.add(start(new FutureTask<>(this::record), "trace"));
    }
  }

  private static <T> FutureTask<T> start(FutureTask<T> task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
    return task;
  }

  /** Returns the rows that a dashboard was sent. */
  private List<JsonNode> watchDashboard() throws IOException {
    List<JsonNode> rows = new ArrayList<>();
    ObjectMapper json = new ObjectMapper();
    try (InputStream events = AdminRequest.open(admin.resolve("/events"), TIMEOUT_MILLIS);
        BufferedReader reader =
            new BufferedReader(new InputStreamReader(events, StandardCharsets.UTF_8))) {
      while (!over) {
        String line = reader.readLine();
        if (line == null) {
          throw new IOException("the server ended a dashboard");
        }
        if (line.startsWith(EVENT)) {
          json.readTree(line.substring(EVENT.length())).path("rows").forEach(rows::add);
        }
      }
    }
    return rows;
  }

  private Void scrape() throws IOException, InterruptedException {
    while (!over) {
      StatusReader.metrics(admin);
      Thread.sleep(SCRAPE_MILLIS);
    }
    return null;
  }

  private Void record() throws IOException {
    Duration longest = time.compareTo(TRACE_MAX) > 0 ? TRACE_MAX : time;
    URI trace = admin.resolve("/trace?seconds=" + Math.max(1, longest.toSeconds()));
    int timeoutMillis = (int) longest.toMillis() + TIMEOUT_MILLIS;
    try (InputStream recording = AdminRequest.command(trace, timeoutMillis)) {
      recording.transferTo(OutputStream.nullOutputStream());
    }
    return null;
  }

  @Override
  public SortedMap<String, Double> told(long fromMillis, long toMillis)
      throws IOException, InterruptedException {
    SortedMap<String, Double> told = new TreeMap<>();
    for (FutureTask<?> other : others) {
      Tasks.result(other, FAILURE);
    }
    int seconds = (int) time.plus(HISTORY_MARGIN).toSeconds();
    ToldFigures figures = new ToldFigures(StatusReader.history(admin, seconds));
    told.putAll(figures.ofHistory(fromMillis, toMillis));
    for (FutureTask<List<JsonNode>> dashboard : dashboards) {
      told.merge(
          Watched.DASHBOARD_DIFFERS,
          figures.differenceOf(Tasks.result(dashboard, FAILURE), fromMillis, toMillis),
          Math::max);
    }
    return told;
  }

  @Override
  public void close() {
    over = true;
  }
}
