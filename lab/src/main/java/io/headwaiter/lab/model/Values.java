package io.headwaiter.lab.model;

import java.util.List;

/** Names of the values that observations of a shop have, and the metrics that follow from them. */
public final class Values {
  public static final String WINDOW_SECONDS = "windowSeconds";
  public static final String OFFERED = "offered";
  public static final String CAME_BACK = "cameBack";
  public static final String COMPLETED = "completed";
  public static final String COMPLETED_LATE = "completedLate";
  public static final String REFUSED = "refused";
  public static final String TIMED_OUT_BEFORE_ENTRY = "timedOutBeforeEntry";
  public static final String BROKEN = "broken";
  public static final String BROKEN_RESUMING = "brokenResuming";
  public static final String REFUSED_LATER_RESUMING = "refusedLaterResuming";
  public static final String REPLIES = "replies";
  public static final String CONNECTIONS = "connections";
  public static final String FULL_HANDSHAKES = "fullHandshakes";
  public static final String RESUMED_HANDSHAKES = "resumedHandshakes";
  public static final String FAILED_HANDSHAKES = "failedHandshakes";
  public static final String RESPONSE_MILLIS_MEAN = "responseMillisMean";
  public static final String RESPONSE_MILLIS_P50 = "responseMillisP50";
  public static final String RESPONSE_MILLIS_P99 = "responseMillisP99";
  public static final String SESSION_REQUESTS = "sessionRequests";
  public static final String SESSION_MILLIS = "sessionMillis";
  public static final String CONNECTION_MILLIS = "connectionMillis";
  public static final String HANDSHAKE_MILLIS = "handshakeMillis";
  public static final String TIMEOUTS = "timeouts";
  public static final String LAG_MILLIS_P99 = "lagMillisP99";
  public static final String GENERATOR_SHARE = "generatorShare";
  public static final String CPU_SECONDS = "cpuSeconds";
  public static final String STOLEN_SHARE = "stolenShare";
  public static final String OTHERS_SHARE = "othersShare";

  /** Of raw hellos. */
  public static final String HELLOS = "hellos";

  public static final String HELLO_SECONDS = "helloSeconds";
  public static final String HELLOS_REFUSED = "hellosRefused";
  public static final String HELLOS_ANSWERED = "hellosAnswered";
  public static final String HELLOS_UNANSWERED = "hellosUnanswered";
  public static final String HELLO_SENDER_SHARE = "helloSenderShare";

  /** What a server with an admin port says of itself, over the whole run. */
  public static final String SERVER_SECONDS = "serverSeconds";

  /** How often a balancer took a server out or in. */
  public static final String CHANGES_OF_STATE = "changesOfState";

  public static final String SERVER_CONNECTIONS = "serverConnections";

  public static final String SERVER_CPU_MILLIS = "serverCpuMillis";
  public static final String SERVER_FRONT_MILLIS = "serverFrontMillis";
  public static final String SERVER_CONTROL_MILLIS = "serverControlMillis";
  public static final String SERVER_FULL_HANDSHAKES = "serverFullHandshakes";
  public static final String SERVER_FULL_MILLIS = "serverFullMillis";

  private static final double MICROS = 1e6;
  private static final double MILLIS = 1000;

  /** Visits that came for each second of the window, those that came back among them. */
  public static final Metric OFFERED_PER_SECOND =
      Metric.higher(
          "offeredPerSecond",
          "offered/s",
          o -> (o.value(OFFERED) + o.value(CAME_BACK)) / o.value(WINDOW_SECONDS));

  /** Completed visits for each second of the window. */
  public static final Metric COMPLETED_PER_SECOND =
      Metric.higher("completedPerSecond", "visits/s", o -> perSecond(o, COMPLETED));

  /**
   * Completed visits for each second of the window, of a server that others are compared with: none
   * counts as one, so that there is a ratio.
   */
  public static final Metric COMPLETED_OR_ONE_PER_SECOND =
      Metric.higher(
          "completedOrOnePerSecond",
          "visits/s, at least one",
          o -> Math.max(1, o.value(COMPLETED)) / o.value(WINDOW_SECONDS));

  /** Completed visits for each second of the second half of the window. */
  public static final Metric COMPLETED_LATE_PER_SECOND =
      Metric.higher(
          "completedLatePerSecond",
          "visits/s, second half",
          o -> 2 * o.value(COMPLETED_LATE) / o.value(WINDOW_SECONDS));

