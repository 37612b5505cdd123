package io.headwaiter.tomcat;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs {@code openssl s_client}. */
public final class OpensslClient {
  private OpensslClient() {}

  /** Runs it once with this input, and returns all that it prints. */
  public static String run(Path folder, int port, String input, String... options)
      throws Exception {
    List<String> command =
        new ArrayList<>(List.of("openssl", "s_client", "-connect", "127.0.0.1:" + port));
    command.addAll(List.of(options));
    Path output = Files.createTempFile(folder, "openssl", ".txt");
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    try {
      process.getOutputStream().write(input.getBytes(StandardCharsets.US_ASCII));
      process.getOutputStream().close();
    } catch (IOException alreadyGone) {
      assertThat(alreadyGone).hasMessageContaining("Broken pipe");
    }
    boolean ended = process.waitFor(20, TimeUnit.SECONDS);
    process.destroyForcibly();
    assertThat(ended).as("openssl ended by itself").isTrue();
    return Files.readString(output, StandardCharsets.ISO_8859_1);
  }
}
