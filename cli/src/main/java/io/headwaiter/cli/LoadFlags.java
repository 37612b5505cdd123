package io.headwaiter.cli;

import io.headwaiter.load.ArrivalKind;
import io.headwaiter.load.HttpVersion;
import io.headwaiter.load.LoadOptions;
import io.headwaiter.load.LoadOptionsBuilder;
import io.headwaiter.load.OnFailure;
import io.headwaiter.load.workload.EndReading;
import io.headwaiter.load.workload.Mix;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The flags of a command that drives a server: who comes, how often, and what they do. */
abstract class LoadFlags {
  /** The workloads to choose from. */
  enum Workload {
    AUCTION_BROWSING(Mix.BROWSING, 1000, 1000, 7),
    AUCTION_BIDDING(Mix.BIDDING, 1000, 1000, 7),
    BOOKSTORE_BROWSING(Mix.BOOKSTORE_BROWSING, 2880, 1000, 7),
    BOOKSTORE_SHOPPING(Mix.BOOKSTORE_SHOPPING, 2880, 1000, 7),
    BOOKSTORE_ORDERING(Mix.BOOKSTORE_ORDERING, 2880, 1000, 7),
    BOOKSTORE_PROFILING(Mix.BOOKSTORE_PROFILING, 2880, 100, 10),
    BOOKSTORE_LOAD_1(Mix.BOOKSTORE_LOAD_1, 2880, 100, 10),
    BOOKSTORE_LOAD_2(Mix.BOOKSTORE_LOAD_2, 2880, 100, 10),
    SUPPLIER(Mix.SUPPLIER, 1000, 1000, 7),
    SUPPLIER_XML(Mix.SUPPLIER_XML, 1000, 1000, 7),
    PLAIN(null, 0, 0, 7);

    private final Mix mix;
    private final int users;
    private final int items;
    private final int thinkSeconds;

    Workload(Mix mix, int users, int items, int thinkSeconds) {
      this.mix = mix;
      this.users = users;
      this.items = items;
      this.thinkSeconds = thinkSeconds;
    }

    /** Returns the mix of a shop; null for {@link #PLAIN}. */
    Mix mix() {
      return mix;
    }
  }

  @Option(
      names = "--target",
      required = true,
      description = "https://host:port of the server, or http.")
  private URI target;

  @Option(
      names = "--workload",
      defaultValue = "auction_browsing",
      description = "One of ${COMPLETION-CANDIDATES}. Default: AUCTION_BROWSING.")
  private Workload workload;

  @Mixin private PlainFlags plain;

  @Option(
      names = "--end-reading",
      description =
          "Reading of the table's end-of-session row: original, literal or fitted. Default: literal.")
  private EndReading endReading;

  @Option(
      names = "--mean-requests",
      description = "Mean length of a session, with --end-reading fitted. Default: 45.")
  private Double meanRequests;

  @Option(names = "--rate", description = "Sessions per second that arrive. Default: 10.")
  private Double rate;

  @Option(
      names = "--arrivals",
      description = "poisson, uniform, constant or bursty. Default: poisson.")
  private ArrivalKind arrivals;

  @Option(
      names = "--burst-factor",
      description = "Bursty: rate of a burst against the mean, 1.01 to 2. Default: 1.8.")
  private Double burstFactor;

  @Option(
      names = "--dispersion",
      description =
          "Bursty: variance of the counts of arrivals over their mean, in long windows, 1.01 to"
              + " 100000; poisson has 1. Default: 20.")
  private Double dispersion;

  @Option(
      names = "--clients",
      description = "A closed population of so many clients, instead of --rate.")
  private Integer clients;

  @Option(
      names = "--for",
      defaultValue = "30s",
      converter = DurationConverter.class,
      description = "Length of the measurement. Default: 30s.")
  private Duration duration;

  @Option(
      names = "--warmup",
      defaultValue = "5s",
      converter = DurationConverter.class,
      description = "Load before the measured time that does not count. Default: 5s.")
  private Duration warmup;

  @Option(names = "--seed", defaultValue = "1", description = "Seed of everything drawn.")
  private long seed;

  @Option(
      names = "--think",
      converter = DurationConverter.class,
      description =
          "Mean think time, exponential. Default: 7s; with bookstore_profiling and the loads 10s.")
  private Duration think;

  @Option(
      names = "--patience",
      defaultValue = "10s",
      converter = PatienceConverter.class,
      description =
          "How long a client waits before it drops the connection; none: for ever. Default: 10s.")
  private Duration patience;

  @Option(
      names = "--on-failure",
      defaultValue = "give_up",
      description = "give_up, retry_same_session or come_back_as_new. Default: give_up.")
  private OnFailure onFailure;

  @Option(names = "--max-retries", description = "Most retries after a failure. Default: 3.")
  private Integer maxRetries;

  @Option(
      names = "--retry-delay",
      defaultValue = "1s",
      converter = DurationConverter.class,
      description = "Pause before a retry. Default: 1s.")
  private Duration retryDelay;

  @Option(
      names = "--retry-spread",
      defaultValue = "0",
      description =
          "Largest deviation of a pause from --retry-delay, as a part of it, 0 to 1. Default: 0.")
  private double retrySpread;

