package io.headwaiter.lab.run;

import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.LoadSpec;
import io.headwaiter.lab.model.ShopSpec;
import io.headwaiter.load.HttpVersion;
import io.headwaiter.load.LoadOptions;
import io.headwaiter.load.VisitOptions;
import io.headwaiter.load.text.Numbers;
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
    return "Clients think %s s in the mean (%s s times %s) and wait %s for a page; %s of them resume"
            .formatted(
                Numbers.plain(visit.thinkMeanMillis() * visit.thinkScale() / MILLIS),
                Numbers.plain(visit.thinkMeanMillis() / MILLIS),
                Numbers.plain(visit.thinkScale()),
                visit.patienceMillis() == 0
                    ? "without end"
                    : Numbers.plain(visit.patienceMillis() / MILLIS) + " s",
                Numbers.percent(options.tls().resumeShare()))
        + " TLS."
        + browsers(visit)
        + shop(experiment.shop());
  }

  private static String shop(ShopSpec shop) {
    return shop.equals(ShopSpec.UNKNOWN)
        ? ""
        : " Servers keep idle connections for %s s; each page hashes %d KiB."
            .formatted(Numbers.plain(shop.keepAlive().toMillis() / MILLIS), shop.pageWorkKib());
  }

  private static String browsers(VisitOptions visit) {
    if (visit.imageConnections() == 0) {
      return "";
    }
    return visit.httpVersion() == HttpVersion.HTTP_2
        ? " They speak HTTP/2 and fetch what pages embed."
        : " They fetch what pages embed over %d further connections."
            .formatted(visit.imageConnections());
  }
}
