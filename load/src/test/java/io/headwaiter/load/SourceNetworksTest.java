package io.headwaiter.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SourceNetworksTest {
  private static String address(SourceNetworks networks, long number) {
    return networks.address(number).getAddress().getHostAddress();
  }

  @Test
  void takesAddressesFromNetworksInTurn() {
    SourceNetworks networks = SourceNetworks.parse("127.1.1.0/24, 127.9.0.0/16");
    assertThat(address(networks, 0)).isEqualTo("127.1.1.1");
    assertThat(address(networks, 1)).isEqualTo("127.9.0.1");
    assertThat(address(networks, 2)).isEqualTo("127.1.1.2");
    assertThat(address(networks, 2 * 254)).isEqualTo("127.1.1.1");
    assertThat(address(networks, 2 * 254 + 1)).isEqualTo("127.9.0.255");
    assertThat(networks.address(5).getPort()).isZero();
  }

  @Test
  void omitsFirstAndLastAddress() {
    SourceNetworks networks = SourceNetworks.parse("127.1.1.4/30");
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < 10; i++) {
      seen.add(address(networks, i));
    }
    assertThat(seen).containsExactlyInAnyOrder("127.1.1.5", "127.1.1.6");
  }

  @Test
  void blankTextGivesNoNetworks() {
    assertThat(SourceNetworks.parse(" ").isEmpty()).isTrue();
    assertThat(new Sources(0, "", 0, 1).next()).isNull();
    assertThat(new Sources(0, "", 0, 1).given()).isFalse();
  }

  @Test
  void loopsShareTheAddressesOfARun() {
    Sources second = new Sources(0, "127.1.1.0/24", 1, 3);
    assertThat(next(second)).isEqualTo("127.1.1.2");
    assertThat(next(second)).isEqualTo("127.1.1.5");
    Sources counted = new Sources(4, "", 3, 2);
    assertThat(next(counted)).isEqualTo("127.0.0.4");
    assertThat(next(counted)).isEqualTo("127.0.0.2");
  }

  @Test
  void runsBeginAtDifferentAddresses() {
    Set<Long> starts = new HashSet<>();
    for (int i = 0; i < 20; i++) {
      starts.add(Sources.randomStart());
    }
    assertThat(starts).hasSizeGreaterThan(15).allMatch(start -> start >= 0);
  }

  private static String next(Sources sources) {
    return sources.next().getAddress().getHostAddress();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "127.1.1.0",
        "127.1.1.0/31",
        "127.0.0.0/7",
        "128.1.1.0/24",
        "127.1.1.1/24",
        "127.1.256.0/24",
        "127.1.1.0/24,",
        "localhost/24"
      })
  void rejectsInvalidLoopbackNetworks(String text) {
    assertThatThrownBy(() -> SourceNetworks.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(text)
        .hasMessageContaining("127.1.1.0/24,127.1.2.0/24");
  }

  @Test
  void rejectsMoreThan1024Networks() {
    String many = "127.1.1.0/24,".repeat(1024) + "127.1.1.0/24";
    assertThatThrownBy(() -> SourceNetworks.parse(many)).hasMessageContaining("up to 1024");
  }
}