  @Mixin private TlsFlags tls;

  @Option(
      names = "--http",
      defaultValue = "1.1",
      converter = HttpVersionConverter.class,
      description =
          "1.1 or 2; with 2 a session has one connection, and a server without it fails."
              + " Default: 1.1.")
  private HttpVersion http;

  @Option(names = "--new-connection-per-request", description = "No keep-alive.")
  private boolean newConnectionPerRequest;

  @Option(names = "--burst", description = "Pipelined requests of a burst. Default: 1.")
  private Integer burst;

  @Option(
      names = "--image-connections",
      description =
          "Parallel connections for embedded images and assets, with --http 2 streams. Default: 0;"
              + " with --assets and --embedded 6, with --http 2 100.")
  private Integer imageConnections;

  @Option(
      names = "--cached-share",
      defaultValue = "0",
      description =
          "Part of the sessions whose customers have images and assets in their cache. Default: 0.")
  private double cachedShare;

  @Option(
      names = "--part",
      converter = LoadPart.Converter.class,
      description =
          "Run one part of the load, such as 1/3, with the same --seed and --rate on each of three"
              + " machines.")
  private LoadPart part;

  @Option(
      names = "--users",
      description =
          "Registered users of the shop, at most as many as it has. Default: 1000; of the bookstore"
              + " 2880.")
  private Integer users;

  @Option(
      names = "--items",
      description =
          "Auctions of the shop, past and open, or books, at most as many. Default: 1000; with"
              + " bookstore_profiling and the loads 100.")
  private Integer items;

  @Option(
      names = "--source",
      defaultValue = "",
      description =
          "Loopback networks whose addresses are used in turn as source, as"
              + " 127.1.1.0/24,127.1.2.0/24. Default: the kernel's choice.")
  private String source;

  @Spec private CommandSpec spec;

  CommandSpec spec() {
    return spec;
  }

  URI target() {
    return target;
  }

  /** Returns the load that the flags describe. */
  LoadOptions options() throws IOException {
    LoadOptionsBuilder builder =
        LoadOptions.builder(target)
            .seed(seed)
            .thinkMean(think == null ? Duration.ofSeconds(workload.thinkSeconds) : think)
            .patience(patience)
            .onFailure(onFailure)
            .retryDelay(retryDelay)
            .retrySpread(retrySpread)
            .httpVersion(http)
            .cachedShare(cachedShare)
            .newConnectionPerRequest(newConnectionPerRequest)
            .sourceNetworks(source)
            .warmup(warmup)
            .duration(duration);
    tls.addTo(builder, LoadOptions.secure(target));
    addCustomers(builder);
    addArrivals(builder);
    addRarer(builder);
    return builder.build();
  }

  private void addArrivals(LoadOptionsBuilder builder) {
    boolean bursts = burstFactor != null || dispersion != null;
    if (bursts && arrivals != ArrivalKind.BURSTY) {
      throw new ParameterException(
          spec.commandLine(), "--burst-factor and --dispersion are for --arrivals bursty.");
    }
    if (clients == null) {
      builder.arrivals(arrivals == null ? ArrivalKind.POISSON : arrivals, rate == null ? 10 : rate);
    } else if (rate != null || arrivals != null) {
      throw new ParameterException(
          spec.commandLine(),
          "--clients is a closed population: each of them begins its next visit when the last one"
              + " has ended. Leave out --rate and --arrivals, or --clients.");
    } else {
      builder.closedPopulation(clients);
    }
    if (bursts) {
      builder.bursts(burstFactor == null ? 1.8 : burstFactor, dispersion == null ? 20 : dispersion);
    }
  }

  private void addCustomers(LoadOptionsBuilder builder) {
    if (workload == Workload.PLAIN) {
      if (endReading != null || meanRequests != null || users != null || items != null) {
        throw new ParameterException(
            spec.commandLine(),
            "--end-reading, --mean-requests, --users and --items are for the shops;"
                + " with --workload plain give --requests and --page.");
      }
      builder.plain(plain.workload());
      return;
    }
    if (plain.given()) {
      throw new ParameterException(
          spec.commandLine(),
          "--requests, --fixed-length, --page, --assets, --assets-per-page and --embedded are for"
              + " --workload plain; "
              + workload
              + " brings its own pages.");
    }
    builder
        .mix(workload.mix)
        .endReading(endReading == null ? EndReading.LITERAL : endReading)
        .users(users == null ? workload.users : users)
        .items(items == null ? workload.items : items);
    if (meanRequests != null) {
      builder.meanRequests(meanRequests);
    }
  }

  private void addRarer(LoadOptionsBuilder builder) {
    if (maxRetries != null) {
      builder.maxRetries(maxRetries);
    }
    if (burst != null) {
      builder.burstRequests(burst);
    }
    if (imageConnections != null) {
      builder.imageConnections(imageConnections);
    } else if (plain.fetchesAssets()) {
      builder.imageConnections(http.browserFetches());
    }
    if (part != null) {
      builder.part(part.part(), part.parts());
    }
  }
}
