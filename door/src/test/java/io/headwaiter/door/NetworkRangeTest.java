package io.headwaiter.door;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NetworkRangeTest {
  @ParameterizedTest
  @CsvSource({
    "192.0.2.0/24, 192.0.2.255, 192.0.3.0",
    "192.0.2.128/25, 192.0.2.128, 192.0.2.127",
    "10.0.0.0/9, 10.127.255.255, 10.128.0.0",
    "224.0.0.0/3, 255.0.0.1, 223.255.255.255",
    "192.0.2.7, 192.0.2.7, 192.0.2.6",
    "0.0.0.0/0, 203.0.113.9, ::1",
    "2001:db8::/32, 2001:db8:ffff::1, 2001:db9::",
    "2001:db8:8000::/33, 2001:db8:8000::1, 2001:db8::1",
    "fe80::/10, febf::1, fec0::1",
    "::1, ::1, 127.0.0.1",
    "::/0, 2001:db8::1, 192.0.2.1",
    "::ffff:192.0.2.0/24, 192.0.2.9, ::1"
  })
  void containsExactlyAddressesWithItsPrefix(String range, String inside, String outside)
      throws Exception {
    NetworkRange network = NetworkRange.parse(range);
    assertThat(network.contains(InetAddress.getByName(inside))).isTrue();
    assertThat(network.contains(InetAddress.getByName(outside))).isFalse();
    assertThat(NetworkRange.parse(network.toString()).toString()).isEqualTo(network.toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/",
        "localhost",
        "localhost/8",
        "10/8",
        "10.0.0/8",
        "256.0.0.1",
        "1.2.3.4.5",
        "12345::",
        ":",
        "1:2",
        "fe80::1%lo",
        " 10.0.0.1",
        "0x7f.0.0.1"
      })
  void malformedNetworkErrorShowsValidForms(String wrong) {
    assertThatThrownBy(() -> NetworkRange.parse(wrong))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("\"%s\" is no network like 192.0.2.0/24, 2001:db8::/32 or 192.0.2.7.", wrong);
  }

  @ParameterizedTest
  @CsvSource({
    "10.0.0.0/33, 32",
    "10.0.0.0/, 32",
    "10.0.0.0/-1, 32",
    "10.0.0.0/x, 32",
    "::/129, 128"
  })
  void prefixLengthErrorNamesAllowedRange(String wrong, int most) {
    assertThatThrownBy(() -> NetworkRange.parse(wrong))
        .hasMessageContaining("a number of bits from 0 to " + most + " behind the slash");
  }

  @Test
  void hostBitsErrorNamesIntendedNetwork() {
    assertThatThrownBy(() -> NetworkRange.parse("192.0.2.77/26"))
        .hasMessageContaining("names more bits than its first 26; the network is 192.0.2.64/26.");
    assertThatThrownBy(() -> NetworkRange.parse("2001:db8::1/64"))
        .hasMessageContaining("the network is 2001:db8:0:0:0:0:0:0/64.");
  }
}
