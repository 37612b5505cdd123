package io.headwaiter.lab.model;

import io.headwaiter.core.trace.Stage;
import java.util.Arrays;

/**
 * Names of the values that a server with {@code --anatomy} counts over the whole run, of the
 * connections that ended in it, and the metrics that follow from them.
 */
public final class StageValues {
  public static final String CONNECTIONS = "tracedConnections";

  public static final String READY_SECONDS = "readySeconds";

  public static final String BYTES_MILLIS = "bytesWaitMillis";

  public static final String MONITOR_MILLIS = "monitorWaitMillis";

  /** Mean number of the server's threads that can run and wait for a processor. */
  public static final Metric THREADS_READY =
      Metric.lower(
          "threadsReady",
          "threads ready",
          o -> o.value(READY_SECONDS) / o.value(Values.SERVER_SECONDS));

  /** Mean number of the server's threads that wait for bytes of a client or a database. */
  public static final Metric THREADS_WAITING_FOR_BYTES =
      threads("threadsWaitingForBytes", "threads in I/O", BYTES_MILLIS);

  /** Mean number of the server's threads that wait for a monitor. */
  public static final Metric THREADS_WAITING_FOR_MONITOR =
      threads("threadsWaitingForMonitor", "threads at monitor", MONITOR_MILLIS);

  /** Mean time of a connection in the service of its requests. */
  public static final Metric SERVICE_MILLIS = mean("serviceMillis", "service ms", Stage.SERVICE);

  /** Mean time of a connection in requests without their service. */
  public static final Metric REQUEST_MILLIS =
      mean("requestMillis", "request, no service ms", Stage.REQUEST);

  /** Mean time of a connection without request. */
  public static final Metric IDLE_MILLIS = mean("idleMillis", "no request ms", Stage.IDLE);

  /** Mean time that a connection with bytes to read waits for a worker. */
  public static final Metric QUEUED_MILLIS = mean("queuedMillis", "queued ms", Stage.QUEUE);

  /** Mean time of a connection in its handshake, however that ends. */
  public static final Metric HANDSHAKE_MILLIS =
      mean(
          "serverHandshakeMillis",
          "server's handshake ms",
          Stage.FULL_HANDSHAKE,
          Stage.RESUMED_HANDSHAKE,
          Stage.FAILED_HANDSHAKE);

  /**
   * Mean time from a client's connect to the first step of its handshake: the wait in the
   * listener's backlog, at the door and for a worker. It is what clients see of handshakes that
   * end, less what the server sees of them.
   */
  public static final Metric BEFORE_HANDSHAKE_MILLIS =
      Metric.lower(
          "beforeHandshakeMillis",
          "before handshake ms",
          o -> o.value(Values.HANDSHAKE_MILLIS) - endedHandshakeMillis(o));

  /** Of the time of connections, the share without request. */
  public static final Metric IDLE_SHARE =
      Metric.higher(
          "idleShare", "no request", o -> o.value(millis(Stage.IDLE)) / sum(o, Stage.values()));

  /** Of the handshakes that the server finished, the share that resumed a session. */
  public static final Metric RESUMED_SHARE =
      Metric.higher(
          "serverResumedShare",
          "server's resumed",
          o -> o.value(count(Stage.RESUMED_HANDSHAKE)) / endedHandshakes(o));

  private static final double MILLIS_PER_SECOND = 1000;

  private StageValues() {}

  /** Returns the name of the time of a stage in all connections together. */
  public static String millis(Stage stage) {
    return stage.label() + "StageMillis";
  }

  /** Returns the name of the number of times that a stage came. */
  public static String count(Stage stage) {
    return stage.label() + "StageCount";
  }

  private static double endedHandshakes(Observation o) {
    return o.value(count(Stage.FULL_HANDSHAKE)) + o.value(count(Stage.RESUMED_HANDSHAKE));
  }

  private static double endedHandshakeMillis(Observation o) {
    return sum(o, Stage.FULL_HANDSHAKE, Stage.RESUMED_HANDSHAKE) / endedHandshakes(o);
  }

  private static Metric threads(String id, String title, String millis) {
    return Metric.lower(
        id, title, o -> o.value(millis) / MILLIS_PER_SECOND / o.value(Values.SERVER_SECONDS));
  }

  private static Metric mean(String id, String title, Stage... stages) {
    return Metric.lower(id, title, o -> sum(o, stages) / o.value(CONNECTIONS));
  }

  private static double sum(Observation o, Stage... stages) {
    return Arrays.stream(stages).mapToDouble(stage -> o.value(millis(stage))).sum();
  }
}
