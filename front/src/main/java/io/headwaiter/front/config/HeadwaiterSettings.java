package io.headwaiter.front.config;

import io.headwaiter.core.admission.CourtesyBudget;
import io.headwaiter.core.admission.WaitingRoomLimits;
import io.headwaiter.core.capacity.AdaptiveController;
import io.headwaiter.core.capacity.AdmissionController;
import io.headwaiter.core.capacity.EacController;
import io.headwaiter.core.capacity.EacFormula;
import io.headwaiter.core.hello.HelloLimits;
import io.headwaiter.core.profile.RequestPatterns;
import io.headwaiter.core.visit.VisitAccounts;
import io.headwaiter.door.BypassSettings;
import io.headwaiter.door.DoorSettings;
import io.headwaiter.door.NetworkRange;
import io.headwaiter.door.RefusalStyle;
import io.headwaiter.door.SessionUseLimits;
import io.headwaiter.door.WaitingSettings;
import io.headwaiter.front.session.SessionDirectory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/**
 * The checked options of a connector: the values of {@link OptionValues}, as settings of the parts
 * that use them.
 */
public final class HeadwaiterSettings {
  /** The number of connections that means no limit. */
  private static final int UNLIMITED = -1;

  // More than the default maxConnections.
  private static final int TICKETS_REMEMBERED = 32_768;
  private static final Set<String> TLS_ENGINES = Set.of("auto", "boringssl", "jsse");
  private static final double NANOS_PER_SECOND = 1e9;

  private final OptionValues values;

  /**
   * Creates settings that look values up when they are asked for.
   *
   * @param explicit explicit values; may still change
   * @param property a system property's value, or null
   * @param environment an environment variable's value, or null
   */
  public HeadwaiterSettings(
      Map<HeadwaiterOption, String> explicit,
      UnaryOperator<String> property,
      UnaryOperator<String> environment) {
    this.values = new OptionValues(explicit, property, environment);
  }

  /**
   * Checks all options.
   *
   * @throws IllegalArgumentException with a sentence if any option is wrong
   */
  public void check() {
    for (HeadwaiterOption option : HeadwaiterOption.values()) {
      // Also those that the chosen controller does not read: a typing error shows at once.
      if (option.isNumber() && !values.of(option).isEmpty()) {
        values.number(option);
      }
    }
    door(UNLIMITED);
    waiting(UNLIMITED, UNLIMITED);
    sessionUseLimits();
    bypass();
    proxies();
    connectionsPerVisitMax();
    courtesy(/* processors= */ 1);
    courtesyRetryAfterSeconds();
    workerRetryAfterSeconds();
    visits(() -> 0, () -> 0);
    controller(/* processors= */ 1);
    shadow();
    recordedAddresses();
    requestPatterns();
    warmUp();
    warmUpPaths();
    admin();
    ticketKeyRotationSeconds();
    checkTls(tls());
  }

  /** Returns whether an option does not have its default value. */
  public boolean isChanged(HeadwaiterOption option) {
    return !values.of(option).equals(option.defaultValue());
  }

  /**
   * Checks a value of {@link HeadwaiterOption#TLS}.
   *
   * @throws IllegalArgumentException with a sentence if it is not allowed
   */
  public static void checkTls(String asked) {
    if (!TLS_ENGINES.contains(asked)) {
      throw HeadwaiterOption.TLS.wrong(asked);
    }
  }

  /** Returns {@link HeadwaiterOption#TLS}, in lower case. */
  public String tls() {
    return values.of(HeadwaiterOption.TLS).toLowerCase(Locale.ROOT);
  }

  /** Returns {@link HeadwaiterOption#TICKET_KEY_FILE}; empty if the keys are generated. */
  public Optional<Path> ticketKeyFile() {
    String file = values.of(HeadwaiterOption.TICKET_KEY_FILE);
    return file.isEmpty() ? Optional.empty() : Optional.of(Path.of(file));
  }

