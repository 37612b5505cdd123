package io.headwaiter.load.results;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Writes results as JSON, percentiles instead of samples. Thread-safe. */
public final class RunLog {
  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private RunLog() {}

  /** Returns a record of this package as indented JSON. */
  public static String toJson(Object result) {
    try {
      return JSON.writeValueAsString(result);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "A " + result.getClass().getSimpleName() + " cannot be written as JSON.", e);
    }
  }

  /**
   * Writes a result to a file, as {@link #writeWhole} does.
   *
   * @throws IOException if the folder is missing or not writable, or the disk is full
   */
  public static void write(Object result, Path file) throws IOException {
    writeWhole(toJson(result) + "\n", file);
  }

  /**
   * Writes a text to a file, in full or not at all. A link stays a link, and a device or a pipe is
   * written to and not replaced.
   *
   * @throws IOException if the folder is missing or not writable, or the disk is full
   */
  public static void writeWhole(String text, Path file) throws IOException {
    Path target = Files.exists(file) ? file.toRealPath() : file;
    if (Files.exists(target) && !Files.isRegularFile(target)) {
      writeTo(target, text);
      return;
    }
    Path part = target.resolveSibling(target.getFileName() + ".part");
    try {
      writeTo(part, text);
      Files.move(part, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private static void writeTo(Path file, String text) throws IOException {
    try {
      Files.writeString(file, text);
    } catch (FileSystemException e) {
      throw e; // it names the file
    } catch (IOException e) {
      throw new IOException("Cannot write " + file + ": " + e.getMessage(), e);
    }
  }
}
