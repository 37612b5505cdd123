package io.headwaiter.door;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.admission.AdmissionGate;
import java.net.InetAddress;
import java.net.UnknownHostException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NetworksTest {
  @ParameterizedTest
  @CsvSource({
    "24, 56, 192.0.2.1, 192.0.2.200, true",
    "24, 56, 192.0.2.1, 192.0.3.1, false",
    "32, 56, 192.0.2.1, 192.0.2.2, false",
    "31, 56, 192.0.2.2, 192.0.2.3, true",
    "0, 56, 192.0.2.1, 255.1.1.1, true",
    "0, 56, 192.0.2.1, 2001:db8::1, false",
    "24, 56, 2001:db8:0:1::1, 2001:db8:0:ff::1, true",
    "24, 56, 2001:db8:0:100::1, 2001:db8:0:200::1, false",
    "24, 64, 2001:db8:0:1::1, 2001:db8:0:2::1, false",
    "24, 64, 2001:db8::1, 2001:db8::ffff:1, true",
    "24, 0, 2001:db8::1, fe80::1, true",
    "24, 56, ::ffff:192.0.2.1, 192.0.2.9, true"
  })
  void tellsNetworksApart(int ipv4, int ipv6, String a, String b, boolean same)
      throws UnknownHostException {
    Networks networks = new Networks(ipv4, ipv6);
    long one = networks.of(InetAddress.getByName(a));
    long other = networks.of(InetAddress.getByName(b));
    assertThat(one == other).isEqualTo(same);
  }

  @Test
  void unknownNetworkIsNoNetworkOfGate() {
    assertThat(Networks.UNKNOWN).isEqualTo(AdmissionGate.NO_NETWORK);
  }

  @Test
  void unknownAddressIsOfUnknownNetwork() {
    assertThat(new Networks(24, 56).ofKnown(null)).isEqualTo(Networks.UNKNOWN);
  }
}
