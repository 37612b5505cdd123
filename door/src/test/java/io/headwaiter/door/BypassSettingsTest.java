package io.headwaiter.door;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BypassSettingsTest {
  private static BypassSettings settings(Set<String> serverNames, Set<String> protocols) {
    return new BypassSettings(
        List.of(NetworkRange.parse("192.0.2.0/24")), serverNames, protocols, 3, 0.5);
  }

  @Test
  void cautionsAboutHostNamesAndProtocols() {
    assertThat(settings(Set.of("health.example"), Set.of("probe")).warning())
        .contains(
            "Any client can bypass admission, because any client can name host [health.example] or"
                + " protocol [probe]. At most 3 connections at once and 0.5 per second do, and the"
                + " budget is charged for them.");
  }

  @Test
  void givesNoCautionForNetworks() {
    assertThat(settings(Set.of(), Set.of()).warning()).isEmpty();
    assertThat(BypassSettings.NONE.warning()).isEmpty();
  }
}
