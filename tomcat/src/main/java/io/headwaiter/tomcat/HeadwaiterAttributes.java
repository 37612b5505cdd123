package io.headwaiter.tomcat;

import io.headwaiter.front.config.HeadwaiterOption;
import io.headwaiter.front.config.HeadwaiterSettings;
import java.util.EnumMap;
import java.util.Map;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.net.NioEndpoint;

/**
 * The connector attributes that Headwaiter adds to Tomcat's: one setter per {@link
 * HeadwaiterOption}. Tomcat calls the setters by name. The connector checks the values when it is
 * initialised. The class is public because Tomcat calls the setters by reflection; only {@link
 * HeadwaiterProtocol} extends it.
 */
public abstract class HeadwaiterAttributes extends Http11NioProtocol {
  private final Map<HeadwaiterOption, String> explicit = new EnumMap<>(HeadwaiterOption.class);
  private final HeadwaiterSettings settings =
      new HeadwaiterSettings(explicit, System::getProperty, System::getenv);

  HeadwaiterAttributes(NioEndpoint endpoint) {
    super(endpoint);
  }

  /** Returns the current option values. */
  final HeadwaiterSettings settings() {
    return settings;
  }

  /** Sets an option by its enum constant. */
  public void setOption(HeadwaiterOption option, String value) {
    explicit.put(option, value);
  }

  /** Sets {@link HeadwaiterOption#ADMISSION}. */
  public void setAdmission(String value) {
    setOption(HeadwaiterOption.ADMISSION, value);
  }

  /** Sets {@link HeadwaiterOption#SHADOW}. */
  public void setShadow(String value) {
    setOption(HeadwaiterOption.SHADOW, value);
  }

  /** Sets {@link HeadwaiterOption#HELLO_DEADLINE_MILLIS}. */
  public void setHelloDeadlineMillis(String value) {
    setOption(HeadwaiterOption.HELLO_DEADLINE_MILLIS, value);
  }

  /** Sets {@link HeadwaiterOption#HANDSHAKE_TIMEOUT_MILLIS}. */
  public void setHandshakeTimeoutMillis(String value) {
    setOption(HeadwaiterOption.HANDSHAKE_TIMEOUT_MILLIS, value);
  }

  /** Sets {@link HeadwaiterOption#FIRST_REQUEST_TIMEOUT_MILLIS}. */
  public void setFirstRequestTimeoutMillis(String value) {
    setOption(HeadwaiterOption.FIRST_REQUEST_TIMEOUT_MILLIS, value);
  }

  /** Sets {@link HeadwaiterOption#HELLO_BYTES_MAX}. */
  public void setHelloBytesMax(String value) {
    setOption(HeadwaiterOption.HELLO_BYTES_MAX, value);
  }

  /** Sets {@link HeadwaiterOption#UNDECIDED_MAX}. */
  public void setUndecidedMax(String value) {
    setOption(HeadwaiterOption.UNDECIDED_MAX, value);
  }

  /** Sets {@link HeadwaiterOption#REFUSAL_STYLE}. */
  public void setRefusalStyle(String value) {
    setOption(HeadwaiterOption.REFUSAL_STYLE, value);
  }

  /** Sets {@link HeadwaiterOption#COURTESY_PER_SECOND}. */
  public void setCourtesyPerSecond(String value) {
    setOption(HeadwaiterOption.COURTESY_PER_SECOND, value);
  }

  /** Sets {@link HeadwaiterOption#COURTESY_SHARE}. */
  public void setCourtesyShare(String value) {
    setOption(HeadwaiterOption.COURTESY_SHARE, value);
  }

  /** Sets {@link HeadwaiterOption#COURTESY_RETRY_AFTER_SECONDS}. */
  public void setCourtesyRetryAfterSeconds(String value) {
    setOption(HeadwaiterOption.COURTESY_RETRY_AFTER_SECONDS, value);
  }

