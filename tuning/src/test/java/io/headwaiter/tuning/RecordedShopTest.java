package io.headwaiter.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.pool.model.PoolModel;
import io.headwaiter.core.pool.profile.RequestMix;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A bookstore on PostgreSQL as it was profiled, with the processors' work, and the rates that the
 * same shop carried minutes later at other sizes and with other mixes: the model's predictions from
 * the former are compared with the latter.
 */
class RecordedShopTest {
  private static final List<String> LOADS = List.of("profiling", "load-1", "load-2");

  @TempDir private Path folder;

  private TuningState state() throws IOException {
    Path file = folder.resolve("state.json");
    try (InputStream in = new GZIPInputStream(open("bookstore-postgresql.json.gz"))) {
      Files.copy(in, file);
    }
    return JsonFiles.read(TuningState.class, file, "the state of a tuning");
  }

  private static InputStream open(String name) {
    return RecordedShopTest.class.getResourceAsStream(name);
  }

  private static List<String[]> rows(String name) throws IOException {
    try (InputStream in = open(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .skip(2)
          .map(line -> line.split(",", -1))
          .toList();
    }
  }

  private static RequestMix mix(String load) throws IOException {
    Map<String, Double> shares = new TreeMap<>();
    for (String[] row : rows("bookstore-postgresql-mixes.csv")) {
      shares.put(row[0], Double.valueOf(row[1 + LOADS.indexOf(load)]));
    }
    return new RequestMix(shares);
  }

  /** Predicted over measured, less 1. */
  private static List<Double> errors(PoolModel model) throws IOException {
    List<Double> errors = new ArrayList<>();
    for (String[] row : rows("bookstore-postgresql-carried.csv")) {
      RequestMix mix = mix(row[0]);
      double sessions =
          model.withMix(mix).sessionsPerSecond(Integer.parseInt(row[1]), Integer.parseInt(row[2]));
      errors.add(sessions * mix.sessionLength() / Double.parseDouble(row[3]) - 1);
    }
    return errors;
  }

  /** Rounding of the printed rates makes up a tenth of the largest errors. */
  @Test
  void predictsOtherLoadsFromOneProfile() throws Exception {
    List<Double> errors = errors(new TuningReport(state()).model());
    assertThat(errors).hasSize(15).allMatch(error -> Math.abs(error) < 0.065);
    assertThat(errors.stream().filter(error -> Math.abs(error) < 0.05)).hasSizeGreaterThan(13);
    assertThat(errors.stream().mapToDouble(Math::abs).average().orElseThrow()).isLessThan(0.025);
  }

  /** The processors' work distinguishes these loads. */
  @Test
  void predictionIsWorseWithoutProcessorWork() throws Exception {
    TuningState with = state();
    List<TuningRun> blind =
        with.runs().stream()
            .map(
                run ->
                    new TuningRun(
                        run.threads(),
                        run.connections(),
                        run.clients(),
                        run.threadsBusy(),
                        run.failedPart(),
                        run.measured(),
                        null))
            .toList();
    TuningState without =
        new TuningState(with.subject(), with.settings(), with.visitsPerSession(), blind);
    List<Double> errors = errors(new TuningReport(without).model());
    double mean = errors.stream().mapToDouble(Math::abs).average().orElseThrow();
    double known =
        errors(new TuningReport(with).model()).stream()
            .mapToDouble(Math::abs)
            .average()
            .orElseThrow();
    assertThat(mean).isGreaterThan(known);
  }
}
