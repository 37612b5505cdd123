package io.headwaiter.core.hello;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The captured hellos in {@code src/test/resources/hellos}: hex digits, with header lines that
 * begin with "#".
 */
final class HelloVectors {
  private HelloVectors() {}

  /** All captured first flights by file name without ending. */
  static Map<String, byte[]> all() {
    try (Stream<Path> files = Files.list(folder())) {
      Map<String, byte[]> all = new TreeMap<>();
      files.forEach(file -> all.put(name(file), read(file)));
      return all;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether a vector's header says that the server resumed the session. */
  static boolean wasResumed(String name) {
    return lines(folder().resolve(name + ".hex")).anyMatch("# session: resumed"::equals);
  }

  private static Path folder() {
    try {
      return Path.of(HelloVectors.class.getResource("/hellos").toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String name(Path file) {
    return file.getFileName().toString().replace(".hex", "");
  }

  private static byte[] read(Path file) {
    StringBuilder hex = new StringBuilder();
    lines(file).filter(line -> !line.startsWith("#")).forEach(hex::append);
    return HexFormat.of().parseHex(hex);
  }

  private static Stream<String> lines(Path file) {
    try {
      return Files.readAllLines(file).stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
