package io.headwaiter.cli;

import io.headwaiter.load.LoadOptionsBuilder;
import io.headwaiter.load.TlsVersions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Flags of the TLS of a load's customers. */
final class TlsFlags {
  private static final int CA_BYTES_MAX = 4 << 20;

  @Option(
      names = "--tls",
      defaultValue = "both",
      description = "tls_1_2, tls_1_3 or both. Default: both.")
  private TlsVersions versions;

  @Option(
      names = "--resume-share",
      defaultValue = "1",
      description = "Part of the sessions that resume their TLS session, 0 to 1. Default: 1.")
  private double resumeShare;

  @Option(
      names = "--suite",
      defaultValue = "",
      description =
          "The only cipher suite to offer, by its standard name; with --tls tls_1_2. Default:"
              + " BoringSSL's list.")
  private String suite;

  @Option(
      names = "--group",
      defaultValue = "",
      description =
          "The only group for the key exchange: X25519, P-256, P-384, P-521 or X25519MLKEM768."
              + " Default: the first three.")
  private String group;

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

  /**
   * Sets what the flags say.
   *
   * @param secure whether the target has TLS
   * @throws IOException with a sentence, when the file of {@code --ca} cannot be read
   */
  void addTo(LoadOptionsBuilder builder, boolean secure) throws IOException {
    builder.tlsVersions(versions).resumeShare(resumeShare).suite(suite).group(group);
    if (insecure && ca != null) {
      throw new IllegalArgumentException(
          "--ca says what to trust, --insecure trusts everybody; leave one of them out.");
    }
    if ((insecure || ca != null) && !secure) {
      throw new IllegalArgumentException(
          "--ca and --insecure are for https targets; this one has no certificate.");
    }
    if (secure && !insecure) {
      builder.checkCertificates(ca == null ? "" : authorities());
    }
  }

  private String authorities() throws IOException {
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
