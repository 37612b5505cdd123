package io.headwaiter.boot;

import java.nio.file.Path;
import picocli.CommandLine.Option;

/** What the laboratory tells a server. */
final class ShopFlags {
  @Option(names = "--server", required = true, description = "plain, starter or stock-boot")
  private String server;

  @Option(names = "--port", defaultValue = "8443", description = "port of the page")
  private int port;

  @Option(names = "--keystore", required = true, description = "a PKCS12 file")
  private Path keystore;

  @Option(names = "--keystore-password", required = true, description = "its password")
  private String password;

  @Option(
      names = "--keep-alive-millis",
      defaultValue = "10000",
      description = "how long an idle connection is kept")
  private long keepAliveMillis;

  @Option(
      names = "--page-work-kib",
      defaultValue = "0",
      description = "work of the page, KiB that are hashed")
  private int pageWorkKib;

  @SuppressWarnings("UnusedVariable") // only taken
  @Option(names = "--app", hidden = true, description = "another shop, which there is not here")
  private String app;

  String server() {
    return server;
  }

  int port() {
    return port;
  }

  Path keystore() {
    return keystore;
  }

  String password() {
    return password;
  }

  long keepAliveMillis() {
    return keepAliveMillis;
  }

  int pageWorkKib() {
    return pageWorkKib;
  }
}
