package io.headwaiter.lab.results;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
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
   * Writes a result to a file, in full or not at all.
   *
   * @throws IOException if the folder is missing or not writable
   */
  public static void write(Object result, Path file) throws IOException {
    Path part = file.resolveSibling(file.getFileName() + ".part");
    Files.writeString(part, toJson(result) + "\n");
    Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
  }
}
