package io.headwaiter.e2e.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import io.headwaiter.e2e.rules.badhouse.core.Impure;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The architecture rules hold, and each of them can fail. */
@Tag("once")
class HouseRulesTest {
  private static final String BAD_HOUSE = HouseRulesTest.class.getPackageName() + ".badhouse";
  private static final JavaClasses HOUSE =
      new ClassFileImporter()
          .withImportOption(new ImportOption.DoNotIncludeTests())
          // When packaged, the test server and clients of the contract are in a jar of tests.
          .withImportOption(location -> !location.contains("-tests.jar"))
          .withImportOption(location -> !location.contains("io/headwaiter/e2e/"))
          .importPackages("io.headwaiter");
  private static final JavaClasses BAD = new ClassFileImporter().importPackages(BAD_HOUSE);

  static List<ArchRule> rules() {
    return new HouseRules("io.headwaiter").all();
  }

  static List<ArchRule> rulesOfTheBadHouse() {
    return new HouseRules(BAD_HOUSE).all();
  }

  static Stream<Class<?>> impureClasses() {
    return Stream.of(Impure.class.getDeclaredClasses());
  }

  @ParameterizedTest
  @MethodSource("rules")
  void projectObeysRule(ArchRule rule) {
    rule.check(HOUSE);
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

  @Test
  void importsClassesOfProject() {
    assertThat(HOUSE.stream().map(JavaClass::getName))
        .contains(
            "io.headwaiter.core.admission.AdmissionGate",
            "io.headwaiter.door.Door",
            "io.headwaiter.tls.JsseSessionVerifier",
            "io.headwaiter.telemetry.ServerMeters",
            "io.headwaiter.front.config.HeadwaiterOption",
            "io.headwaiter.tomcat.HeadwaiterProtocol",
            "io.headwaiter.jetty.HeadwaiterConnector",
            "io.headwaiter.jdbc.RequestWideDataSource",
            "io.headwaiter.baseline.TomcatServer",
            "io.headwaiter.cli.Main")
        .noneMatch(name -> name.startsWith("io.headwaiter.e2e"));
  }
}
