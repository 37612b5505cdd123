package io.headwaiter.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import io.headwaiter.rules.badhouse.core.Impure;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each architecture rule can fail. */
class HouseRulesTest {
  private static final String BAD_HOUSE = HouseRulesTest.class.getPackageName() + ".badhouse";
  private static final JavaClasses BAD = new ClassFileImporter().importPackages(BAD_HOUSE);
  private static final List<String> MODULES =
      List.of(
          "core",
          "jdbc",
          "door",
          "tls",
          "telemetry",
          "front",
          "tomcat",
          "jetty",
          "apps",
          "baseline",
          "load",
          "tuning",
          "lab",
          "sim");

  static List<ArchRule> rulesOfTheBadHouse() {
    HouseRules rules = new HouseRules(BAD_HOUSE);
    return MODULES.stream().flatMap(module -> rules.of(module).stream()).toList();
  }

  static Stream<Class<?>> impureClasses() {
    return Stream.of(Impure.class.getDeclaredClasses());
  }

  @ParameterizedTest
  @MethodSource("rulesOfTheBadHouse")
  void rulesFailOnViolations(ArchRule rule) {
    assertThat(rule.evaluate(BAD).hasViolation()).as(rule.getDescription()).isTrue();
  }

  @ParameterizedTest
  @MethodSource("impureClasses")
  void reportsEveryForbiddenDependencyOfCore(Class<?> impure) {
    assertThat(rulesOfTheBadHouse())
        .anySatisfy(
            rule ->
                assertThat(rule.evaluate(BAD).getFailureReport().getDetails())
                    .anyMatch(line -> line.contains(impure.getName())));
  }

  @Test
  void doesNotReportAllowedDependencies() {
    assertThat(rulesOfTheBadHouse())
        .allSatisfy(
            rule ->
                assertThat(rule.evaluate(BAD).getFailureReport().getDetails())
                    .noneMatch(line -> line.contains("Innocent")));
  }
}
