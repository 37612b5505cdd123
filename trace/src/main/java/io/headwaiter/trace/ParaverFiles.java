package io.headwaiter.trace;

import io.headwaiter.trace.Trace.Kind;
import io.headwaiter.trace.Trace.Row;
import io.headwaiter.trace.Trace.Span;
import io.headwaiter.trace.Trace.Wait;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Writes a trace for Paraver, the viewer of the Barcelona Supercomputing Center: the records
 * ({@code .prv}), the names of states and events ({@code .pcf}) and those of rows ({@code .row}).
 *
 * <p>The application has a task for each kind of row, and a thread for each row. A wait for a
 * database connection is a communication: asked by the worker, received from the connection. The
 * type of a request is an event, at the begin of its state.
 *
 * <p>Source: the format that Paraver's own reader accepts: times in nanoseconds by {@code _ns},
 * numbers that begin at 1, states as records of type 1, events of type 2, communications of type 3.
 */
public final class ParaverFiles {
  private static final DateTimeFormatter HEADER_TIME =
      DateTimeFormatter.ofPattern("dd/MM/yy 'at' HH:mm", Locale.ROOT);
  private static final int TYPE_EVENT = 90_000_001;

  private final Trace trace;
  private final int[] taskOf;
  private final int[] threadOf;
  private final Map<String, Integer> types = new LinkedHashMap<>();

  /** A record, to be sorted by time. */
  private record Line(long nanos, int kind, String text) {}

  /** Prepares the files of a trace. */
  public ParaverFiles(Trace trace) {
    this.trace = trace;
    taskOf = new int[trace.rows().size()];
    threadOf = new int[trace.rows().size()];
    int task = 0;
    for (int i = 0; i < taskOf.length; i++) {
      boolean first = i == 0 || trace.rows().get(i).kind() != trace.rows().get(i - 1).kind();
      task += first ? 1 : 0;
      taskOf[i] = task;
      threadOf[i] = first ? 1 : threadOf[i - 1] + 1;
    }
    trace.spans().stream()
        .map(Span::type)
        .filter(type -> !type.isEmpty())
        .forEach(type -> types.putIfAbsent(type, types.size() + 1));
  }

  /**
   * Writes the three files.
   *
   * @param base their common name, without the dot and what follows
   * @param begun when the trace began, for the header
   * @throws IOException if they cannot be written
   */
  public void write(Path base, LocalDateTime begun) throws IOException {
    records(Path.of(base + ".prv"), begun);
    Files.writeString(Path.of(base + ".pcf"), names(), StandardCharsets.US_ASCII);
    Files.writeString(Path.of(base + ".row"), rows(), StandardCharsets.US_ASCII);
  }

  private void records(Path file, LocalDateTime begun) throws IOException {
    try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.US_ASCII)) {
      out.write(header(begun));
      List<Line> lines = new ArrayList<>();
      trace.spans().forEach(span -> lines.add(state(span)));
      trace.spans().stream().filter(s -> !s.type().isEmpty()).forEach(s -> events(s, lines));
      trace.waits().forEach(wait -> lines.add(communication(wait)));
      lines.sort(
          (a, b) ->
              a.nanos != b.nanos
                  ? Long.compare(a.nanos, b.nanos)
                  : Integer.compare(a.kind, b.kind));
      for (Line line : lines) {
        out.write(line.text);
        out.write('\n');
      }
    }
  }

  /** {@code #Paraver (date):end_ns:0:1:tasks(threads:node,...)}, without processors. */
  private String header(LocalDateTime begun) {
    StringBuilder tasks = new StringBuilder();
    int count = 0;
    for (Kind kind : Kind.values()) {
      int threads = trace.count(kind);
      if (threads > 0) {
        tasks.append(count == 0 ? "" : ",").append(threads).append(":1");
        count++;
      }
    }
    return "#Paraver (%s):%d_ns:0:1:%d(%s)\n"
        .formatted(HEADER_TIME.format(begun), trace.endNanos(), count, tasks);
  }

  private String place(int row) {
    return "0:1:" + taskOf[row] + ":" + threadOf[row];
  }

  private Line state(Span span) {
    return new Line(
        span.beginNanos(),
        1,
        "1:%s:%d:%d:%d"
            .formatted(
                place(span.row()), span.beginNanos(), span.endNanos(), span.state().number()));
  }

  private void events(Span span, List<Line> lines) {
    String event = "2:" + place(span.row()) + ":%d:" + TYPE_EVENT + ":%d";
    lines.add(
        new Line(span.beginNanos(), 2, event.formatted(span.beginNanos(), types.get(span.type()))));
    lines.add(new Line(span.endNanos(), 2, event.formatted(span.endNanos(), 0)));
  }

  private Line communication(Wait wait) {
    return new Line(
        wait.askedNanos(),
        3,
        "3:%s:%d:%d:%s:%d:%d:0:0"
            .formatted(
                place(wait.row()),
                wait.askedNanos(),
                wait.askedNanos(),
                place(wait.gotRow()),
                wait.gotNanos(),
                wait.gotNanos()));
  }

  private String names() {
    StringBuilder text =
        new StringBuilder(
            """
            DEFAULT_OPTIONS
            LEVEL               THREAD
            UNITS               NANOSEC

            DEFAULT_SEMANTIC
            THREAD_FUNC          State As Is

            STATES
            """);
    for (State state : State.values()) {
      text.append("%d    %s%n".formatted(state.number(), state.label()).replace("\r", ""));
    }
    text.append("\nSTATES_COLOR\n");
    for (State state : State.values()) {
      int rgb = Integer.parseInt(state.colour(), 16);
      text.append(
          "%d    {%d,%d,%d}\n".formatted(state.number(), rgb >> 16, rgb >> 8 & 0xff, rgb & 0xff));
    }
    text.append("\nEVENT_TYPE\n0    ").append(TYPE_EVENT).append("    Request type\nVALUES\n");
    text.append("0      End\n");
    types.forEach((type, number) -> text.append(number + "      " + plain(type) + "\n"));
    return text.toString();
  }

  private String rows() {
    StringBuilder text = new StringBuilder("LEVEL THREAD SIZE " + trace.rows().size() + "\n");
    for (Row row : trace.rows()) {
      text.append(plain(row.name())).append('\n');
    }
    return text.toString();
  }

  /** Returns a text that fits a line: a client chooses the paths of requests. */
  private static String plain(String text) {
    String visible = text.replaceAll("[^!-~]", "_");
    return visible.isEmpty() ? "_" : visible;
  }
}
