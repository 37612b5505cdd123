package io.headwaiter.cli;

import io.headwaiter.load.LoadOptionsBuilder;
import io.headwaiter.load.TlsVersions;
import java.io.IOException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Flags of the TLS of a load's customers. */
final class TlsFlags {
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

  @Mixin private TrustFlags trust;

  /**
   * Sets what the flags say.
   *
   * @param secure whether the target has TLS
   * @throws IOException with a sentence, when the file of {@code --ca} cannot be read
   */
  void addTo(LoadOptionsBuilder builder, boolean secure) throws IOException {
    builder.tlsVersions(versions).resumeShare(resumeShare).suite(suite).group(group);
    trust.authorities(secure).ifPresent(builder::checkCertificates);
  }
}
