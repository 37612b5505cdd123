package io.headwaiter.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.nio.file.Path;
import java.sql.Connection;
import org.junit.jupiter.api.Test;

class DriverJarTest {
  private static Path jarOf(Class<?> type) throws Exception {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  @Test
  void connectsWithDriverOfJar() throws Exception {
    Path h2 = jarOf(org.h2.Driver.class);
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    try (Connection connection =
        DriverJar.source(h2, "jdbc:h2:mem:driver", "sa", "").getConnection()) {
      assertThat(connection.isValid(1)).isTrue();
    }
    assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(before);
    assertThatIOException()
        .isThrownBy(() -> DriverJar.source(h2, "jdbc:other:x;password=secret", "sa", ""))
        .withMessage(h2 + " has no JDBC driver for jdbc:other:x. Is it the right jar?");
  }

  @Test
  void reportsJarWithoutDriver() throws Exception {
    Path other = jarOf(Test.class);
    assertThatIOException()
        .isThrownBy(() -> DriverJar.source(other, "jdbc:h2:mem:x", "sa", ""))
        .withMessageContaining("has no JDBC driver for jdbc:h2:mem:x");
    assertThatIOException()
        .isThrownBy(() -> DriverJar.source(Path.of("none.jar"), "jdbc:h2:mem:x", "sa", ""))
        .withMessage("The driver none.jar cannot be read. Is that jar there?");
  }
}