  /**
   * Returns how long a connection is kept open, so that its client never holds a ticket that
   * another server with the same secrets would take for that of a visit that has ended: half of
   * {@link HeadwaiterOption#VISIT_IDLE_SECONDS}. {@link Long#MAX_VALUE} if no other server can read
   * them.
   */
  public long connectionLifeNanos() {
    return ticketKeyFile().isEmpty() ? Long.MAX_VALUE : visitIdleNanos() / 2;
  }

  /** Returns {@link HeadwaiterOption#TICKET_KEY_ROTATION_SECONDS}. */
  public int ticketKeyRotationSeconds() {
    return values.wholeNumber(HeadwaiterOption.TICKET_KEY_ROTATION_SECONDS);
  }

  /** Returns {@link HeadwaiterOption#ADMISSION}, in lower case. */
  public String admission() {
    return values.of(HeadwaiterOption.ADMISSION).toLowerCase(Locale.ROOT);
  }

  /** Returns whether shadow mode is on. */
  public boolean shadow() {
    boolean shadow = values.isOn(HeadwaiterOption.SHADOW);
    if (shadow && admission().equals("off")) {
      throw new IllegalArgumentException(
          "shadow=true needs a controller whose decisions it can show, and admission is off. Use"
              + " admission=adaptive or admission=formula, or leave shadow out.");
    }
    return shadow;
  }

  /** Returns the controller; empty if the gate stays open. */
  public Optional<AdmissionController> controller(double processors) {
    String name = admission();
    return switch (name) {
      case "off" -> Optional.empty();
      case "adaptive" ->
          Optional.of(
              new AdaptiveController(
                  values.nanos(HeadwaiterOption.QUEUE_DELAY_TARGET_MILLIS), processors));
      case "formula" -> Optional.of(formula());
      default -> throw HeadwaiterOption.ADMISSION.wrong(name);
    };
  }

  /**
   * Returns the bounds of the door.
   *
   * @param maxConnections limit on open connections, or a negative number for none. Undecided
   *     connections get at most half of it: at the limit no connection is accepted, and silent
   *     clients could block all others
   */
  public DoorSettings door(int maxConnections) {
    int helloBytesMax = values.wholeNumber(HeadwaiterOption.HELLO_BYTES_MAX);
    DoorSettings d = DoorSettings.DEFAULT;
    return new DoorSettings(
            new HelloLimits(helloBytesMax, HelloLimits.DEFAULT.recordsMax()),
            values.nanos(HeadwaiterOption.HELLO_DEADLINE_MILLIS),
            undecidedMax(maxConnections),
            Math.max(d.undecidedBytesMax(), helloBytesMax),
            d.verifyQueueMax())
        .with(refusalStyle(), lingeringMax(maxConnections));
  }

  private RefusalStyle refusalStyle() {
    String style = values.of(HeadwaiterOption.REFUSAL_STYLE);
    try {
      return RefusalStyle.parse(style);
    } catch (IllegalArgumentException e) {
      IllegalArgumentException wrong = HeadwaiterOption.REFUSAL_STYLE.wrong(style);
      wrong.addSuppressed(e);
      throw wrong;
    }
  }

  /** Returns at most a quarter of all connections, beside the half that may be undecided. */
  private static int lingeringMax(int maxConnections) {
    int wanted = DoorSettings.DEFAULT.lingeringMax();
    return maxConnections < 0 ? wanted : Math.min(wanted, Math.max(1, maxConnections / 4));
  }

  /**
   * Returns the settings of the waiting room.
   *
   * @param maxConnections the container's bound of all connections, or a negative number for none.
   *     Waiting visits get at most a quarter of it, which leaves places for admitted connections
   *     beside the undecided ones
   * @param connectionsMax the most connections that the connector can have open, or a negative
   *     number for no bound. Waiting visits get at most nine tenths of it
   */
  public WaitingSettings waiting(int maxConnections, int connectionsMax) {
    int wanted = values.wholeNumber(HeadwaiterOption.WAITING_ROOM_MAX);
    if (maxConnections >= 0) {
      wanted = Math.min(wanted, maxConnections / 4);
    }
    if (connectionsMax >= 0) {
      wanted = Math.min(wanted, connectionsMax - connectionsMax / 10);
    }
    long patienceNanos = values.nanos(HeadwaiterOption.WAITING_PATIENCE_MILLIS);
    WaitingRoomLimits room =
        new WaitingRoomLimits(
            wanted,
            patienceNanos,
            Math.min(patienceNanos, values.nanos(HeadwaiterOption.WAITING_TARGET_MILLIS)));
    return new WaitingSettings(
        room,
        values.wholeNumber(HeadwaiterOption.FAIRNESS_IPV4_PREFIX),
        values.wholeNumber(HeadwaiterOption.FAIRNESS_IPV6_PREFIX),
        sharedWithoutRoom());
  }

