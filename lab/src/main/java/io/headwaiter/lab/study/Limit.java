package io.headwaiter.lab.study;

import io.headwaiter.lab.model.Claim;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.Disturbance;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.LoadSpec;
import io.headwaiter.lab.model.Metric;
import io.headwaiter.lab.model.Quantity;
import io.headwaiter.lab.model.Rounds;
import io.headwaiter.lab.model.ServerSpec;
import io.headwaiter.lab.model.Timing;
import io.headwaiter.lab.model.Values;
import io.headwaiter.load.LoadOptionsBuilder;
import io.headwaiter.load.TlsVersions;
import io.headwaiter.load.workload.PageFiles;
import io.headwaiter.load.workload.PlainWorkload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * How close connections come to what the machine can do: Headwaiter with its gate open beside nginx
 * that answers by itself, proxies that end TLS in front of Tomcat, stock Tomcat, and the signature
 * alone. One light page, TLS 1.3.
 *
 * <p>CPU time is compared, because nginx can serve more connections than the load generator makes.
 */
public final class Limit {
  /** Name of the experiment. */
  public static final String NAME = "limit";

  /** Name of the second experiment: a server that was just started. */
  public static final String START = "limit-start";

  static final String STATIC = "nginx";
  static final String BORINGSSL = "headwaiter boringssl";
  static final String P256 = " P-256";
  private static final String SIGNATURE = "signature";
  static final String FULL = "full";
  static final String RESUMED = "resumed";
  static final String KEPT = "kept alive";
  private static final String HALF = "half the peak";
  private static final String FIRST_SECONDS = "first seconds";
  private static final int CLIENTS = 32;
  static final int MANY_PAGES = 200;
  private static final double OF_PEAK_AT_START = 0.3;
  private static final Metric CPU = Values.CPU_MILLIS_PER_PAGE;

  private Limit() {}

  /** Returns the experiments. */
  public static List<Experiment> experiments(boolean quick, Customers customers) {
    return List.of(
        warm(quick, customers), cold(quick, customers), Budget.experiment(quick, customers));
  }

  private static Experiment warm(boolean quick, Customers all) {
    Customers customers = SmallShop.customers(all);
    LoadSpec full = LoadSpec.of(FULL, atPeak(customers, 1).build());
    List<LoadSpec> loads =
        List.of(
            full,
            LoadSpec.of(
                    RESUMED, atPeak(customers, MANY_PAGES).newConnectionPerRequest(true).build())
                .on(servers(false)),
            LoadSpec.of(KEPT, atPeak(customers, MANY_PAGES).build()).on(servers(false)),
            LoadSpec.shareOf(HALF, 0.5, full, visits(customers, 1).build()).on(servers(true)));
    return new Experiment(
        NAME,
        "How close does a connection come to what the machine can do?",
        all(),
        loads,
        SmallShop.spec(all),
        quick
            ? Timing.ofMillis(700, 1500, 300, 1500, 1, 1)
            : Timing.ofMillis(1500, 5000, 1000, 2000, 4, 6),
        quick ? new Rounds(2, 2) : new Rounds(5, 10),
        customers.seed(),
        List.of(
            Values.REPLIES_PER_SECOND,
            CPU,
            Values.CORES,
            Values.P99_MILLIS,
            Values.LOST,
            Values.GENERATOR),
        claims());
  }

  private static List<ServerSpec> all() {
    List<ServerSpec> servers = new ArrayList<>();
    for (ServerSpec one :
        List.of(ServerSpec.staticPage().named(STATIC), ServerSpec.stock(), ours())) {
      servers.add(one);
      servers.add(one.named(one.name() + P256).withKey("P-256"));
    }
    servers.add(open().named("headwaiter jsse").with("--tls", "jsse"));
    servers.add(ServerSpec.stock().behind("haproxy"));
    servers.add(ServerSpec.stock().behind("nginx").named("nginx before tomcat"));
    servers.add(ServerSpec.signature());
    return servers;
  }

  /** Names of the servers; with other keys, or only those of RSA-2048. */
  private static String[] servers(boolean otherKeys) {
    return all().stream()
        .map(ServerSpec::name)
        .filter(name -> !name.equals(SIGNATURE) && (otherKeys || !name.endsWith(P256)))
        .toArray(String[]::new);
  }

  static ServerSpec ours() {
    return open().named(BORINGSSL).with("--tls", "boringssl");
  }

  private static ServerSpec open() {
    return ServerSpec.headwaiter().with("--admission", "off");
  }

