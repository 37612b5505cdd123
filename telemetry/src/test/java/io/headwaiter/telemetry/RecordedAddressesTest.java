package io.headwaiter.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.profile.RequestType;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class RecordedAddressesTest {
  private static final RecordedAddresses.Kept NOTHING =
      new RecordedAddresses.Kept(List.of(), 0, List.of());

  private final RecordedAddresses addresses = new RecordedAddresses();

  @Test
  void keepsAddressesOfSuccessfulRequests() {
    addresses.keep(2);
    addresses.answered("/gone", 404, "GET", "/gone");
    addresses.answered("/item", 200, "GET", "/item?id=1");
    addresses.answered("/item", 404, "GET", "/item?id=2");
    addresses.answered("/item", 302, "POST", "/item");
    addresses.answered("/item", 302, "GET", "/item?id=3");
    addresses.answered("/item", 200, "HEAD", "/item");
    assertThat(addresses.of("/gone")).isEqualTo(NOTHING);
    assertThat(addresses.of("/item"))
        .isEqualTo(new RecordedAddresses.Kept(List.of("/item?id=1"), 0.2, List.of("POST /item")));
  }

  @Test
  void samplesAddressesWithEqualChances() {
    addresses.keep(10);
    Set<String> ever = new TreeSet<>();
    for (int round = 0; round < 30; round++) {
      for (int i = 0; i < 100; i++) {
        addresses.answered("/a" + round, 200, "GET", "/a?" + i);
      }
      List<String> examples = addresses.of("/a" + round).examples();
      assertThat(examples).hasSize(10).doesNotHaveDuplicates();
      ever.addAll(examples);
    }
    // 300 draws from 100: each is missing with probability 0.9^30, so 96 are expected.
    assertThat(ever).hasSizeGreaterThan(80);
  }

  @Test
  void limitsTypesAndAddressLengths() {
    addresses.keep(1);
    for (int i = 0; i < 1000; i++) {
      addresses.answered("/type" + i, 200, "GET", "/type" + i);
    }
    assertThat(addresses.of("/type" + (RequestType.TYPES_MAX - 1)).examples()).hasSize(1);
    assertThat(addresses.of("/type" + RequestType.TYPES_MAX)).isEqualTo(NOTHING);
    addresses.answered("/type0", 200, "GET", "/" + "x".repeat(5000));
    addresses.answered("/type0", 200, "GET", "http://other/");
    assertThat(addresses.of("/type0").examples()).containsExactly("/type0");
  }

  @Test
  void keepsAddressesOnlyWhileOn() {
    assertThat(addresses.isOn()).isFalse();
    addresses.keep(1);
    assertThat(addresses.isOn()).isTrue();
    addresses.answered("/a", 200, "GET", "/a");
    addresses.keep(0);
    assertThat(addresses.of("/a")).isEqualTo(NOTHING);
  }
}
