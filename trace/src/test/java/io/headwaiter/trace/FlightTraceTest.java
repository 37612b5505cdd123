package io.headwaiter.trace;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwaiter.trace.Trace.Kind;
import io.headwaiter.trace.Trace.Span;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FlightTraceTest {
  private static final long START = 1_000_000;

  @TempDir Path folder;

  /** As the server reports it. */
  @Name("io.headwaiter.Turn")
  static final class Turn extends Event {
    long connection;
    boolean handshake;
    long waitedNanos;
    long beganNanos;
    long endedNanos;
  }

  /** As the server reports it. */
  @Name("io.headwaiter.Request")
  static final class Request extends Event {
    long connection;
    String type;
    int status;
    long beganNanos;
    long endedNanos;
  }

  /** As the server reports it. */
  @Name("io.headwaiter.Connection")
  static final class Connection extends Event {
    long connection;
    long acceptedNanos;
    long admittedNanos;
    long handshakeNanos;
    boolean resumed;
    long closedNanos;
  }

  /** As the server reports it. */
  @Name("io.headwaiter.DatabaseUse")
  static final class DatabaseUse extends Event {
    String type;
    long askedNanos;
    long takenNanos;
    long returnedNanos;
  }

  private static void use(long asked, long taken, long returned) {
    DatabaseUse event = new DatabaseUse();
    event.type = "/home";
    event.askedNanos = START + asked;
    event.takenNanos = START + taken;
    event.returnedNanos = START + returned;
    event.commit();
  }

  private static void turn(long connection, boolean handshake, long waited, long from, long to) {
    Turn event = new Turn();
    event.connection = connection;
    event.handshake = handshake;
    event.waitedNanos = waited;
    event.beganNanos = START + from;
    event.endedNanos = START + to;
    event.commit();
  }

  private Path recorded(Runnable events) throws IOException {
    Path file = folder.resolve("trace.jfr");
    try (Recording recording = new Recording()) {
      for (String name : List.of("Turn", "Request", "Connection", "DatabaseUse")) {
        recording.enable("io.headwaiter." + name);
      }
      recording.start();
      events.run();
      recording.stop();
      recording.dump(file);
    }
    return file;
  }

  private static void oneConnection() {
    turn(1, true, 20, 120, 200);
    turn(1, false, 30, 330, 400);
    Request request = new Request();
    request.connection = 1;
    request.type = "/home";
    request.beganNanos = START + 340;
    request.endedNanos = START + 390;
    request.commit();
    Connection connection = new Connection();
    connection.connection = 1;
    connection.acceptedNanos = START;
    connection.admittedNanos = START + 100;
    connection.handshakeNanos = START + 200;
    connection.resumed = true;
    connection.closedNanos = START + 500;
    connection.commit();
  }

  @Test
  void connectionHasItsStatesWithoutGap() throws Exception {
    Trace trace = FlightTrace.read(recorded(FlightTraceTest::oneConnection));
    // It begins with the first turn.
    assertThat(trace.endNanos()).isEqualTo(380);
    assertThat(trace.count(Kind.CONNECTION)).isEqualTo(1);
    assertThat(trace.spans().stream().filter(span -> span.row() == 1))
        .containsExactly(
            new Span(1, State.RESUMED_HANDSHAKE, 0, 80, ""),
            new Span(1, State.IDLE, 80, 180, ""),
            new Span(1, State.QUEUE, 180, 210, ""),
            new Span(1, State.REQUEST, 210, 220, ""),
            new Span(1, State.SERVICE, 220, 270, "/home"),
            new Span(1, State.REQUEST, 270, 280, ""),
            new Span(1, State.IDLE, 280, 380, ""));
  }

  @Test
  void workerHasItsTurnsAndWhatItServes() throws Exception {
    Trace trace = FlightTrace.read(recorded(FlightTraceTest::oneConnection));
    assertThat(trace.rows().get(0).name()).isEqualTo(Thread.currentThread().getName());
    assertThat(trace.spans().stream().filter(span -> span.row() == 0))
        .extracting(Span::state)
        .containsExactly(State.RESUMED_HANDSHAKE, State.REQUEST, State.SERVICE, State.REQUEST);
  }

  @Test
  void connectionThatComesMeanwhileHasItsHelloAndQueue() throws Exception {
    Trace trace =
        FlightTrace.read(
            recorded(
                () -> {
                  turn(2, false, 0, 0, 10);
                  oneConnection();
                }));
    int row = trace.rows().size() - 1;
    assertThat(trace.spans().stream().filter(span -> span.row() == row).limit(3))
        .containsExactly(
            new Span(row, State.HELLO, 0, 100, ""),
            new Span(row, State.QUEUE, 100, 120, ""),
            new Span(row, State.RESUMED_HANDSHAKE, 120, 200, ""));
  }

  @Test
  void databaseConnectionsHaveRowsOfTheirUse() throws Exception {
    Trace trace =
        FlightTrace.read(
            recorded(
                () -> {
                  oneConnection();
                  use(345, 350, 380);
                  use(352, 355, 360);
                  use(380, 382, 386);
                  use(0, 5, 10); // before the first turn
                }));
    // Two were in use at a time.
    assertThat(trace.count(Kind.DATABASE_CONNECTION)).isEqualTo(2);
    assertThat(trace.spans().stream().filter(span -> span.row() == 2))
        .containsExactly(
            new Span(2, State.IN_POOL, 0, 230, ""),
            new Span(2, State.HELD, 230, 260, "/home"),
            new Span(2, State.IN_POOL, 260, 262, ""),
            new Span(2, State.HELD, 262, 266, "/home"),
            new Span(2, State.IN_POOL, 266, 380, ""));
    assertThat(trace.spans().stream().filter(span -> span.row() == 1 && span.beginNanos() >= 220))
        .extracting(Span::state)
        .containsSubsequence(
            State.SERVICE,
            State.CONNECTION_WAIT,
            State.SERVICE_WITH_CONNECTION,
            State.SERVICE,
            State.REQUEST,
            State.IDLE);
    assertThat(trace.waits()).as("they are too short").isEmpty();
  }

  @Test
  void waitForDatabaseConnectionNamesBothRows() throws Exception {
    Trace trace =
        FlightTrace.read(
            recorded(
                () -> {
                  turn(1, false, 0, 0, 900_000);
                  use(100_000, 400_000, 500_000);
                }));
    assertThat(trace.waits()).containsExactly(new Trace.Wait(0, 100_000, 1, 400_000, "/home"));
  }

  @Test
  void emptyRecordingIsToldInASentence() throws Exception {
    Path empty = recorded(() -> {});
    assertThatThrownBy(() -> FlightTrace.read(empty))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("Nothing happened");
  }
}
