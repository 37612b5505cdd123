package io.headwaiter.load.results;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.HdrHistogram.EncodableHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.HistogramLogReader;
import org.HdrHistogram.HistogramLogWriter;

/**
 * The distributions of a run, as a file in HdrHistogram's log format, version 1.3: one histogram
 * for each name, which is its tag. Histograms of several runs can be added, percentiles cannot.
 * Times are in microseconds. Stateless and thread-safe.
 */
public final class HistogramLog {
  private static final double MILLI = 1000;

  private HistogramLog() {}

  /**
   * Writes histograms, in full or not at all.
   *
   * @param startMillis start of the measurement, milliseconds since 1970
   * @param endMillis its end
   * @throws IOException if the folder is missing or not writable, or the disk is full
   */
  public static void write(
      Map<String, Histogram> byName, long startMillis, long endMillis, Path file)
      throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream print = new PrintStream(bytes, false, StandardCharsets.UTF_8)) {
      HistogramLogWriter log = new HistogramLogWriter(print);
      log.outputLogFormatVersion();
      log.outputStartTime(startMillis);
      log.outputLegend();
      byName.forEach(
          (name, histogram) -> {
            histogram.setTag(name);
            log.outputIntervalHistogram(
                startMillis / MILLI, endMillis / MILLI, histogram, /* maxValueUnitRatio= */ MILLI);
          });
    }
    RunLog.writeWhole(bytes.toString(StandardCharsets.UTF_8), file);
  }

  /**
   * Adds the histograms of a file to others of the same names.
   *
   * @throws IOException if the file cannot be read, or holds no histograms of this kind
   */
  public static void add(Path file, Map<String, Histogram> byName) throws IOException {
    Map<String, Histogram> read = new LinkedHashMap<>();
    try (InputStream bytes = Files.newInputStream(file);
        HistogramLogReader log = new HistogramLogReader(bytes)) {
      for (EncodableHistogram next = log.nextIntervalHistogram();
          next != null;
          next = log.nextIntervalHistogram()) {
        if (!(next instanceof Histogram histogram)) {
          throw new IOException(
              file + " holds a histogram of another kind, not one of whole numbers.");
        }
        String name = next.getTag() == null ? "" : next.getTag();
        read.computeIfAbsent(
                name, unused -> new Histogram(histogram.getNumberOfSignificantValueDigits()))
            .add(histogram);
      }
    } catch (RuntimeException e) {
      throw new IOException(file + " is no log of histograms as load --hdr writes it.", e);
    }
    if (read.isEmpty()) {
      throw new IOException(file + " holds no histogram; give a file that load --hdr wrote.");
    }
    read.forEach(
        (name, histogram) ->
            byName.merge(
                name,
                histogram,
                (sum, more) -> {
                  sum.add(more);
                  return sum;
                }));
  }
}
