package io.headwaiter.lab.run;

import io.headwaiter.lab.load.LoadOptions;
import io.headwaiter.lab.load.VisitOptions;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.LoadSpec;
import io.headwaiter.lab.report.Numbers;
import java.util.List;
import java.util.Optional;

/** Says how long clients think, wait and keep connections: no figure means anything without it. */
final class ShopWords {
  private static final double MILLIS = 1000;

  private ShopWords() {}

  /** Returns a sentence; none of an experiment without visits. */
  static List<String> of(Experiment experiment) {
    Optional<LoadOptions> visits =
        experiment.loads().stream().map(LoadSpec::visits).flatMap(Optional::stream).findFirst();
    return visits.map(v -> List.of(words(experiment, v))).orElse(List.of());
  }

  private static String words(Experiment experiment, LoadOptions options) {
    VisitOptions visit = options.visit();
    return "Clients think %s s in the mean (%s s times %s) and wait %s s for a page; %s of them resume"
            .formatted(
                Numbers.plain(visit.thinkMeanMillis() * visit.thinkScale() / MILLIS),
                Numbers.plain(visit.thinkMeanMillis() / MILLIS),
                Numbers.plain(visit.thinkScale()),
                Numbers.plain(visit.patienceMillis() / MILLIS),
                Numbers.percent(options.tls().resumeShare()))
        + " TLS. Servers keep idle connections for %s s; each page hashes %d KiB."
            .formatted(
                Numbers.plain(experiment.shop().keepAlive().toMillis() / MILLIS),
                experiment.shop().pageWorkKib());
  }
}