  /** Some clients, of which each comes again 10 ms after its last visit. */
  static LoadOptionsBuilder atPeak(Customers customers, int pages) {
    return visits(customers, pages)
        .closedPopulation(CLIENTS)
        .retryDelay(Duration.ofMillis(100))
        .thinkMean(Duration.ofMillis(10));
  }

  /** Visits of some pages, whose first connection has a full handshake. */
  private static LoadOptionsBuilder visits(Customers customers, int pages) {
    PlainWorkload light =
        new PlainWorkload(pages, /* fixedLength= */ true, List.of("/Home"), PageFiles.NONE);
    return Visits.browsing(customers).toBuilder()
        .plain(light)
        .tlsVersions(TlsVersions.TLS_1_3)
        .resumeShare(pages == 1 ? 0 : 1)
        .thinkScale(1)
        .patience(Duration.ofSeconds(10));
  }

  private static List<Claim> claims() {
    return List.of(
        Claim.atLeast(
            "full-of-nginx",
            "A connection with a full handshake (RSA-2048) takes 1.25 times nginx's CPU time at most",
            cpu(STATIC, FULL).dividedBy(cpu(BORINGSSL, FULL)),
            "of nginx's connections",
            0.8),
        Claim.atMost(
            "full-of-signature",
            "A connection with a full handshake takes 1.5 times the CPU time of its RSA-2048"
                + " signature at most",
            cpu(BORINGSSL, FULL).dividedBy(cpu(SIGNATURE, FULL)),
            "signatures",
            1.5),
        Claim.atLeast(
            "p256-of-nginx",
            "With P-256 it makes at least 0.65 of nginx's connections in the same CPU time",
            cpu(STATIC + P256, FULL).dividedBy(cpu(BORINGSSL + P256, FULL)),
            "of nginx's connections",
            0.65),
        Claim.atLeast(
            "resumed-of-nginx",
            "It makes at least 0.65 of nginx's resumed connections in the same CPU time",
            cpu(STATIC, RESUMED).dividedBy(cpu(BORINGSSL, RESUMED)),
            "of nginx's connections",
            0.65),
        Claim.atMost(
            "kept-of-stock",
            "On a kept connection a light page takes 1.02 times stock Tomcat's CPU time at most",
            cpu(BORINGSSL, KEPT).dividedBy(cpu(ServerSpec.STOCK, KEPT)),
            "of stock's CPU time",
            1.02),
        p99AtHalf());
  }

  private static Claim p99AtHalf() {
    return Claim.atMost(
        "p99-at-half",
        "At half its peak the p99 is at most 1.5 times nginx's plus 2 ms",
        Quantity.combined(
            of -> of[0] / allowedMillis(of[1]),
            Quantity.of(Values.P99_MILLIS, BORINGSSL, HALF),
            Quantity.of(Values.P99_MILLIS, STATIC, HALF)),
        "of what is allowed",
        1);
  }

  /** What p99 is allowed beside nginx's: {@code 1.5 * p + 2} ms; 8 ms beside 4 ms. */
  static double allowedMillis(double nginxMillis) {
    return 1.5 * nginxMillis + 2;
  }

  private static Quantity cpu(String server, String load) {
    return Quantity.of(CPU, server, load);
  }

  private static Experiment cold(boolean quick, Customers all) {
    Customers customers = SmallShop.customers(all);
    LoadSpec full = LoadSpec.of(FULL, atPeak(customers, 1).build());
    return new Experiment(
        START,
        "How long do the first visits of a server take?",
        List.of(ours()),
        List.of(
            full,
            LoadSpec.shareOf(FIRST_SECONDS, OF_PEAK_AT_START, full, visits(customers, 1).build())
                .meanwhile(Disturbance.COLD)),
        SmallShop.spec(all),
        quick
            ? Timing.ofMillis(0, 5000, 300, 1500, 1, 1)
            : Timing.ofMillis(0, 10_000, 1000, 2000, 4, 6),
        quick ? new Rounds(2, 2) : new Rounds(5, 10),
        customers.seed(),
        List.of(Values.REPLIES_PER_SECOND, Values.P99_MILLIS, Values.LOST, Values.GENERATOR),
        List.of(
            Claim.atMost(
                "p99-after-start",
                "In the first ten seconds after READY, at 0.3 of the peak, the p99 is at most 100 ms",
                Quantity.of(Values.P99_MILLIS, BORINGSSL, FIRST_SECONDS),
                "ms",
                100)));
  }
}