  /**
   * Returns whether networks share new visits without a waiting room: not with the formula, which
   * is kept as it was published, nor if both prefixes are 0.
   */
  public boolean sharedWithoutRoom() {
    return !admission().equals("formula")
        && (values.wholeNumber(HeadwaiterOption.FAIRNESS_IPV4_PREFIX) > 0
            || values.wholeNumber(HeadwaiterOption.FAIRNESS_IPV6_PREFIX) > 0);
  }

  /** Returns the budget for courtesy pages to refused clients. */
  public CourtesyBudget courtesy(double processors) {
    double perSecond = values.number(HeadwaiterOption.COURTESY_PER_SECOND);
    double share = values.number(HeadwaiterOption.COURTESY_SHARE);
    return refusalStyle().kind() == RefusalStyle.Kind.COURTESY
        ? new CourtesyBudget(perSecond, share, processors)
        : CourtesyBudget.NONE;
  }

  /** Returns the shortest time after which a client with a courtesy page should come back. */
  public int courtesyRetryAfterSeconds() {
    return values.wholeNumber(HeadwaiterOption.COURTESY_RETRY_AFTER_SECONDS);
  }

  /** Returns the longest wait for a worker, or for a permit. */
  public long workerTimeoutNanos() {
    return values.nanos(HeadwaiterOption.WORKER_TIMEOUT_MILLIS);
  }

  /** Returns the time after which a request that waited too long should be repeated. */
  public int workerRetryAfterSeconds() {
    return values.wholeNumber(HeadwaiterOption.WORKER_RETRY_AFTER_SECONDS);
  }

  /**
   * Creates an empty set of visits.
   *
   * @param clockNanos monotonic
   * @param clockMillis since the epoch
   */
  public SessionDirectory visits(LongSupplier clockNanos, LongSupplier clockMillis) {
    long ageNanosMax =
        (long) (values.number(HeadwaiterOption.VISIT_AGE_MAX_SECONDS) * NANOS_PER_SECOND);
    return new SessionDirectory(
        new VisitAccounts(SessionDirectory.VISITS_MAX, visitIdleNanos(), ageNanosMax),
        visitIdleNanos(),
        clockNanos,
        clockMillis);
  }

  private long visitIdleNanos() {
    return (long) (values.number(HeadwaiterOption.VISIT_IDLE_SECONDS) * NANOS_PER_SECOND);
  }

  /** Returns {@link HeadwaiterOption#HANDSHAKE_TIMEOUT_MILLIS} in ns. */
  public long handshakeTimeoutNanos() {
    return values.nanos(HeadwaiterOption.HANDSHAKE_TIMEOUT_MILLIS);
  }

  /** Returns {@link HeadwaiterOption#FIRST_REQUEST_TIMEOUT_MILLIS} in ns. */
  public long firstRequestTimeoutNanos() {
    return values.nanos(HeadwaiterOption.FIRST_REQUEST_TIMEOUT_MILLIS);
  }

  /** Returns {@link HeadwaiterOption#CONNECTIONS_PER_VISIT_MAX}; no bound in shadow mode. */
  public int connectionsPerVisitMax() {
    int most = values.wholeNumber(HeadwaiterOption.CONNECTIONS_PER_VISIT_MAX);
    return shadow() ? Integer.MAX_VALUE : most;
  }

  /** Returns the bounds on the use of one ticket. */
  public SessionUseLimits sessionUseLimits() {
    return new SessionUseLimits(
        values.wholeNumber(HeadwaiterOption.TICKET_BURST),
        values.number(HeadwaiterOption.TICKET_PER_SECOND),
        values.wholeNumber(HeadwaiterOption.TICKET_CONNECTIONS_MAX),
        TICKETS_REMEMBERED,
        parallelMax());
  }

