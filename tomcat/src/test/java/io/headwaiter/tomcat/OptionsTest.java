package io.headwaiter.tomcat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwaiter.core.admission.CourtesyBudget;
import io.headwaiter.door.RefusalStyle;
import io.headwaiter.door.TlsAlert;
import io.headwaiter.front.config.HeadwaiterOption;
import io.headwaiter.front.config.HeadwaiterSettings;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.apache.catalina.connector.Connector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class OptionsTest {
  private final Map<HeadwaiterOption, String> explicit = new EnumMap<>(HeadwaiterOption.class);
  private final Map<String, String> properties = new HashMap<>();
  private final Map<String, String> environment = new HashMap<>();
  private final HeadwaiterSettings settings =
      new HeadwaiterSettings(explicit, properties::get, environment::get);

  @ParameterizedTest
  @EnumSource(HeadwaiterOption.class)
  void acceptsEveryOptionAsConnectorAttribute(HeadwaiterOption option) {
    Connector connector = new Connector(HeadwaiterProtocol.class.getName());
    assertThat(connector.setProperty(option.optionName(), "nonsense")).isTrue();
    // The value arrived where the settings read it: the error at the start names the option.
    if (option.isNumber()
        || option == HeadwaiterOption.REFUSAL_STYLE
        || option == HeadwaiterOption.REQUEST_PATTERNS
        || option == HeadwaiterOption.ADMISSION
        || option.isSwitch()
        || option == HeadwaiterOption.TLS) {
      connector.setProperty("SSLEnabled", "true");
      assertThatThrownBy(connector.getProtocolHandler()::init)
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("Option " + option.optionName() + " is \"nonsense\"");
    }
  }

  @Test
  void derivesPropertyVariableAndFlagFromOptionName() {
    assertThat(HeadwaiterOption.HELLO_DEADLINE_MILLIS.optionName())
        .isEqualTo("helloDeadlineMillis");
    assertThat(HeadwaiterOption.HELLO_DEADLINE_MILLIS.propertyName())
        .isEqualTo("headwaiter.helloDeadlineMillis");
    assertThat(HeadwaiterOption.HELLO_DEADLINE_MILLIS.environmentName())
        .isEqualTo("HEADWAITER_HELLO_DEADLINE_MILLIS");
    assertThat(HeadwaiterOption.HELLO_DEADLINE_MILLIS.flag()).isEqualTo("--hello-deadline-millis");
    for (HeadwaiterOption option : HeadwaiterOption.values()) {
      assertThat(HeadwaiterOption.byName(option.optionName())).contains(option);
      assertThat(option.environmentName()).isEqualTo("HEADWAITER_" + option.name());
    }
    assertThat(HeadwaiterOption.byName("noSuchOption")).isEmpty();
  }

  @Test
  void prefersExplicitThenPropertyThenEnvironmentThenDefault() {
    assertThat(settings.admin().port()).isEqualTo(-1);
    environment.put("HEADWAITER_ADMIN_PORT", "1001");
    assertThat(settings.admin().port()).isEqualTo(1001);
    properties.put("headwaiter.adminPort", "1002");
    assertThat(settings.admin().port()).isEqualTo(1002);
    explicit.put(HeadwaiterOption.ADMIN_PORT, " 1003 ");
    assertThat(settings.admin().port()).isEqualTo(1003);
  }

  @Test
  void defaultsAreValid() {
    settings.check();
    assertThat(settings.admission()).isEqualTo("adaptive");
    assertThat(settings.door(-1).undecidedMax()).isEqualTo(10_000);
    assertThat(settings.door(-1).helloDeadlineNanos()).isEqualTo(5_000_000_000L);
  }

  @ParameterizedTest
  @CsvSource({
    "helloDeadlineMillis, 99, 60001",
    "helloBytesMax, 1023, 65537",
    "handshakeTimeoutMillis, 99, 600001",
    "firstRequestTimeoutMillis, 99, 600001",
    "undecidedMax, 0, 1000001",
    "courtesyPerSecond, -1, 100001",
    "courtesyShare, -0.1, 0.51",
    "courtesyRetryAfterSeconds, 0, 3601",
    "visitIdleSeconds, 0, 86401",
    "visitAgeMaxSeconds, 59, 604801",
    "waitingRoomMax, -1, 100001",
    "waitingPatienceMillis, 9, 60001",
    "waitingTargetMillis, -1, 60001",
    "fairnessIpv4Prefix, -1, 33",
    "fairnessIpv6Prefix, -1, 65",
    "ticketBurst, -1, 100001",
    "ticketPerSecond, 0, 100001",
    "ticketConnectionsMax, 0, 100001",
    "parallelConnectionsMax, -1, 101",
    "connectionsPerVisitMax, 0, 100001",
    "bypassPerSecond, 0, 100001",
    "bypassBurst, 0, 100001",
    "queueDelayTargetMillis, 0, 10001",
    "formulaNewMillis, 0, 60001",
    "formulaResumedMillis, -1, 60001",
    "formulaIntervalMillis, 99, 60001",
    "ticketKeyRotationSeconds, 59, 86401",
    "warmUpMillis, -1, 60001",
    "adminPort, -2, 65536",
    "agentPort, -2, 65536",
    "agentVisitsPerSecond, 0, 1000001"
  })
  void enforcesEveryRangeWithAnyController(String name, String below, String above) {
    HeadwaiterOption option = HeadwaiterOption.byName(name).orElseThrow();
    for (String admission : new String[] {"off", "adaptive"}) {
      explicit.put(HeadwaiterOption.ADMISSION, admission);
      for (String wrong : new String[] {below, above, "NaN", "many"}) {
        explicit.put(option, wrong);
        assertThatThrownBy(settings::check)
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessageContaining("Option " + name + " is \"" + wrong + "\"; allowed is from ")
            .hasMessageContaining(option.meaning());
      }
    }
  }

  @Test
  void hasRangeForEveryNumericOption() {
    for (HeadwaiterOption option : HeadwaiterOption.values()) {
      assertThat(option.isNumber())
          .as(option.optionName())
          .isEqualTo(
              !Set.of(
                      HeadwaiterOption.ADMISSION,
                      HeadwaiterOption.SHADOW,
                      HeadwaiterOption.TLS,
                      HeadwaiterOption.TICKET_KEY_FILE,
                      HeadwaiterOption.ADMIN_ADDRESS,
                      HeadwaiterOption.ADMIN_TOKEN,
                      HeadwaiterOption.ADMIN_KEYSTORE,
                      HeadwaiterOption.ADMIN_KEYSTORE_PASSWORD,
                      HeadwaiterOption.ADMIN_PLAIN_HTTP,
                      HeadwaiterOption.PROXY_NETWORKS,
                      HeadwaiterOption.BYPASS_NETWORKS,
                      HeadwaiterOption.BYPASS_SERVER_NAMES,
                      HeadwaiterOption.WARM_UP_PATHS,
                      HeadwaiterOption.BYPASS_PROTOCOLS,
                      HeadwaiterOption.REQUEST_PATTERNS,
                      HeadwaiterOption.REFUSAL_STYLE)
                  .contains(option));
    }
  }

  @Test
  void rejectsFractionalPort() {
    explicit.put(HeadwaiterOption.ADMIN_PORT, "80.5");
    assertThatThrownBy(settings::check)
        .hasMessageContaining(
            "Option adminPort is \"80.5\"; allowed is a whole number from -1 to 65535");
  }

  @Test
  void rejectsInvalidTokenWithoutPrintingIt() {
    for (String wrong : new String[] {"short-of-sixteen", "a".repeat(257), "with a space in it"}) {
      String token = wrong.length() == 16 ? wrong.substring(1) : wrong;
      explicit.put(HeadwaiterOption.ADMIN_TOKEN, token);
      assertThatThrownBy(settings::check)
          .hasMessageContaining("Option adminToken is \"of " + token.length() + " characters\"")
          .hasMessageContaining("allowed is 16 to 256 visible ASCII characters")
          .hasMessageNotContaining(token);
    }
    explicit.put(HeadwaiterOption.ADMIN_TOKEN, "exactly-sixteen!");
    settings.check();
    assertThat(settings.admin().token()).isEqualTo("exactly-sixteen!");
  }

  @Test
  void listsKnownControllersForUnknownOne() {
    explicit.put(HeadwaiterOption.ADMISSION, "magic");
    assertThatThrownBy(settings::check)
        .hasMessageContaining("Option admission is \"magic\"; allowed is adaptive, formula or off");
  }

  @Test
  void acceptsOnlyFourRefusalStyles() {
    assertThat(settings.door(-1).refusalStyle()).isEqualTo(RefusalStyle.CLOSE);
    explicit.put(HeadwaiterOption.REFUSAL_STYLE, "Reset");
    assertThat(settings.door(-1).refusalStyle()).isEqualTo(RefusalStyle.RESET);
    explicit.put(HeadwaiterOption.REFUSAL_STYLE, "alert:access_denied");
    assertThat(settings.door(-1).refusalStyle().alert()).isEqualTo(TlsAlert.ACCESS_DENIED);
    explicit.put(HeadwaiterOption.REFUSAL_STYLE, "courtesy");
    assertThat(settings.door(-1).refusalStyle()).isEqualTo(RefusalStyle.COURTESY);
    for (String wrong : new String[] {"alert", "alert:", "alert:bad_certificate", "drop"}) {
      explicit.put(HeadwaiterOption.REFUSAL_STYLE, wrong);
      assertThatThrownBy(settings::check)
          .hasMessageContaining("Option refusalStyle is \"" + wrong + "\"; allowed is close, reset")
          .hasMessageContaining("handshake_failure, access_denied");
    }
  }

  @Test
  void createsCourtesyBudgetOnlyForCourtesyStyle() {
    assertThat(settings.courtesy(2)).isSameAs(CourtesyBudget.NONE);
    explicit.put(HeadwaiterOption.REFUSAL_STYLE, "courtesy");
    assertThat(settings.courtesy(2)).isNotSameAs(CourtesyBudget.NONE);
    explicit.put(HeadwaiterOption.COURTESY_RETRY_AFTER_SECONDS, "2.5");
    assertThatThrownBy(settings::check)
        .hasMessageContaining("Option courtesyRetryAfterSeconds is \"2.5\"");
  }

  @Test
  void limitsLingeringConnectionsToQuarterOfAll() {
    assertThat(settings.door(100).lingeringMax()).isEqualTo(25);
    assertThat(settings.door(1).lingeringMax()).isEqualTo(1);
    assertThat(settings.door(-1).lingeringMax()).isEqualTo(1_000);
  }

  @Test
  void rejectsFormulaWithoutCosts() {
    explicit.put(HeadwaiterOption.ADMISSION, "formula");
    explicit.put(HeadwaiterOption.FORMULA_RESUMED_MILLIS, "1");
    assertThatThrownBy(settings::check)
        .hasMessageContaining("admission=formula needs formulaNewMillis")
        .hasMessageContaining("admission=adaptive");
    explicit.put(HeadwaiterOption.FORMULA_NEW_MILLIS, "10");
    settings.check();
    assertThat(settings.controller(1)).isPresent();
  }

  @Test
  void rejectsShadowModeWithoutController() {
    assertThat(settings.shadow()).isFalse();
    explicit.put(HeadwaiterOption.SHADOW, "True");
    settings.check();
    assertThat(settings.shadow()).isTrue();
    explicit.put(HeadwaiterOption.ADMISSION, "off");
    assertThatThrownBy(settings::check)
        .hasMessageContaining("shadow=true needs a controller whose decisions it can show")
        .hasMessageContaining("admission=adaptive");
    explicit.put(HeadwaiterOption.SHADOW, "yes");
    assertThatThrownBy(settings::check)
        .hasMessageContaining("Option shadow is \"yes\"; allowed is true or false");
  }

  @Test
  void limitsUndecidedConnectionsToHalfOfAll() {
    assertThat(settings.door(100).undecidedMax()).isEqualTo(50);
    assertThat(settings.door(1).undecidedMax()).isEqualTo(1);
    assertThat(settings.door(1_000_000).undecidedMax()).isEqualTo(10_000);
    HeadwaiterProtocol protocol = new HeadwaiterProtocol();
    assertThat(settings.door(protocol.getMaxConnections()).undecidedMax()).isEqualTo(10_000);
  }

  @Test
  void limitsWaitingConnectionsToQuarterOfAll() {
    assertThat(settings.waiting(-1, -1).room().lengthMax()).isZero();
    explicit.put(HeadwaiterOption.WAITING_ROOM_MAX, "1000");
    assertThat(settings.waiting(-1, -1).room().lengthMax()).isEqualTo(1000);
    assertThat(settings.waiting(100, -1).room().lengthMax()).isEqualTo(25);
    assertThat(settings.waiting(20_000, -1).room().lengthMax()).isEqualTo(1000);
    assertThat(settings.waiting(20_000, 800).room().lengthMax()).isEqualTo(720);
    assertThat(settings.waiting(100, 800).room().lengthMax()).isEqualTo(25);
  }

  @Test
  void capsWaitingTargetAtPatience() {
    explicit.put(HeadwaiterOption.WAITING_PATIENCE_MILLIS, "50");
    settings.check();
    assertThat(settings.waiting(-1, -1).room().targetNanos()).isEqualTo(50_000_000);
  }
}