  /** How often a balancer took a server out or in. */
  public static final Metric STATE_CHANGES =
      Metric.lower("stateChanges", "changes of state", o -> o.value(CHANGES_OF_STATE));

  /** Refused visits for each second of the window. */
  public static final Metric REFUSED_PER_SECOND =
      Metric.lower("refusedPerSecond", "refused/s", o -> perSecond(o, REFUSED));

  /** Answered pages for each second of the window. */
  public static final Metric REPLIES_PER_SECOND =
      Metric.higher("repliesPerSecond", "pages/s", o -> perSecond(o, REPLIES));

  /** Completed visits for each CPU second of the server. */
  public static final Metric COMPLETED_PER_CPU_SECOND =
      Metric.higher(
          "completedPerCpuSecond",
          "visits per CPU second",
          o -> o.value(COMPLETED) / o.value(CPU_SECONDS));

  /** CPU milliseconds of the server for each completed visit. */
  public static final Metric CPU_MILLIS_PER_VISIT =
      Metric.lower(
          "cpuMillisPerVisit",
          "CPU ms per visit",
          o -> MILLIS * o.value(CPU_SECONDS) / o.value(COMPLETED));

  /** CPU milliseconds of the server for each answered page. */
  public static final Metric CPU_MILLIS_PER_PAGE =
      Metric.lower(
          "cpuMillisPerPage",
          "CPU ms per page",
          o -> MILLIS * o.value(CPU_SECONDS) / o.value(REPLIES));

  /** Processors that the server kept busy. */
  public static final Metric CORES =
      Metric.higher("cores", "cores", o -> perSecond(o, CPU_SECONDS));

  /** Mean response time of pages, in ms, from the instant it was due. */
  public static final Metric MEAN_MILLIS =
      Metric.lower("responseMillisMean", "mean ms", o -> o.value(RESPONSE_MILLIS_MEAN));

  /** Mean length of completed visits, in pages. */
  public static final Metric COMPLETED_LENGTH =
      Metric.higher("sessionRequests", "pages a visit", o -> o.value(SESSION_REQUESTS));

  /** Mean time from the start of connecting to the end of the handshake, as clients see it. */
  public static final Metric MEAN_HANDSHAKE_MILLIS =
      Metric.lower("handshakeMillis", "handshake ms", o -> o.value(HANDSHAKE_MILLIS));

  /** Mean time that a connection is open, as clients see it. */
  public static final Metric MEAN_CONNECTION_MILLIS =
      Metric.lower("connectionMillis", "connection ms", o -> o.value(CONNECTION_MILLIS));

  /** Ends of a client's patience for each second of the window. */
  public static final Metric TIMEOUTS_PER_SECOND =
      Metric.lower("timeoutsPerSecond", "timeouts/s", o -> perSecond(o, TIMEOUTS));

  /** Of the handshakes that clients finished, the share that resumed a session. */
  public static final Metric RESUMED_SHARE_OF_HANDSHAKES =
      Metric.higher(
          "resumedShareOfHandshakes",
          "resumed",
          o ->
              o.value(RESUMED_HANDSHAKES)
                  / (o.value(RESUMED_HANDSHAKES) + o.value(FULL_HANDSHAKES)));

  /** Median response time of pages, in ms, from the instant it was due. */
  public static final Metric P50_MILLIS =
      Metric.lower("responseMillisP50", "p50 ms", o -> o.value(RESPONSE_MILLIS_P50));

  /** Response time of pages that 1 in 100 exceeds, in ms, from the instant it was due. */
  public static final Metric P99_MILLIS =
      Metric.lower("responseMillisP99", "p99 ms", o -> o.value(RESPONSE_MILLIS_P99));

  /** Visits without a good end. */
  public static final Metric LOST =
      Metric.lower(
          "lost",
          "lost",
          o -> o.value(REFUSED) + o.value(TIMED_OUT_BEFORE_ENTRY) + o.value(BROKEN));

  /** Visits that broke after they were let in, or waited in vain to be let in. */
  public static final Metric BROKEN_OR_TIMED_OUT =
      Metric.lower(
          "brokenOrTimedOut",
          "broken or timed out",
          o -> o.value(TIMED_OUT_BEFORE_ENTRY) + o.value(BROKEN));

  /** Of the visits of clients that resume which ended after admission, the share that completed. */
  public static final Metric KEPT =
      Metric.higher(
          "kept",
          "kept of those admitted",
          o -> o.value(COMPLETED) / (o.value(COMPLETED) + o.value(BROKEN_RESUMING)));

