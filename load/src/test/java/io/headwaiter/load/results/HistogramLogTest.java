package io.headwaiter.load.results;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistogramLogTest {
  private static Histogram of(long... values) {
    Histogram histogram = new Histogram(3);
    for (long value : values) {
      histogram.recordValue(value);
    }
    return histogram;
  }

  @Test
  void runsAddUp(@TempDir Path folder) throws IOException {
    Path one = folder.resolve("one.hdr");
    Path two = folder.resolve("two.hdr");
    HistogramLog.write(Map.of("response", of(1000, 2000), "lateness", of(7)), 5_000, 9_000, one);
    HistogramLog.write(Map.of("response", of(300_000)), 5_000, 9_000, two);
    Map<String, Histogram> sum = new LinkedHashMap<>();
    HistogramLog.add(one, sum);
    HistogramLog.add(two, sum);
    assertThat(sum).containsOnlyKeys("response", "lateness");
    assertThat(sum.get("response").getTotalCount()).isEqualTo(3);
    assertThat(sum.get("response").getMaxValue()).isBetween(300_000L, 300_500L);
    assertThat(sum.get("lateness").getTotalCount()).isEqualTo(1);
  }

  @Test
  void emptyHistogramsAreKept(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("empty.hdr");
    HistogramLog.write(Map.of("response", of()), 0, 1, file);
    Map<String, Histogram> sum = new LinkedHashMap<>();
    HistogramLog.add(file, sum);
    assertThat(sum.get("response").getTotalCount()).isZero();
  }

  @Test
  void explainsWrongFiles(@TempDir Path folder) throws IOException {
    Path text = Files.writeString(folder.resolve("text.hdr"), "no histogram\n");
    assertThatThrownBy(() -> HistogramLog.add(text, new LinkedHashMap<>()))
        .isInstanceOf(IOException.class)
        .hasMessageContainingAll("text.hdr", "load --hdr");
    assertThatThrownBy(() -> HistogramLog.add(folder.resolve("none"), new LinkedHashMap<>()))
        .isInstanceOf(NoSuchFileException.class);
  }
}
