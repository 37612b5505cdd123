package io.headwaiter.cli.fuzz;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;

/** Captured hellos, to be mutated. */
final class HelloCorpus {
  private static final List<String> NAMES =
      List.of(
          "chromium-tls13-new",
          "chromium-tls13-resumed",
          "chromium-tls12-id-resumed",
          "curl-tls13-new",
          "curl-tls12-id-resumed",
          "firefox-tls13-new",
          "firefox-tls13-resumed",
          "go-tls13-resumed",
          "go-tls12-ticket-resumed",
          "jsse17-tls13-ticket-resumed",
          "jsse17-tls12-ticket-resumed",
          "jsse25-tls13-resumed",
          "jsse25-tls12-id-new",
          "node-tls13-resumed",
          "openssl-tls10-resumed",
          "openssl-tls12-ticket-resumed",
          "openssl-default-resumed");

  private HelloCorpus() {}

  static List<byte[]> load() {
    return NAMES.stream().map(HelloCorpus::load).toList();
  }

  private static byte[] load(String name) {
    try (InputStream in = HelloCorpus.class.getResourceAsStream("/hellos/" + name + ".hex")) {
      StringBuilder hex = new StringBuilder();
      new String(in.readAllBytes(), StandardCharsets.US_ASCII)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .forEach(hex::append);
      return HexFormat.of().parseHex(hex);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
