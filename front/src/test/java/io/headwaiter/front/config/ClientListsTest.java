package io.headwaiter.front.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwaiter.door.BypassSettings;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Lists name the clients that bypass the admission decision. The message about a wrong list says
 * what is allowed.
 */
class ClientListsTest {
  private final Map<HeadwaiterOption, String> explicit = new EnumMap<>(HeadwaiterOption.class);
  private final HeadwaiterSettings settings =
      new HeadwaiterSettings(explicit, name -> null, name -> null);

  @Test
  void bypassesNoClientByDefault() {
    BypassSettings none = settings.bypass();
    assertThat(none.networks()).isEmpty();
    assertThat(none.serverNames()).isEmpty();
    assertThat(none.protocols()).isEmpty();
    assertThat(none.burst()).isEqualTo(20);
    assertThat(none.perSecond()).isEqualTo(10);
  }

  @Test
  void parsesCommaSeparatedLists() {
    explicit.put(HeadwaiterOption.BYPASS_NETWORKS, "10.0.0.0/8, ::1 ,192.0.2.7");
    explicit.put(HeadwaiterOption.BYPASS_SERVER_NAMES, "Health.Example,probe_1");
    explicit.put(HeadwaiterOption.BYPASS_PROTOCOLS, "acme-tls/1, X");
    BypassSettings some = settings.bypass();
    assertThat(some.networks())
        .extracting(Object::toString)
        .containsExactly("10.0.0.0/8", "0:0:0:0:0:0:0:1/128", "192.0.2.7/32");
    assertThat(some.serverNames()).containsExactlyInAnyOrder("health.example", "probe_1");
    assertThat(some.protocols()).containsExactlyInAnyOrder("acme-tls/1", "X");
  }

  @Test
  void parsesNetworksOfBalancers() {
    assertThat(settings.proxies()).isEmpty();
    explicit.put(HeadwaiterOption.PROXY_NETWORKS, "10.0.0.0/8,2001:db8::/32");
    assertThat(settings.proxies()).hasSize(2);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      value = {
        "bypassNetworks;10.0.0.0/8,",
        "proxyNetworks;10.0.0.0/8,",
        "proxyNetworks;balancer.example",
        "bypassNetworks;10.0.0.0/8,probe.example",
        "bypassNetworks;10.0.0.1/8",
        "bypassNetworks;10.0.0.0/40",
        "bypassServerNames;a..b",
        "bypassServerNames;*.example",
        "bypassServerNames;a b",
        "bypassServerNames;,a",
        "bypassProtocols;a,,b",
        "bypassProtocols;h 2",
        "requestPatterns;/a*"
      })
  void rejectsWrongListWithAllowedValues(String name, String wrong) {
    HeadwaiterOption option = HeadwaiterOption.byName(name).orElseThrow();
    explicit.put(option, wrong);
    assertThatThrownBy(settings::check)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("Option %s is \"%s\"; allowed is %s", name, wrong, option.allowed());
  }

  @Test
  void messageSuggestsCorrectNetwork() {
    explicit.put(HeadwaiterOption.BYPASS_NETWORKS, "10.0.0.0/8,192.0.2.77/26");
    assertThatThrownBy(settings::check).hasMessageContaining("the network is 192.0.2.64/26");
  }
}
