package io.headwaiter.trace;

import io.headwaiter.trace.RowBuilder.Piece;
import io.headwaiter.trace.RowBuilder.Time;
import io.headwaiter.trace.Trace.Kind;
import io.headwaiter.trace.Trace.Wait;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * Makes a trace of a recording with the events {@code io.headwaiter.Turn}, {@code
 * io.headwaiter.Request}, {@code io.headwaiter.Connection} and {@code io.headwaiter.DatabaseUse}.
 *
 * <p>A worker's row has its turns: handshakes, requests, in them the service of each request, and
 * in that what it had or waited for a database connection. A connection's row has what the
 * connection did from its acceptance: hello, queue, handshake, request, service, idle. Connections
 * beyond the first {@value #CONNECTIONS_MAX} are left out, to keep the files small; their turns are
 * in the rows of the workers. There are as many rows of database connections as were in use at a
 * time; which of them a request had is not known, so each use is in the first row that is free.
 */
public final class FlightTrace {
  /** The most connections with a row of their own. */
  public static final int CONNECTIONS_MAX = 200;

  // What is shorter is the time of the pool's own code.
  private static final long WAIT_MIN_NANOS = 100_000;

  private final List<Turn> turns = new ArrayList<>();
  private final List<Service> services = new ArrayList<>();
  private final List<Use> uses = new ArrayList<>();
  private final Map<Long, Life> lives = new TreeMap<>();
  private long begin = Long.MAX_VALUE;
  private long end = Long.MIN_VALUE;

  private record Turn(String worker, long connection, boolean handshake, long waited, Time time) {}

  private record Service(String worker, long connection, String type, Time time) {}

  private record Life(
      Time hello, boolean resumed, boolean handshakeDone, long closed, String endedBy) {}

  /** The wait for a database connection, and its use. */
  private record Use(String worker, String type, Time waited, Time held) {}

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
      case "io.headwaiter.DatabaseUse" -> uses.add(use(event));
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
            closed,
            event.hasField("endedBy") ? String.valueOf(event.getString("endedBy")) : ""));
  }

  /** One that the recording does not see whole does not widen it. */
  private static Use use(RecordedEvent event) {
    long taken = event.getLong("takenNanos");
    String type = event.getString("type");
    return new Use(
        worker(event),
        type == null ? "" : type,
        new Time(event.getLong("askedNanos"), taken),
        new Time(taken, event.getLong("returnedNanos")));
  }

  private static String worker(RecordedEvent event) {
    return event.getThread() == null ? "unknown" : String.valueOf(event.getThread().getJavaName());
  }

  /** Returns a stretch, and widens the trace to it. */
  private Time time(long from, long to) {
    begin = Math.min(begin, from);
    end = Math.max(end, to);
    return new Time(from, Math.max(from, to));
  }

  private Trace trace() {
    RowBuilder rows = new RowBuilder(new Time(begin, end));
    uses.removeIf(use -> use.held.end() <= begin || use.waited.begin() >= end);
    Map<String, Integer> workers = workers(rows);
    connections(rows);
    List<Wait> waits = databaseConnections(rows, workers);
    return new Trace(end - begin, rows.rows(), rows.spans(), waits);
  }

  /** Adds the workers, and returns their rows by their names. */
  private Map<String, Integer> workers(RowBuilder rows) {
    Map<String, List<Piece>> ofWorker = new TreeMap<>();
    for (Turn turn : turns) {
      pieces(ofWorker, turn.worker).add(new Piece(turn.time, state(turn), ""));
    }
    for (Service service : services) {
      pieces(ofWorker, service.worker).add(new Piece(service.time, State.SERVICE, service.type));
    }
    for (Use use : uses) {
      addUse(use, pieces(ofWorker, use.worker));
    }
    Map<String, Integer> numbers = new LinkedHashMap<>();
    ofWorker.forEach((name, own) -> numbers.put(name, rows.add(Kind.WORKER, name, own)));
    return numbers;
  }

  private static List<Piece> pieces(Map<String, List<Piece>> ofWorker, String worker) {
    return ofWorker.computeIfAbsent(worker, name -> new ArrayList<>());
  }

  private static void addUse(Use use, List<Piece> pieces) {
    pieces.add(new Piece(use.waited, State.CONNECTION_WAIT, use.type));
    pieces.add(new Piece(use.held, State.SERVICE_WITH_CONNECTION, use.type));
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

  private void connections(RowBuilder rows) {
    Map<Long, List<Piece>> ofConnection = new LinkedHashMap<>();
    for (Map.Entry<Long, Life> life : lives.entrySet()) {
      if (ofConnection.size() < CONNECTIONS_MAX) {
        List<Piece> pieces = new ArrayList<>();
        pieces.add(new Piece(life.getValue().hello, State.HELLO, ""));
        Time open = new Time(life.getValue().hello.end(), life.getValue().closed);
        pieces.add(new Piece(open, State.IDLE, ""));
        ofConnection.put(life.getKey(), pieces);
      }
    }
    for (Turn turn : turns) {
      List<Piece> pieces = ofConnection.get(turn.connection);
      if (pieces != null) {
        Time wait = new Time(turn.time.begin() - turn.waited, turn.time.begin());
        pieces.add(new Piece(wait, State.QUEUE, ""));
        pieces.add(new Piece(turn.time, state(turn), ""));
      }
    }
    Map<String, NavigableMap<Long, List<Use>>> usesOfWorkers = usesOfWorkers();
    for (Service service : services) {
      List<Piece> pieces = ofConnection.get(service.connection);
      if (pieces != null) {
        pieces.add(new Piece(service.time, State.SERVICE, service.type));
        usesOfWorkers
            .getOrDefault(service.worker, Collections.emptyNavigableMap())
            .subMap(service.time.begin(), service.time.end())
            .values()
            .forEach(begun -> begun.forEach(use -> addUse(use, pieces)));
      }
    }
    ofConnection.forEach((number, pieces) -> rows.add(Kind.CONNECTION, name(number), pieces));
  }

  private String name(long connection) {
    Life life = lives.get(connection);
    return life == null || life.endedBy.isEmpty()
        ? Long.toString(connection)
        : connection + ", ended by " + life.endedBy;
  }

  /** Returns, for each worker, its uses of database connections by the instant they began at. */
  private Map<String, NavigableMap<Long, List<Use>>> usesOfWorkers() {
    return uses.stream()
        .collect(
            Collectors.groupingBy(
                Use::worker,
                Collectors.groupingBy(use -> use.held.begin(), TreeMap::new, Collectors.toList())));
  }

  /** Adds the database connections, and returns the waits for them. */
  private List<Wait> databaseConnections(RowBuilder rows, Map<String, Integer> workers) {
    uses.sort(Comparator.comparingLong(use -> use.held.begin()));
    List<List<Use>> lanes = new ArrayList<>();
    for (Use use : uses) {
      freeLane(lanes, use.held.begin()).add(use);
    }
    List<Wait> waits = new ArrayList<>();
    for (int i = 0; i < lanes.size(); i++) {
      List<Piece> pieces = new ArrayList<>();
      pieces.add(new Piece(new Time(begin, end), State.IN_POOL, ""));
      lanes.get(i).forEach(use -> pieces.add(new Piece(use.held, State.HELD, use.type)));
      int row = rows.add(Kind.DATABASE_CONNECTION, Integer.toString(i + 1), pieces);
      for (Use use : lanes.get(i)) {
        if (use.waited.end() - use.waited.begin() >= WAIT_MIN_NANOS) {
          waits.add(
              new Wait(
                  workers.getOrDefault(use.worker, row),
                  rows.instant(use.waited.begin()),
                  row,
                  rows.instant(use.waited.end()),
                  use.type));
        }
      }
    }
    return waits;
  }

  /** Returns the first lane whose last use ended before an instant, or a new one. */
  private static List<Use> freeLane(List<List<Use>> lanes, long fromNanos) {
    for (List<Use> lane : lanes) {
      if (lane.get(lane.size() - 1).held.end() <= fromNanos) {
        return lane;
      }
    }
    List<Use> made = new ArrayList<>();
    lanes.add(made);
    return made;
  }
}