  /** Sets {@link HeadwaiterOption#VISIT_IDLE_SECONDS}. */
  public void setVisitIdleSeconds(String value) {
    setOption(HeadwaiterOption.VISIT_IDLE_SECONDS, value);
  }

  /** Sets {@link HeadwaiterOption#VISIT_AGE_MAX_SECONDS}. */
  public void setVisitAgeMaxSeconds(String value) {
    setOption(HeadwaiterOption.VISIT_AGE_MAX_SECONDS, value);
  }

  /** Sets {@link HeadwaiterOption#WAITING_ROOM_MAX}. */
  public void setWaitingRoomMax(String value) {
    setOption(HeadwaiterOption.WAITING_ROOM_MAX, value);
  }

  /** Sets {@link HeadwaiterOption#WAITING_PATIENCE_MILLIS}. */
  public void setWaitingPatienceMillis(String value) {
    setOption(HeadwaiterOption.WAITING_PATIENCE_MILLIS, value);
  }

  /** Sets {@link HeadwaiterOption#WAITING_TARGET_MILLIS}. */
  public void setWaitingTargetMillis(String value) {
    setOption(HeadwaiterOption.WAITING_TARGET_MILLIS, value);
  }

  /** Sets {@link HeadwaiterOption#FAIRNESS_IPV4_PREFIX}. */
  public void setFairnessIpv4Prefix(String value) {
    setOption(HeadwaiterOption.FAIRNESS_IPV4_PREFIX, value);
  }

  /** Sets {@link HeadwaiterOption#FAIRNESS_IPV6_PREFIX}. */
  public void setFairnessIpv6Prefix(String value) {
    setOption(HeadwaiterOption.FAIRNESS_IPV6_PREFIX, value);
  }

  /** Sets {@link HeadwaiterOption#TICKET_BURST}. */
  public void setTicketBurst(String value) {
    setOption(HeadwaiterOption.TICKET_BURST, value);
  }

  /** Sets {@link HeadwaiterOption#TICKET_PER_SECOND}. */
  public void setTicketPerSecond(String value) {
    setOption(HeadwaiterOption.TICKET_PER_SECOND, value);
  }

  /** Sets {@link HeadwaiterOption#TICKET_CONNECTIONS_MAX}. */
  public void setTicketConnectionsMax(String value) {
    setOption(HeadwaiterOption.TICKET_CONNECTIONS_MAX, value);
  }

  /** Sets {@link HeadwaiterOption#PARALLEL_CONNECTIONS_MAX}. */
  public void setParallelConnectionsMax(String value) {
    setOption(HeadwaiterOption.PARALLEL_CONNECTIONS_MAX, value);
  }

  /** Sets {@link HeadwaiterOption#CONNECTIONS_PER_VISIT_MAX}. */
  public void setConnectionsPerVisitMax(String value) {
    setOption(HeadwaiterOption.CONNECTIONS_PER_VISIT_MAX, value);
  }

  /** Sets {@link HeadwaiterOption#BYPASS_NETWORKS}. */
  public void setBypassNetworks(String value) {
    setOption(HeadwaiterOption.BYPASS_NETWORKS, value);
  }

  /** Sets {@link HeadwaiterOption#BYPASS_SERVER_NAMES}. */
  public void setBypassServerNames(String value) {
    setOption(HeadwaiterOption.BYPASS_SERVER_NAMES, value);
  }

  /** Sets {@link HeadwaiterOption#BYPASS_PROTOCOLS}. */
  public void setBypassProtocols(String value) {
    setOption(HeadwaiterOption.BYPASS_PROTOCOLS, value);
  }

  /** Sets {@link HeadwaiterOption#BYPASS_PER_SECOND}. */
  public void setBypassPerSecond(String value) {
    setOption(HeadwaiterOption.BYPASS_PER_SECOND, value);
  }

