package io.headwaiter.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.ArchRule;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The rules of one module. A test of the module extends this class, without a test method of its
 * own; the module is the package of that test below {@code io.headwaiter}.
 */
@Tag("rules")
public abstract class ModuleRules {
  private static final String ROOT = "io.headwaiter";
  private static final int LINES_MAX = 400;
  private static final int METHOD_LINES_MAX = 40;
  private static final int PARAMETERS_MAX = 8;

  private final String module = getClass().getPackageName().substring(ROOT.length() + 1);

  /** Creates a test. */
  protected ModuleRules() {}

  /** Classes depend on others only as the rules allow. */
  @TestFactory
  public Stream<DynamicTest> obeysArchitectureRule() {
    JavaClasses classes = new ClassFileImporter().importPath(Path.of("target", "classes"));
    assertThat(classes).as("classes of " + module).isNotEmpty();
    List<ArchRule> rules = new HouseRules(ROOT).of(module);
    return rules.stream()
        .map(rule -> DynamicTest.dynamicTest(rule.getDescription(), () -> rule.check(classes)));
  }

  /**
   * Source files stay small. What was larger when the limits were set is listed with its size in
   * {@code source-sizes.txt}, and may not grow. A change that makes one smaller lowers its size
   * there, or removes it.
   */
  @Test
  public void nothingGrowsBeyondLimits() throws IOException {
    assertThat(limits().over(List.of(Path.of("src", "main", "java")))).isEqualTo(listed(module));
  }

  static SourceSizes limits() {
    return new SourceSizes(LINES_MAX, METHOD_LINES_MAX, PARAMETERS_MAX);
  }

  private static Map<String, Integer> listed(String module) throws IOException {
    Map<String, Integer> listed = new TreeMap<>();
    try (InputStream list = ModuleRules.class.getResourceAsStream("source-sizes.txt")) {
      String text = new String(list.readAllBytes(), StandardCharsets.UTF_8);
      String prefix = module + ": ";
      for (String line : text.lines().filter(line -> line.startsWith(prefix)).toList()) {
        int colon = line.lastIndexOf(": ");
        listed.put(
            line.substring(prefix.length(), colon), Integer.valueOf(line.substring(colon + 2)));
      }
    }
    return listed;
  }
}
