package io.headwaiter.trace;

import io.headwaiter.trace.Trace.Kind;
import io.headwaiter.trace.Trace.Row;
import io.headwaiter.trace.Trace.Span;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * Makes a trace of a recording with the events {@code io.headwaiter.Turn}, {@code
 * io.headwaiter.Request} and {@code io.headwaiter.Connection}.
 *
 * <p>A worker's row has its turns: handshakes, requests, and in them the service of each request. A
 * connection's row has what the connection did from its acceptance: hello, queue, handshake,
 * request, service, idle. Connections beyond the first {@value #CONNECTIONS_MAX} are left out, to
 * keep the files small; their turns are in the rows of the workers.
 */
public final class FlightTrace {
  /** The most connections with a row of their own. */
  public static final int CONNECTIONS_MAX = 200;

  private final List<Turn> turns = new ArrayList<>();
  private final List<Service> services = new ArrayList<>();
  private final Map<Long, Life> lives = new TreeMap<>();
  private long begin = Long.MAX_VALUE;
  private long end = Long.MIN_VALUE;

  private record Turn(String worker, long connection, boolean handshake, long waited, Time time) {}

  private record Service(String worker, long connection, String type, Time time) {}

  private record Life(Time hello, boolean resumed, boolean handshakeDone, long closed) {}

  /** A stretch of System.nanoTime. */
  private record Time(long begin, long end) {}

  private FlightTrace() {}

  /**
   * Reads a recording.
   *
   * @throws IOException with a sentence if it cannot be read, or has none of these events
   */
  public static Trace read(Path file) throws IOException {
    FlightTrace flight = new FlightTrace();
    try (RecordingFile recording = new RecordingFile(file)) {
      while (recording.hasMoreEvents()) {
        flight.add(recording.readEvent());
      }
    }
    if (flight.end <= flight.begin) {
      throw new IOException("Nothing happened while the trace was recorded: there was no request.");
    }
    return flight.trace();
  }

  private void add(RecordedEvent event) {
    switch (event.getEventType().getName()) {
      case "io.headwaiter.Turn" ->
          turns.add(
              new Turn(
                  worker(event),
                  event.getLong("connection"),
                  event.getBoolean("handshake"),
                  event.getLong("waitedNanos"),
                  time(event.getLong("beganNanos"), event.getLong("endedNanos"))));
      case "io.headwaiter.Request" ->
          services.add(
              new Service(
                  worker(event),
                  event.getLong("connection"),
                  String.valueOf(event.getString("type")),
                  time(event.getLong("beganNanos"), event.getLong("endedNanos"))));
      case "io.headwaiter.Connection" -> addLife(event);
      default -> {}
    }
  }

  /** A connection may have begun long before the recording, which it does not widen. */
  private void addLife(RecordedEvent event) {
    long closed = event.getLong("closedNanos");
    end = Math.max(end, closed);
    lives.put(
        event.getLong("connection"),
        new Life(
            new Time(event.getLong("acceptedNanos"), event.getLong("admittedNanos")),
            event.getBoolean("resumed"),
            event.getLong("handshakeNanos") != 0,
            closed));
  }

  private static String worker(RecordedEvent event) {
    return event.getThread() == null ? "unknown" : String.valueOf(event.getThread().getJavaName());
  }

  /** Returns a stretch, and widens the trace to it. */
  private Time time(long from, long to) {
    begin = Math.min(begin, from);
    end = Math.max(end, to);
    return new Time(from, to);
  }

  private Trace trace() {
    List<Row> rows = new ArrayList<>();
    List<Span> spans = new ArrayList<>();
    workers(rows, spans);
    connections(rows, spans);
    return new Trace(end - begin, rows, spans, List.of());
  }

  private void workers(List<Row> rows, List<Span> spans) {
    Map<String, List<Piece>> ofWorker = new TreeMap<>();
    for (Turn turn : turns) {
      ofWorker
          .computeIfAbsent(turn.worker, name -> new ArrayList<>())
          .add(new Piece(turn.time, state(turn), ""));
    }
    for (Service service : services) {
      ofWorker
          .computeIfAbsent(service.worker, name -> new ArrayList<>())
          .add(new Piece(service.time, State.SERVICE, service.type));
    }
    ofWorker.forEach((name, pieces) -> addRow(Kind.WORKER, name, pieces, rows, spans));
  }

  private State state(Turn turn) {
    if (!turn.handshake) {
      return State.REQUEST;
    }
    Life life = lives.get(turn.connection);
    if (life == null) {
      return State.FULL_HANDSHAKE; // it is still open, so its kind is not known
    }
    if (!life.handshakeDone) {
      return State.FAILED_HANDSHAKE;
    }
    return life.resumed ? State.RESUMED_HANDSHAKE : State.FULL_HANDSHAKE;
  }

  private void connections(List<Row> rows, List<Span> spans) {
    Map<Long, List<Piece>> ofConnection = new LinkedHashMap<>();
    for (Map.Entry<Long, Life> life : lives.entrySet()) {
      if (ofConnection.size() < CONNECTIONS_MAX) {
        List<Piece> pieces = new ArrayList<>();
        pieces.add(new Piece(life.getValue().hello, State.HELLO, ""));
        Time open = new Time(life.getValue().hello.end, life.getValue().closed);
        pieces.add(new Piece(open, State.IDLE, ""));
        ofConnection.put(life.getKey(), pieces);
      }
    }
    for (Turn turn : turns) {
      List<Piece> pieces = ofConnection.get(turn.connection);
      if (pieces != null) {
        Time wait = new Time(turn.time.begin - turn.waited, turn.time.begin);
        pieces.add(new Piece(wait, State.QUEUE, ""));
        pieces.add(new Piece(turn.time, state(turn), ""));
      }
    }
    for (Service service : services) {
      List<Piece> pieces = ofConnection.get(service.connection);
      if (pieces != null) {
        pieces.add(new Piece(service.time, State.SERVICE, service.type));
      }
    }
    ofConnection.forEach(
        (number, pieces) -> addRow(Kind.CONNECTION, Long.toString(number), pieces, rows, spans));
  }

  /** A state for some time; within it there may be shorter ones. */
  private record Piece(Time time, State state, String type) {}

  /**
   * Adds a row whose pieces lie within each other: at each instant the one that began last counts.
   */
  private void addRow(
      Kind kind, String name, List<Piece> pieces, List<Row> rows, List<Span> spans) {
    int row = rows.size();
    rows.add(new Row(kind, name));
    List<Long> cuts = new ArrayList<>();
    for (Piece piece : pieces) {
      cuts.add(Math.max(begin, Math.min(end, piece.time.begin)));
      cuts.add(Math.max(begin, Math.min(end, piece.time.end)));
    }
    List<Long> instants = cuts.stream().distinct().sorted().toList();
    pieces.sort(
        Comparator.<Piece>comparingLong(piece -> piece.time.begin)
            .thenComparing(piece -> -piece.time.end));
    List<Piece> open = new ArrayList<>();
    int next = 0;
    for (int i = 0; i + 1 < instants.size(); i++) {
      Time between = new Time(instants.get(i), instants.get(i + 1));
      while (next < pieces.size() && pieces.get(next).time.begin <= between.begin) {
        open.add(pieces.get(next));
        next++;
      }
      open.removeIf(piece -> piece.time.end <= between.begin);
      if (!open.isEmpty()) {
        add(row, open.get(open.size() - 1), between, spans);
      }
    }
  }

  /** Adds a span, or makes the one before longer if it is of the same piece. */
  private void add(int row, Piece piece, Time time, List<Span> spans) {
    Span made = new Span(row, piece.state, time.begin - begin, time.end - begin, piece.type);
    Span last = spans.isEmpty() ? null : spans.get(spans.size() - 1);
    if (last != null
        && last.row() == row
        && last.state() == made.state()
        && last.type().equals(made.type())
        && last.endNanos() == made.beginNanos()
        && made.state() == State.IDLE) {
      spans.set(
          spans.size() - 1,
          new Span(row, made.state(), last.beginNanos(), made.endNanos(), made.type()));
    } else {
      spans.add(made);
    }
  }
}
