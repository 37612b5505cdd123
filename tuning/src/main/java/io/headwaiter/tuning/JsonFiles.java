package io.headwaiter.tuning;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.headwaiter.load.results.RunLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads and writes records as files. Thread-safe. */
final class JsonFiles {
  private static final long FILE_BYTES_MAX = 64L << 20;
  private static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES);

  private JsonFiles() {}

  /** Writes a file completely or not at all: an interruption leaves the previous file. */
  static void write(Object value, Path file) throws IOException {
    RunLog.writeWhole(JSON.writeValueAsString(value) + "\n", file);
  }

  /**
   * Reads a value.
   *
   * @param what expected content of the file, for the sentence
   */
  static <T> T read(Class<T> type, Path file, String what) throws IOException {
    try {
      if (Files.size(file) > FILE_BYTES_MAX) {
        throw new IOException(file + " is not " + what + ": it is longer than any could be.");
      }
      T value = JSON.readValue(Files.readString(file), type);
      if (value == null) {
        throw new IOException(file + " is not " + what + ": it is empty.");
      }
      return value;
    } catch (NoSuchFileException e) {
      throw new IOException(file + " is not there; it should be " + what + ".", e);
    } catch (JsonProcessingException e) {
      throw new IOException(file + " is not " + what + ": " + e.getOriginalMessage(), e);
    }
  }
}
