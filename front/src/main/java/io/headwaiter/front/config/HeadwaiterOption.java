package io.headwaiter.front.config;

import io.headwaiter.core.api.UserApi;
import io.headwaiter.door.RefusalStyle;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The options of the connector. Each has one name everywhere: as {@code Connector} attribute, as
 * system property {@code headwaiter.NAME}, as environment variable {@code HEADWAITER_NAME} (upper
 * case, words separated by underscores), and as command-line flag (lower case, words separated by
 * hyphens).
 */
@UserApi
public enum HeadwaiterOption {
  /** The controller that decides. */
  ADMISSION(
      "admission",
      "adaptive",
      "adaptive, formula or off",
      "how new visits are admitted: adaptive learns the costs, formula uses the published formula"
          + " with the costs that you give, off admits all"),
  /** Shadow mode: decisions without effect. */
  SHADOW(
      "shadow",
      "false",
      "true or false",
      "decides, counts and reports as it would, and admits every connection"),
  /** Deadline of the hello. */
  HELLO_DEADLINE_MILLIS(
      "helloDeadlineMillis", "5000", 100, 60_000, "time from accept to a complete ClientHello"),
  /** Deadline of the handshake. */
  HANDSHAKE_TIMEOUT_MILLIS(
      "handshakeTimeoutMillis",
      "5000",
      100,
      600_000,
      "time that the client of an admitted connection has to complete its handshake"),
  /** Deadline of the first request. */
  FIRST_REQUEST_TIMEOUT_MILLIS(
      "firstRequestTimeoutMillis",
      "10000",
      100,
      600_000,
      "time from the end of the handshake to the end of the head of the first request"),
  /** Size limit of a hello. */
  HELLO_BYTES_MAX("helloBytesMax", "32768", 1024, 65_536, "largest ClientHello that is read"),
  /** Bound of undecided connections. */
  UNDECIDED_MAX(
      "undecidedMax",
      "10000",
      1,
      1_000_000,
      "connections without a complete ClientHello; never over half of maxConnections"),
  /** How connections are refused. */
  REFUSAL_STYLE(
      "refusalStyle", "close", RefusalStyle.ALLOWED, "how a connection is refused over the budget"),
  /** Bound of courtesy pages. */
  COURTESY_PER_SECOND(
      "courtesyPerSecond",
      "10",
      0,
      100_000,
      "courtesy pages per second at most, where refusalStyle is courtesy"),
  /** CPU time of courtesy pages. */
  COURTESY_SHARE(
      "courtesyShare",
      "0.02",
      0,
      0.5,
      "share of the CPU time that courtesy pages may take with their handshakes"),
  /** Time after which clients with a courtesy page should return. */
  COURTESY_RETRY_AFTER_SECONDS(
      "courtesyRetryAfterSeconds",
      "15",
      1,
      3_600,
      "when a courtesy page says to come back, at the earliest; spread over up to twice as long"),
  /** Idle time that ends a visit. */
  VISIT_IDLE_SECONDS(
      "visitIdleSeconds",
      "300",
      1,
      86_400,
      "time without activity that ends a visit; a client that resumes later begins another visit"),
  /** Age at which a visit is charged again. */
  VISIT_AGE_MAX_SECONDS(
      "visitAgeMaxSeconds",
      "7200",
      60,
      604_800,
      "how long a visit may last; its next connection then begins another visit"),
  /** Places of the waiting room. */
  WAITING_ROOM_MAX(
      "waitingRoomMax",
      "0",
      0,
      100_000,
      "new visits that may wait for room; 0 is no waiting room; never over a quarter of"
          + " maxConnections"),
  /** Longest wait. */
  WAITING_PATIENCE_MILLIS(
      "waitingPatienceMillis",
      "2000",
      10,
      60_000,
      "longest wait for room, less if people leave sooner; visits that cannot be admitted within"
          + " it are refused"),
  /** Wait up to which the waiting room is first come, first served. */
  WAITING_TARGET_MILLIS(
      "waitingTargetMillis",
      "200",
      0,
      60_000,
      "if visits wait longer than this, the newest is admitted first; never over the patience"),
  /** Prefix length of an IPv4 network. */
  FAIRNESS_IPV4_PREFIX(
      "fairnessIpv4Prefix",
      "24",
      0,
      32,
      "leading bits that name an IPv4 network; networks share new visits while some are refused; 0"
          + " makes all one, and both 0 shares nothing"),
  /** Prefix length of an IPv6 network. */
  FAIRNESS_IPV6_PREFIX(
      "fairnessIpv6Prefix",
      "56",
      0,
      64,
      "leading bits that name an IPv6 network; networks share new visits while some are refused; 0"
          + " makes all one, and both 0 shares nothing"),
  /** Bound of the uses of one ticket. */
  TICKET_BURST(
      "ticketBurst",
      "32",
      0,
      100_000,
      "connections that one session or ticket admits at once; 0 is no bound on its uses"),
  /** Rate of the uses of one ticket. */
  TICKET_PER_SECOND(
      "ticketPerSecond",
      "10",
      0.001,
      100_000,
      "connections per second that one session or ticket admits over time"),
  /** Bound of the connections of one ticket. */
  TICKET_CONNECTIONS_MAX(
      "ticketConnectionsMax",
      "32",
      1,
      100_000,
      "connections that may be open at a time with one session or ticket"),
  /** Parallel connections of a browser. */
  PARALLEL_CONNECTIONS_MAX(
      "parallelConnectionsMax",
      "6",
      0,
      100,
      "connections without a session that a visit may open within 3 s of another one, from an"
          + " address that few share; 0 behind a balancer that hides the addresses; not with `formula`"),
  /** Bound of the connections of one visit. */
  CONNECTIONS_PER_VISIT_MAX(
      "connectionsPerVisitMax",
      "64",
      1,
      100_000,
      "connections that one visit may have open at a time; more of it are refused"),
  /** Balancers that name their clients. */
  PROXY_NETWORKS(
      "proxyNetworks",
      "",
      "networks like 192.0.2.0/24, 2001:db8::/32 or 192.0.2.7, separated by commas",
      "balancers that begin each connection with a header of the PROXY protocol, version 2"),
  /** Bypass of the admission decision by network. */
  BYPASS_NETWORKS(
      "bypassNetworks",
      "",
      "networks like 192.0.2.0/24, 2001:db8::/32 or 192.0.2.7, separated by commas",
      "clients that bypass admission, health probes above all, by where they come from"),
  /** Bypass by host name. */
  BYPASS_SERVER_NAMES(
      "bypassServerNames",
      "",
      "host names like health.example, separated by commas",
      "clients that bypass admission by the host name (SNI) they ask for; any client can name it"),
  /** Bypass by protocol. */
  BYPASS_PROTOCOLS(
      "bypassProtocols",
      "",
      "ALPN names of 1 to 255 visible characters, separated by commas",
      "clients that bypass admission by a protocol (ALPN) they offer; any client can offer it"),
  /** Rate of bypass connections. */
  BYPASS_PER_SECOND(
      "bypassPerSecond",
      "10",
      0.001,
      100_000,
      "connections per second that bypass admission over time; more are treated like any other"),
  /** Burst of bypass connections. */
  BYPASS_BURST(
      "bypassBurst",
      "20",
      1,
      100_000,
      "connections that bypass admission at once; more are treated like any other"),
  /** Longest wait for a worker. */
  WORKER_TIMEOUT_MILLIS(
      "workerTimeoutMillis",
      "5000",
      1,
      600_000,
      "how long a request waits for a worker, or on virtual threads to be one of maxThreads; then"
          + " it gets a 503"),
  /** Time after which clients should repeat a request that waited too long. */
  WORKER_RETRY_AFTER_SECONDS(
      "workerRetryAfterSeconds",
      "5",
      0,
      3_600,
      "Retry-After of the 503 for a request that waited too long for a worker"),
  /** Target of the adaptive controller. */
  QUEUE_DELAY_TARGET_MILLIS(
      "queueDelayTargetMillis", "30", 1, 10_000, "worker queueing delay that adaptive aims for"),
  /** CT_N of the formula. */
  FORMULA_NEW_MILLIS(
      "formulaNewMillis",
      "",
      0.001,
      60_000,
      "CT_N: CPU time of a new connection with its requests; required with admission=formula"),
  /** CT_O of the formula. */
  FORMULA_RESUMED_MILLIS(
      "formulaResumedMillis",
      "",
      0,
      60_000,
      "CT_O: CPU time of a resumed connection with its requests; required with admission=formula"),
  /** k of the formula. */
  FORMULA_INTERVAL_MILLIS(
      "formulaIntervalMillis", "2000", 100, 60_000, "k: sampling interval of the formula"),
  /** Choice of the TLS engines. */
  TLS(
      "tls",
      "auto",
      "auto, boringssl or jsse",
      "whose TLS engines are used; auto takes BoringSSL where it loads"),
  /** Secrets of the session tickets. */
  TICKET_KEY_FILE(
      "ticketKeyFile",
      "",
      "a file of this user or of root that others may not read",
      "secrets of BoringSSL's session tickets, one of 64 hexadecimal digits a line; none:"
          + " generated"),
  /** How long a ticket key encrypts. */
  TICKET_KEY_ROTATION_SECONDS(
      "ticketKeyRotationSeconds",
      "43200",
      60,
      86_400,
      "how long a ticket key is used; a ticket is good for one to two times as long"),
  /** Longest warm-up. */
  WARM_UP_MILLIS(
      "warmUpMillis",
      "1500",
      0,
      60_000,
      "longest warm-up of handshakes and requests before the server accepts; 0 is none"),
  /** Pages of the application that the warm-up requests. */
  WARM_UP_PATHS(
      "warmUpPaths",
      "",
      "paths like / or /shop?page=2, separated by commas",
      "application pages that the warm-up requests, five times each; none: no page is requested"),
  /** URL patterns that tell types of requests apart. */
  REQUEST_PATTERNS(
      "requestPatterns",
      "",
      "paths like /shop/*/reviews or /api/**, separated by commas",
      "types of requests by URL; whatever no pattern matches is named by the first two segments"),
  /** Addresses that are kept for a recorded mix. */
  RECORDED_ADDRESSES(
      "recordedAddresses",
      "0",
      0,
      20,
      "addresses of each type of request that /status shows as customers sent them, for headwaiter"
          + " mix"),
  /** Port of the admin endpoint. */
  ADMIN_PORT(
      "adminPort", "-1", -1, 65_535, "port of the admin endpoint; 0 is any free one, -1 is none"),
  /** Port for agent checks. */
  AGENT_PORT(
      "agentPort",
      "-1",
      -1,
      65_535,
      "port of HAProxy's agent checks, on adminAddress; 0 is any, -1 is none"),
  /** What a weight of 100 means. */
  AGENT_VISITS_PER_SECOND(
      "agentVisitsPerSecond", "50", 0.01, 1_000_000, "new visits a second for a weight of 100"),
  /** Address of the admin endpoint. */
  ADMIN_ADDRESS(
      "adminAddress",
      "127.0.0.1",
      "an IP address of this machine",
      "address of the admin endpoint; one that other machines can ask wants adminToken and"
          + " adminKeystore"),
  /** Token that clients of the admin endpoint must send. */
  ADMIN_TOKEN(
      "adminToken",
      "",
      "16 to 256 visible ASCII characters",
      "Bearer token that the admin endpoint wants, for all but /health and the dashboard's files"),
  /** Certificate of the admin endpoint. */
  ADMIN_KEYSTORE(
      "adminKeystore",
      "",
      "a PKCS12 file",
      "certificate and key with which the admin endpoint speaks HTTPS; none is plain HTTP"),
  /** Password of that file. */
  ADMIN_KEYSTORE_PASSWORD(
      "adminKeystorePassword", "", "the password of that file", "opens adminKeystore"),
  /** Plain HTTP for other machines. */
  ADMIN_PLAIN_HTTP(
      "adminPlainHttp",
      "false",
      "true or false",
      "lets other machines ask the admin endpoint without TLS, in a network that nobody else reads");

