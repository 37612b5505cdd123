package io.headwaiter.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Jetty with the one jar beside its own. */
@Timeout(120)
class JettyJarTest {
  @TempDir private Path folder;

  /** Returns the class path of a Jetty that has our jar and no module of ours. */
  private static String classPath() {
    String all =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    Stream<String> jetty =
        Stream.of(all.split(File.pathSeparator))
            .filter(entry -> entry.contains("jetty") || entry.contains("slf4j"))
            .filter(entry -> !entry.contains("headwaiter") && entry.endsWith(".jar"));
    return Stream.concat(
            Stream.of(
                Path.of("target/test-classes").toString(), Jars.of("headwaiter-jetty").toString()),
            jetty)
        .collect(Collectors.joining(File.pathSeparator));
  }

  @Test
  void servesOverTls() throws Exception {
    Certificate certificate = Certificate.create(folder);
    try (ServerProcess jetty =
        ServerProcess.start(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                classPath(),
                JettyMain.class.getName(),
                certificate.file().toString()),
            Map.of(),
            folder.resolve("jetty.log"))) {
      URI page = URI.create("https://localhost:" + jetty.awaitInLog("port (\\d+)\\.") + "/");

      assertThat(certificate.get(page, "nobody:nothing")).isEqualTo("the page");

      assertThat(jetty.log()).contains("dashboard http://");
    }
  }
}
