package io.headwaiter.lab.server;

import io.headwaiter.lab.host.Pinning;
import io.headwaiter.lab.host.ProgramPath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Times signatures by {@code openssl speed}: the least that a full handshake costs.
 *
 * @param signatures made with an RSA-2048 key
 * @param cpuSeconds that they took
 */
public record OpensslSpeed(long signatures, double cpuSeconds) {
  private static final String PROGRAM = "openssl";
  // For example +R1:5720:2048:2.00, the count, the bits of the key and the seconds.
  private static final Pattern SIGNED = Pattern.compile("\\+R1:(\\d+):2048:([0-9.]+)");
  private static final long MARGIN_SECONDS = 20;

  /** Returns why there is none, in words; empty if it is installed. */
  public static Optional<String> missing() {
    return ProgramPath.find(PROGRAM).isPresent()
        ? Optional.empty()
        : Optional.of(
            "openssl is not installed, so nothing was compared with the signature alone; on Debian"
                + " and Ubuntu: apt-get install openssl.");
  }

  /**
   * Times signatures on the servers' processor.
   *
   * @param seconds for how long, at least 1
   * @param log takes what it says
   * @throws IOException with a sentence, if it fails, does not end, or tells no figures
   */
  public static OpensslSpeed run(Pinning pinning, int seconds, Path log)
      throws IOException, InterruptedException {
    List<String> command =
        List.of(PROGRAM, "speed", "-mr", "-seconds", Integer.toString(seconds), "rsa2048");
    Process process =
        new ProcessBuilder(pinning.serverCommand(command))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      // It verifies for as long as it signs.
      if (!process.waitFor(2L * seconds + MARGIN_SECONDS, TimeUnit.SECONDS)) {
        throw new IOException("openssl speed did not end in time; see " + log + ".");
      }
    } finally {
      process.destroyForcibly().waitFor();
    }
    return parse(Files.readString(log, StandardCharsets.ISO_8859_1))
        .orElseThrow(() -> new IOException("openssl speed told no figures; see " + log + "."));
  }

  /** Reads what it says; empty if that has no signatures. */
  static Optional<OpensslSpeed> parse(String said) {
    Matcher signed = SIGNED.matcher(said);
    return signed.find()
        ? Optional.of(
            new OpensslSpeed(Long.parseLong(signed.group(1)), Double.parseDouble(signed.group(2))))
        : Optional.empty();
  }
}