  /**
   * Returns {@link HeadwaiterOption#PARALLEL_CONNECTIONS_MAX}; 0 with the formula, which allows a
   * number of new connections and is kept as published.
   */
  public int parallelMax() {
    int asked = values.wholeNumber(HeadwaiterOption.PARALLEL_CONNECTIONS_MAX);
    return admission().equals("formula") ? 0 : asked;
  }

  /** Returns the settings for clients that bypass the admission decision. */
  public BypassSettings bypass() {
    return new BypassSettings(
        networks(HeadwaiterOption.BYPASS_NETWORKS),
        ClientLists.serverNames(values.of(HeadwaiterOption.BYPASS_SERVER_NAMES)),
        ClientLists.protocols(values.of(HeadwaiterOption.BYPASS_PROTOCOLS)),
        values.wholeNumber(HeadwaiterOption.BYPASS_BURST),
        values.number(HeadwaiterOption.BYPASS_PER_SECOND));
  }

  /** Returns {@link HeadwaiterOption#PROXY_NETWORKS}. */
  public List<NetworkRange> proxies() {
    return networks(HeadwaiterOption.PROXY_NETWORKS);
  }

  private List<NetworkRange> networks(HeadwaiterOption option) {
    return ClientLists.networks(option, values.of(option));
  }

  private int undecidedMax(int maxConnections) {
    int wanted = values.wholeNumber(HeadwaiterOption.UNDECIDED_MAX);
    return maxConnections < 0 ? wanted : Math.min(wanted, Math.max(1, maxConnections / 2));
  }

  /** Returns the settings of the ports for operators and balancers. */
  public AdminSettings admin() {
    return AdminSettings.of(values);
  }

  /** Returns {@link HeadwaiterOption#RECORDED_ADDRESSES}. */
  public int recordedAddresses() {
    return values.wholeNumber(HeadwaiterOption.RECORDED_ADDRESSES);
  }

  /** Returns {@link HeadwaiterOption#REQUEST_PATTERNS}. */
  public RequestPatterns requestPatterns() {
    String value = values.of(HeadwaiterOption.REQUEST_PATTERNS);
    try {
      return RequestPatterns.of(value);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          HeadwaiterOption.REQUEST_PATTERNS.wrong(value).getMessage() + " " + e.getMessage());
    }
  }

  /** Returns {@link HeadwaiterOption#WARM_UP_MILLIS}. */
  public Duration warmUp() {
    return Duration.ofMillis(values.wholeNumber(HeadwaiterOption.WARM_UP_MILLIS));
  }

  /** Returns {@link HeadwaiterOption#WARM_UP_PATHS}; empty for none. */
  public List<String> warmUpPaths() {
    String value = values.of(HeadwaiterOption.WARM_UP_PATHS);
    List<String> paths =
        Arrays.stream(value.split(",", -1)).map(String::trim).filter(p -> !p.isEmpty()).toList();
    // They become request lines unchanged.
    if (!paths.stream().allMatch(path -> path.matches("/[!-~]*"))) {
      throw HeadwaiterOption.WARM_UP_PATHS.wrong(value);
    }
    return paths;
  }

  private AdmissionController formula() {
    long resumed = values.nanos(required(HeadwaiterOption.FORMULA_RESUMED_MILLIS));
    long fresh = values.nanos(required(HeadwaiterOption.FORMULA_NEW_MILLIS));
    return new EacController(
        new EacFormula(resumed, fresh), values.nanos(HeadwaiterOption.FORMULA_INTERVAL_MILLIS));
  }

  private HeadwaiterOption required(HeadwaiterOption option) {
    if (values.of(option).isEmpty()) {
      throw new IllegalArgumentException(
          "admission=formula needs "
              + option.optionName()
              + " ("
              + option.meaning()
              + "), because the published formula has static, profiled costs. Measure them, or use"
              + " admission=adaptive, which learns them.");
    }
    return option;
  }
}
