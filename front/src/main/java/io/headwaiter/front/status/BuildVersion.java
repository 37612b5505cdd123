package io.headwaiter.front.status;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of Headwaiter, which the build writes into a file of its own. */
final class BuildVersion {
  static final String NAME = read();

  private BuildVersion() {}

  private static String read() {
    try (InputStream in = BuildVersion.class.getResourceAsStream("build.properties")) {
      Properties properties = new Properties();
      if (in != null) {
        properties.load(in);
      }
      return properties.getProperty("version", "unknown");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
