package io.headwaiter.rules;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaCall;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Which modules a module may use, which libraries, which of its packages may use which, and what
 * core must not use. The rules apply to a root package with a package for each module, so that they
 * can be tested on a tree that breaks them.
 */
final class HouseRules {
  private static final Set<String> CLOCKS = Set.of("nanoTime", "currentTimeMillis");

  private final String root;

  HouseRules(String root) {
    this.root = root;
  }

  /** Returns the rules of a module; a rule's description is its name. */
  List<ArchRule> of(String module) {
    List<ArchRule> rules = new ArrayList<>(own(module));
    rules.add(
        slices()
            .matching(root + ".(**)")
            .should()
            .beFreeOfCycles()
            .as("packages of " + module + " use each other in one direction"));
    return rules;
  }

  private List<ArchRule> own(String module) {
    return switch (module) {
      case "core" ->
          List.of(
              coreIsPure(),
              coreReadsNoClock(),
              coreRollsNoDice(),
              imports("core", none()),
              usesOnly("core"),
              floors(
                  "core.pool", ".", "queueing interpolation", "profile", "model", "control plan"));
      case "jdbc" ->
          List.of(
              imports("jdbc", "core"),
              usesOnly(
                  "jdbc",
                  "jakarta.servlet..",
                  "com.zaxxer.hikari..",
                  "org.apache.tomcat.jdbc..",
                  "io.agroal..",
                  "jdk.jfr.."),
              floors("jdbc", "pool holding", "proxy", "."));
      case "door" -> List.of(imports("door", "core"), usesOnly("door", "com.sun.management.."));
      case "tls" -> List.of(imports("tls", "core"), usesOnly("tls", "io.netty.."));
      case "telemetry" ->
          List.of(
              imports("telemetry", "core"),
              usesOnly("telemetry", "com.sun.net.httpserver..", "jdk.jfr.."));
      case "front" ->
          List.of(
              imports("front", "core", "door", "tls", "telemetry"),
              usesOnly("front", "com.sun.management.."),
              floors(
                  "front",
                  "supply",
                  "work",
                  "session pools",
                  "request control",
                  "config status",
                  "."));
      case "tomcat" ->
          List.of(
              imports("tomcat", "core", "door", "tls", "telemetry", "front"),
              usesOnly("tomcat", "org.apache..", "jakarta.servlet.."));
      case "jetty" ->
          List.of(
              imports("jetty", "core", "door", "tls", "telemetry", "front"),
              usesOnly("jetty", "org.eclipse.jetty.."));
      case "trace" ->
          List.of(
              imports("trace", "core.trace"),
              usesOnly("trace", "com.fasterxml.jackson..", "jdk.jfr.."));
      case "micrometer" ->
          List.of(
              imports("micrometer", "core.api", "telemetry"),
              usesOnly("micrometer", "io.micrometer.."));
      case "jmx" -> List.of(imports("jmx", "core.api", "tomcat"), usesOnly("jmx", "org.apache.."));
      case "spring" ->
          List.of(
              imports("spring", "core.api", "front", "telemetry", "tomcat", "jdbc", "micrometer"),
              usesOnly(
                  "spring",
                  "org.springframework..",
                  "io.micrometer..",
                  "org.apache..",
                  "jakarta.servlet..",
                  "com.zaxxer.hikari.."));
      case "apps" -> List.of(imports("apps", none()));
      case "baseline" ->
          List.of(
              imports("baseline", "core.trace"),
              usesOnly(
                  "baseline",
                  "org.apache..",
                  "jakarta.servlet..",
                  "com.netflix.concurrency.limits..",
                  "jdk.jfr.."));
      case "load" ->
          List.of(
              imports("load", "core.profile"), floors("load", "workload search results text", "."));
      case "tuning" ->
          List.of(
              imports("tuning", "core.profile", "core.pool", "load"), floors("tuning", "mix", "."));
      case "lab" ->
          List.of(
              imports("lab", "core.trace", "core.profile", "core.pool", "load", "tuning", "sim"),
              floors(
                  "lab",
                  "database host",
                  "model abuse",
                  "server",
                  "report record",
                  "run study",
                  "outcome",
                  "bench",
                  "experiment.caching experiment.pools experiment.governor experiment.provisioning",
                  "experiment"));
      case "sim" ->
          List.of(
              imports("sim", "core", "load.workload", "load.search"),
              usesOnly("sim", "com.netflix.concurrency..", "org.slf4j.."));
      default -> List.of();
    };
  }