  private final String optionName;
  private final String defaultValue;
  private final double min;
  private final double max;
  private final String allowed;
  private final String meaning;

  HeadwaiterOption(String optionName, String defaultValue, String allowed, String meaning) {
    this.optionName = optionName;
    this.defaultValue = defaultValue;
    this.min = Double.NaN;
    this.max = Double.NaN;
    this.allowed = allowed;
    this.meaning = meaning;
  }

  HeadwaiterOption(String optionName, String defaultValue, double min, double max, String meaning) {
    this.optionName = optionName;
    this.defaultValue = defaultValue;
    this.min = min;
    this.max = max;
    this.allowed = OptionText.range(min, max);
    this.meaning = meaning;
  }

  /** Returns the name as {@code Connector} attribute. */
  public String optionName() {
    return optionName;
  }

  /** Returns the value that applies if none is given; empty if there is none. */
  public String defaultValue() {
    return defaultValue;
  }

  /** Returns the allowed values, in words. */
  public String allowed() {
    return allowed;
  }

  /** Returns the meaning, in words. */
  public String meaning() {
    return meaning;
  }

  /** Returns the system property. */
  public String propertyName() {
    return "headwaiter." + optionName;
  }

  /** Returns the environment variable. */
  public String environmentName() {
    return "HEADWAITER_" + OptionText.words(optionName, "_").toUpperCase(Locale.ROOT);
  }

  /** Returns the command-line flag, with its two hyphens. */
  public String flag() {
    return "--" + OptionText.words(optionName, "-");
  }

  /** Returns the option of this {@code Connector} attribute. */
  public static Optional<HeadwaiterOption> byName(String optionName) {
    return Arrays.stream(values()).filter(o -> o.optionName.equals(optionName)).findFirst();
  }

  /** Returns whether its value is a number within a range. */
  public boolean isNumber() {
    return !Double.isNaN(min);
  }

  /** Returns whether it is on or off; as a flag it may stand without a value, and is then on. */
  public boolean isSwitch() {
    return allowed.equals("true or false");
  }

  /** Returns whether this number is within the range. */
  boolean allows(double number) {
    return number >= min && number <= max;
  }

  /** Returns an exception with the sentence for a value that is not allowed. */
  public IllegalArgumentException wrong(String value) {
    return OptionText.wrong(this, value, allowed);
  }
}