  /** Sets {@link HeadwaiterOption#BYPASS_BURST}. */
  public void setBypassBurst(String value) {
    setOption(HeadwaiterOption.BYPASS_BURST, value);
  }

  /** Sets {@link HeadwaiterOption#WORKER_TIMEOUT_MILLIS}. */
  public void setWorkerTimeoutMillis(String value) {
    setOption(HeadwaiterOption.WORKER_TIMEOUT_MILLIS, value);
  }

  /** Sets {@link HeadwaiterOption#WORKER_RETRY_AFTER_SECONDS}. */
  public void setWorkerRetryAfterSeconds(String value) {
    setOption(HeadwaiterOption.WORKER_RETRY_AFTER_SECONDS, value);
  }

  /** Sets {@link HeadwaiterOption#QUEUE_DELAY_TARGET_MILLIS}. */
  public void setQueueDelayTargetMillis(String value) {
    setOption(HeadwaiterOption.QUEUE_DELAY_TARGET_MILLIS, value);
  }

  /** Sets {@link HeadwaiterOption#FORMULA_NEW_MILLIS}. */
  public void setFormulaNewMillis(String value) {
    setOption(HeadwaiterOption.FORMULA_NEW_MILLIS, value);
  }

  /** Sets {@link HeadwaiterOption#FORMULA_RESUMED_MILLIS}. */
  public void setFormulaResumedMillis(String value) {
    setOption(HeadwaiterOption.FORMULA_RESUMED_MILLIS, value);
  }

  /** Sets {@link HeadwaiterOption#FORMULA_INTERVAL_MILLIS}. */
  public void setFormulaIntervalMillis(String value) {
    setOption(HeadwaiterOption.FORMULA_INTERVAL_MILLIS, value);
  }

  /** Sets {@link HeadwaiterOption#TLS}. */
  public void setTls(String value) {
    setOption(HeadwaiterOption.TLS, value);
  }

  /** Sets {@link HeadwaiterOption#TICKET_KEY_FILE}. */
  public void setTicketKeyFile(String value) {
    setOption(HeadwaiterOption.TICKET_KEY_FILE, value);
  }

  /** Sets {@link HeadwaiterOption#TICKET_KEY_ROTATION_SECONDS}. */
  public void setTicketKeyRotationSeconds(String value) {
    setOption(HeadwaiterOption.TICKET_KEY_ROTATION_SECONDS, value);
  }

  /** Sets {@link HeadwaiterOption#WARM_UP_MILLIS}. */
  public void setWarmUpMillis(String value) {
    setOption(HeadwaiterOption.WARM_UP_MILLIS, value);
  }

  /** Sets {@link HeadwaiterOption#WARM_UP_PATHS}. */
  public void setWarmUpPaths(String value) {
    setOption(HeadwaiterOption.WARM_UP_PATHS, value);
  }

  /** Sets {@link HeadwaiterOption#REQUEST_PATTERNS}. */
  public void setRequestPatterns(String value) {
    setOption(HeadwaiterOption.REQUEST_PATTERNS, value);
  }

  /** Sets {@link HeadwaiterOption#RECORDED_ADDRESSES}. */
  public void setRecordedAddresses(String value) {
    setOption(HeadwaiterOption.RECORDED_ADDRESSES, value);
  }

  /** Sets {@link HeadwaiterOption#ADMIN_PORT}. */
  public void setAdminPort(String value) {
    setOption(HeadwaiterOption.ADMIN_PORT, value);
  }

  /** Sets {@link HeadwaiterOption#ADMIN_ADDRESS}. */
  public void setAdminAddress(String value) {
    setOption(HeadwaiterOption.ADMIN_ADDRESS, value);
  }

  /** Sets {@link HeadwaiterOption#ADMIN_TOKEN}. */
  public void setAdminToken(String value) {
    setOption(HeadwaiterOption.ADMIN_TOKEN, value);
  }
}
