package io.headwaiter.dist;

import java.nio.file.Path;

/** The jars that this module builds. */
final class Jars {
  private Jars() {}

  static Path of(String name) {
    return Path.of("target", name + "-" + System.getProperty("headwaiter.version") + ".jar")
        .toAbsolutePath();
  }
}
