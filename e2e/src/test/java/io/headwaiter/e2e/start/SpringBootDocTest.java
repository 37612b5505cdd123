package io.headwaiter.e2e.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The classes that docs/spring-boot.md tells the user to write are those that are tested. */
@Tag("once")
class SpringBootDocTest {
  @ParameterizedTest
  @ValueSource(classes = {HeadwaiterOnTomcat.class, HeadwaiterOnJetty.class})
  void docsShowTestedClass(Class<?> configuration) throws Exception {
    Path source =
        Path.of("src", "test", "java").resolve(configuration.getName().replace('.', '/') + ".java");
    String java = Files.readString(source);
    String shown = java.substring(java.indexOf("@Configuration"));
    assertThat(Files.readString(Path.of("..", "docs", "spring-boot.md")))
        .contains("```java\n" + shown + "```");
  }
}
