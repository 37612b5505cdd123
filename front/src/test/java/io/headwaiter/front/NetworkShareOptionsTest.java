package io.headwaiter.front;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.front.config.HeadwaiterOption;
import io.headwaiter.front.config.HeadwaiterSettings;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NetworkShareOptionsTest {
  private final Map<HeadwaiterOption, String> explicit = new EnumMap<>(HeadwaiterOption.class);
  private final HeadwaiterSettings settings =
      new HeadwaiterSettings(explicit, name -> null, name -> null);

  @Test
  void networksShareNewVisitsByDefault() {
    assertThat(settings.sharedWithoutRoom()).isTrue();
  }

  @Test
  void formulaDisablesNetworkShares() {
    explicit.put(HeadwaiterOption.ADMISSION, "formula");
    assertThat(settings.sharedWithoutRoom()).isFalse();
  }

  @Test
  void disablesSharesIfBothPrefixesAreZero() {
    explicit.put(HeadwaiterOption.FAIRNESS_IPV4_PREFIX, "0");
    assertThat(settings.sharedWithoutRoom()).as("IPv6 networks are told apart").isTrue();
    explicit.put(HeadwaiterOption.FAIRNESS_IPV6_PREFIX, "0");
    assertThat(settings.sharedWithoutRoom()).isFalse();
  }
}
