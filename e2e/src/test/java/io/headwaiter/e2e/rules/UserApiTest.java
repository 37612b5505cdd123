package io.headwaiter.e2e.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import io.headwaiter.core.api.UserApi;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The user API is as recorded, and shows no internal type. A change of it on purpose also changes
 * the record, {@code user-api.txt}, and the changelog.
 */
@Tag("once")
class UserApiTest {
  private static final Path RECORD = Path.of("src/test/resources/io/headwaiter/e2e/user-api.txt");

  private static List<Class<?>> api() {
    return new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("io.headwaiter")
            .stream()
            .filter(type -> type.isAnnotatedWith(UserApi.class))
            .map(JavaClass::reflect)
            .collect(Collectors.toList());
  }

  private static boolean isOpen(Member member) {
    int modifiers = member.getModifiers();
    return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
  }

  private static Stream<Executable> calls(Class<?> type) {
    return Stream.<Executable>concat(
            Stream.of(type.getDeclaredConstructors()), Stream.of(type.getDeclaredMethods()))
        .filter(call -> isOpen(call) && !call.isSynthetic());
  }

  /** Returns a line for each member of a type. */
  private static Stream<String> members(Class<?> type) {
    Stream<String> fields =
        Stream.of(type.getDeclaredFields())
            .filter(field -> isOpen(field) && !field.isSynthetic())
            .map(Field::toGenericString);
    return Stream.concat(fields, calls(type).map(Executable::toGenericString));
  }

  private static Stream<Class<?>> typesOf(Executable call) {
    Stream<Class<?>> parameters = Stream.of(call.getParameterTypes());
    return call instanceof Method method
        ? Stream.concat(parameters, Stream.of(method.getReturnType()))
        : parameters;
  }

  @Test
  void userApiIsAsRecorded() throws Exception {
    Set<String> lines = new TreeSet<>();
    api().forEach(type -> members(type).forEach(lines::add));
    assertThat(String.join("\n", lines)).isEqualTo(Files.readString(RECORD).strip());
  }

  @Test
  void userApiShowsNoInternalType() {
    for (Class<?> type : api()) {
      assertThat(calls(type).flatMap(UserApiTest::typesOf))
          .as(type.getName())
          .filteredOn(used -> used.getName().startsWith("io.headwaiter"))
          .allSatisfy(
              used ->
                  assertThat(
                          used.isAnnotationPresent(UserApi.class)
                              || (used.getEnclosingClass() != null
                                  && used.getEnclosingClass().isAnnotationPresent(UserApi.class)))
                      .as(used.getName())
                      .isTrue());
    }
  }
}
