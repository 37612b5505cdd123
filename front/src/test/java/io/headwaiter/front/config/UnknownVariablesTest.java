package io.headwaiter.front.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class UnknownVariablesTest {
  @Test
  void suggestsOptionForMisspeltVariable() {
    assertThat(UnknownVariables.warnings(List.of("PATH", "HEADWAITER_ADMIN_PROT")))
        .containsExactly(
            "HEADWAITER_ADMIN_PROT is set and has no effect: there is no such option."
                + " Did you mean HEADWAITER_ADMIN_PORT?");
  }

  @Test
  void tellsFormThatOnlySpringBootReads() {
    assertThat(UnknownVariables.warnings(List.of("HEADWAITER_HELLODEADLINEMILLIS")))
        .containsExactly(
            "HEADWAITER_HELLODEADLINEMILLIS is set and only Spring Boot reads this form: write"
                + " HEADWAITER_HELLO_DEADLINE_MILLIS.");
    assertThat(UnknownVariables.warnings(List.of("HEADWAITER_HELLODEADLINE_MILLIS")))
        .containsExactly(
            "HEADWAITER_HELLODEADLINE_MILLIS is set and has no effect: there is no such option."
                + " Did you mean HEADWAITER_HELLO_DEADLINE_MILLIS?");
  }

  @Test
  void namesUnknownVariableWithoutSuggestion() {
    assertThat(UnknownVariables.warnings(List.of("HEADWAITER_NONSENSE")))
        .containsExactly(
            "HEADWAITER_NONSENSE is set and has no effect: there is no such option."
                + " docs/options.md lists the options.");
  }

  @Test
  void acceptsEveryOptionAndLauncherVariable() {
    for (HeadwaiterOption option : HeadwaiterOption.values()) {
      assertThat(UnknownVariables.warnings(List.of(option.environmentName()))).isEmpty();
    }
    assertThat(UnknownVariables.warnings(List.of("HEADWAITER_JAVA_OPTS"))).isEmpty();
  }
}