  /**
   * Lets the packages of a module use only those on floors below, the lowest first; a dot is the
   * module's own package.
   */
  private ArchRule floors(String module, String... floors) {
    List<ArchRule> rules = new ArrayList<>();
    for (int i = 0; i < floors.length - 1; i++) {
      String above = String.join(" ", Arrays.asList(floors).subList(i + 1, floors.length));
      rules.add(
          noClasses()
              .that()
              .resideInAnyPackage(packages(module, floors[i]))
              .should()
              .dependOnClassesThat()
              .resideInAnyPackage(packages(module, above))
              // The tree that breaks the rules has no class on some floors.
              .allowEmptyShould(true));
    }
    return CompositeArchRule.of(rules).as("no package of " + module + " uses one above it");
  }

  private String[] packages(String module, String names) {
    return Stream.of(names.split(" ", -1))
        .map(name -> root + "." + module + (name.equals(".") ? "" : "." + name))
        .toArray(String[]::new);
  }

  private static String[] none() {
    return new String[0];
  }

  private String room(String module) {
    return root + "." + module + "..";
  }

  /** Lets a module import only these of the project's other packages. */
  private ArchRule imports(String module, String... others) {
    String[] allowed =
        Stream.concat(Stream.of(module), Arrays.stream(others))
            .map(this::room)
            .toArray(String[]::new);
    return noClasses()
        .that()
        .resideInAPackage(room(module))
        .should()
        .dependOnClassesThat(resideInAPackage(root + "..").and(not(resideInAnyPackage(allowed))))
        .as(module + " imports of the house only " + List.of(others));
  }

  /** Lets a module use only these beside the JDK's packages and the project's. */
  private ArchRule usesOnly(String module, String... packages) {
    String[] allowed =
        Stream.concat(
                Stream.of("java..", "javax..", "org.jspecify.annotations..", root + ".."),
                Arrays.stream(packages))
            .toArray(String[]::new);
    return classes()
        .that()
        .resideInAPackage(room(module))
        .should()
        .onlyDependOnClassesThat(resideInAnyPackage(allowed).or(isPrimitive()))
        .as(module + " uses beside java only " + List.of(packages));
  }

  private static DescribedPredicate<JavaClass> isPrimitive() {
    return describe("primitive", c -> c.getBaseComponentType().isPrimitive());
  }

  private ArchRule coreIsPure() {
    return noClasses()
        .that()
        .resideInAPackage(room("core"))
        .should()
        .dependOnClassesThat(
            resideInAnyPackage(
                    "java.net..",
                    "java.io..",
                    "java.nio.channels..",
                    "java.nio.file..",
                    "java.sql..",
                    "javax.sql..",
                    "java.util.logging..",
                    "java.util.concurrent",
                    "java.util.concurrent.locks..")
                .and(not(describe("TimeUnit", c -> c.isEquivalentTo(TimeUnit.class))))
                .or(describe("threads and loggers", HouseRules::isThreadOrLogger)))
        .as("core has no network, file, database, thread, lock or logger");
  }

  private static boolean isThreadOrLogger(JavaClass c) {
    return c.isAssignableTo(Thread.class)
        || c.isAssignableTo(ThreadLocal.class)
        || c.isAssignableTo(System.Logger.class)
        || c.isEquivalentTo(java.util.Timer.class);
  }

  private ArchRule coreReadsNoClock() {
    return noClasses()
        .that()
        .resideInAPackage(room("core"))
        .should()
        .callMethodWhere(describe("reads a clock", HouseRules::readsClock))
        .as("core is told the time");
  }

  private static boolean readsClock(JavaCall<?> call) {
    String owner = call.getTargetOwner().getName();
    boolean system = owner.equals("java.lang.System") && CLOCKS.contains(call.getName());
    boolean time =
        owner.startsWith("java.time.")
            && (call.getName().equals("now") || call.getName().startsWith("system"));
    return system || time;
  }

  private ArchRule coreRollsNoDice() {
    return noClasses()
        .that()
        .resideInAPackage(room("core"))
        .should()
        .callMethod(Math.class, "random")
        .orShould()
        .callConstructor(Random.class)
        .orShould()
        .callConstructor(java.util.SplittableRandom.class)
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(java.security.SecureRandom.class)
        .orShould()
        .dependOnClassesThat()
        .areAssignableTo(java.util.concurrent.ThreadLocalRandom.class)
        .as("core's randomness is seeded");
  }
}