  /** Visits of clients that resume which were admitted, and refused on a later connection. */
  public static final Metric REFUSED_LATER =
      Metric.lower("refusedLater", "refused later", o -> o.value(REFUSED_LATER_RESUMING));

  /** Visits that failed after they had been let in. */
  public static final Metric BROKEN_LATER =
      Metric.lower("brokenLater", "broken", o -> o.value(BROKEN));

  /** CPU time of the load generator's busiest event loop, as a share of one core. */
  public static final Metric GENERATOR =
      Metric.lower("generatorShare", "generator", o -> o.value(GENERATOR_SHARE));

  /** Raw hellos for each second. */
  public static final Metric HELLOS_PER_SECOND =
      Metric.higher("hellosPerSecond", "hellos/s", o -> o.value(HELLOS) / o.value(HELLO_SECONDS));

  /** Raw hellos that were refused for each second. */
  public static final Metric HELLOS_REFUSED_PER_SECOND =
      Metric.higher(
          "hellosRefusedPerSecond",
          "hellos refused/s",
          o -> o.value(HELLOS_REFUSED) / o.value(HELLO_SECONDS));

  /** Raw hellos that were answered, that is admitted, for each second. */
  public static final Metric HELLOS_ADMITTED_PER_SECOND =
      Metric.lower(
          "hellosAdmittedPerSecond",
          "hellos admitted/s",
          o -> o.value(HELLOS_ANSWERED) / o.value(HELLO_SECONDS));

  /** CPU microseconds of the server for each refused hello. */
  public static final Metric MICROS_PER_REFUSAL =
      Metric.lower(
          "microsPerRefusal",
          "µs per refusal",
          o -> MICROS * o.value(CPU_SECONDS) / o.value(HELLOS_REFUSED));

  /** Refused hellos for each CPU second of the server. */
  public static final Metric REFUSALS_PER_CPU_SECOND =
      Metric.higher(
          "refusalsPerCpuSecond",
          "refusals per CPU second",
          o -> o.value(HELLOS_REFUSED) / o.value(CPU_SECONDS));

  /** CPU time of the thread that sends raw hellos; near 1 it is the bound, not the server. */
  public static final Metric HELLO_SENDER =
      Metric.lower("helloSender", "sender", o -> o.value(HELLO_SENDER_SHARE));

  /** CPU time of the threads in front of the container, of the whole server's. */
  public static final Metric FRONT_SHARE =
      Metric.lower(
          "frontShare",
          "front share",
          o -> o.value(SERVER_FRONT_MILLIS) / o.value(SERVER_CPU_MILLIS));

  /** CPU microseconds of the threads in front for each connection. */
  public static final Metric FRONT_MICROS_PER_CONNECTION =
      Metric.lower(
          "frontMicrosPerConnection",
          "front µs per connection",
          o -> MILLIS * o.value(SERVER_FRONT_MILLIS) / o.value(SERVER_CONNECTIONS));

  /** Processors that the control thread used. */
  public static final Metric CONTROL_CORES =
      Metric.lower(
          "controlCores",
          "control cores",
          o -> o.value(SERVER_CONTROL_MILLIS) / MILLIS / o.value(SERVER_SECONDS));

  /** CPU milliseconds of a full handshake, as the server's own meters count it. */
  public static final Metric FULL_HANDSHAKE_MILLIS =
      Metric.lower(
          "fullHandshakeMillis",
          "ms per full handshake",
          o -> o.value(SERVER_FULL_MILLIS) / o.value(SERVER_FULL_HANDSHAKES));

  /** Columns of experiments that bring servers to their peak. */
  public static final List<Metric> PEAK =
      List.of(COMPLETED_PER_SECOND, COMPLETED_PER_CPU_SECOND, CORES, P99_MILLIS, LOST, GENERATOR);

  /** Columns of experiments under overload. */
  public static final List<Metric> OVERLOAD =
      List.of(
          OFFERED_PER_SECOND,
          COMPLETED_PER_SECOND,
          REFUSED_PER_SECOND,
          BROKEN_OR_TIMED_OUT,
          P99_MILLIS,
          CORES,
          GENERATOR);

  private Values() {}

  private static double perSecond(Observation o, String value) {
    return o.value(value) / o.value(WINDOW_SECONDS);
  }
}
