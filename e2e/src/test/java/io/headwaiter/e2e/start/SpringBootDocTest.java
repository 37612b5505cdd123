package io.headwaiter.e2e.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The class that docs/spring-boot.md tells the user to write is the one that is tested. */
@Tag("once")
class SpringBootDocTest {
  @Test
  void docsShowTestedClass() throws Exception {
    Path source =
        Path.of("src", "test", "java")
            .resolve(HeadwaiterOnJetty.class.getName().replace('.', '/') + ".java");
    String java = Files.readString(source);
    String shown = java.substring(java.indexOf("@Configuration"));
    assertThat(Files.readString(Path.of("..", "docs", "spring-boot.md")))
        .contains("```java\n" + shown + "```");
  }
}
