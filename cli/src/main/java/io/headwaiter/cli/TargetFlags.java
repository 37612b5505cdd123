package io.headwaiter.cli;

import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.GivenServer;
import io.headwaiter.lab.outcome.Settings;
import io.headwaiter.lab.study.GivenStudies;
import io.headwaiter.lab.study.HandshakeCost;
import io.headwaiter.lab.study.Scalability;
import io.headwaiter.lab.study.Visits;
import io.headwaiter.load.LoadOptions;
import io.headwaiter.tuning.mix.MixReplay;
import io.headwaiter.tuning.mix.RecordedMix;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Flags of an experiment with a server that runs already. */
final class TargetFlags {
  private static final double DEFAULT_REQUESTS = 8;
  private static final double REQUESTS_MAX = 100;

  @Option(
      names = "--target",
      paramLabel = "URL",
      description = {
        "measures a server that runs already, as https://HOST:PORT, with the load side of scalability,",
        "  ssl-impact or handshake-cost. They overload it: never give one that has customers."
      })
  private URI target;

  @Option(
      names = "--page",
      split = ",",
      description = "with --target: pages to ask for, with commas between (default: /)")
  private List<String> pages;

  @Option(
      names = "--requests",
      description = "with --page: mean number of pages of a visit, 1 to 100 (default: 8)")
  private Double requests;

  @Option(
      names = "--mix",
      paramLabel = "FILE",
      description = "with --target: recorded visits, as headwaiter mix --json writes them")
  private Path mix;

  @Option(
      names = "--auction",
      description = "with --target: it is our auction, which ./headwaiter serve serves")
  private boolean auction;

  @Option(
      names = "--think",
      converter = DurationConverter.class,
      description = "with --target: mean think time, at most 7s (default: 700ms)")
  private Duration think;

  @Option(
      names = "--patience",
      converter = DurationConverter.class,
      description = "with --target: how long a client waits, 100ms to 60s (default: 1s)")
  private Duration patience;

  @Option(
      names = "--pid",
      description = "with --target: its process on this machine, to measure its CPU time")
  private Long pid;

  @Option(names = "--yes", description = "with --target: also if it is not on this machine")
  private boolean yes;

  @Mixin private TrustFlags trust;

  /**
   * Returns the settings with the given server; the same if there is none.
   *
   * @throws IllegalArgumentException with a sentence, when flags do not go together
   * @throws IOException with a sentence, when a file cannot be read
   */
  Settings addTo(Settings settings, String experiment) throws IOException {
    if (target == null) {
      if (more() || trust.given()) {
        throw new IllegalArgumentException(
            "--page, --requests, --mix, --auction, --think, --patience, --pid, --yes, --ca and"
                + " --insecure are about a server of your own: add --target, or leave them out.");
      }
      return settings;
    }
    GivenServer server = server();
    check(server, experiment);
    return settings.withCustomers(clients(settings.customers())).withGiven(server);
  }

  private boolean more() {
    return pages != null
        || requests != null
        || mix != null
        || auction
        || think != null
        || patience != null
        || pid != null
        || yes;
  }

  private GivenServer server() throws IOException {
    if (target.getHost() == null
        || target.getScheme() == null
        || !List.of("http", "https").contains(target.getScheme())) {
      throw new IllegalArgumentException(
          "--target is " + target + "; it must be written as https://HOST:PORT.");
    }
    boolean secure = LoadOptions.secure(target);
    return new GivenServer(target, pid == null ? 0 : pid, trust.authorities(secure), asked());
  }

  private GivenServer.Asked asked() throws IOException {
    if ((mix == null ? 0 : 1) + (auction ? 1 : 0) + (pages != null || requests != null ? 1 : 0)
        > 1) {
      throw new IllegalArgumentException(
          "--page with --requests, --mix and --auction each say what clients ask for; give one.");
    }
    if (auction) {
      return new GivenServer.Asked(
          List.of("/Home"), Visits.PAGES_PER_VISIT, /* auction= */ true, /* mix= */ "");
    }
    return new GivenServer.Asked(
        pages == null ? List.of("/") : pages,
        mix == null ? (requests == null ? DEFAULT_REQUESTS : requests) : recordedLength(),
        /* auction= */ false,
        mix == null ? "" : mix.toString());
  }

  private double recordedLength() throws IOException {
    MixReplay replay = MixReplay.of(RecordedMix.read(mix), target, /* unsafe= */ false);
    return Math.max(1, Math.min(REQUESTS_MAX, replay.sessionLength()));
  }

  private void check(GivenServer server, String experiment) {
    if (!GivenStudies.NAMES.contains(experiment)) {
      throw new IllegalArgumentException(
          "%s starts its own servers; --target goes with %s."
              .formatted(experiment, String.join(", ", GivenStudies.NAMES)));
    }
    if (!yes && !server.isHere()) {
      throw new IllegalArgumentException(
          "%s is not on this machine. Give --yes if you may overload it, and leave it out if not."
              .formatted(target.getHost()));
    }
    if (!server.secure() && !experiment.equals(Scalability.NAME)) {
      throw new IllegalArgumentException(experiment + " is about TLS: --target must be https.");
    }
    if (pid != null && ProcessHandle.of(pid).isEmpty()) {
      throw new IllegalArgumentException("There is no process " + pid + " on this machine.");
    }
    if (pid == null && experiment.equals(HandshakeCost.NAME)) {
      throw new IllegalArgumentException(
          "handshake-cost measures CPU time: give the server's process with --pid. For a Headwaiter"
              + " on another machine there is tune formula --admin.");
    }
  }

  private Customers clients(Customers usual) {
    Customers clients = usual;
    if (think != null) {
      clients = clients.withThinkScale((double) think.toNanos() / Visits.THINK_MEAN.toNanos());
    }
    return patience == null ? clients : clients.withPatience(patience);
  }
}
