package io.headwaiter.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Flags that say which certificate of a server is trusted. */
final class TrustFlags {
  private static final int CA_BYTES_MAX = 4 << 20;

  @Option(
      names = "--ca",
      description =
          "PEM file with certificates to trust. Default: those that the JVM trusts. A server's own"
              + " certificate may be in it.")
  private Path ca;

  @Option(
      names = "--insecure",
      description =
          "Do not check the server's certificate; for one of your own, such as the trial key of"
              + " serve.")
  private boolean insecure;

  /** Returns whether one of the flags is given. */
  boolean given() {
    return insecure || ca != null;
  }

  /**
   * Returns certificates to trust, as PEM; blank for those that the JVM trusts; empty if nothing is
   * checked.
   *
   * @param secure whether the target has TLS
   * @throws IOException with a sentence, when the file of {@code --ca} cannot be read
   * @throws IllegalArgumentException with a sentence, when the flags contradict each other
   */
  Optional<String> authorities(boolean secure) throws IOException {
    if (insecure && ca != null) {
      throw new IllegalArgumentException(
          "--ca says what to trust, --insecure trusts everybody; leave one of them out.");
    }
    if (given() && !secure) {
      throw new IllegalArgumentException(
          "--ca and --insecure are for https targets; this one has no certificate.");
    }
    if (!secure || insecure) {
      return Optional.empty();
    }
    return Optional.of(ca == null ? "" : read());
  }

  private String read() throws IOException {
    if (Files.size(ca) > CA_BYTES_MAX) {
      throw new IOException("--ca " + ca + " is larger than 4 MiB; give a PEM file.");
    }
    String pem = Files.readString(ca, StandardCharsets.ISO_8859_1);
    if (!pem.contains("-----BEGIN CERTIFICATE-----")) {
      throw new IOException(
          "--ca " + ca + " has no certificate; give a PEM file with BEGIN CERTIFICATE lines.");
    }
    return pem;
  }
}
