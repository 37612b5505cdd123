package io.headwaiter.lab.study;

import io.headwaiter.lab.model.Claim;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.LoadSpec;
import io.headwaiter.lab.model.Metric;
import io.headwaiter.lab.model.Quantity;
import io.headwaiter.lab.model.Rounds;
import io.headwaiter.lab.model.ServerSpec;
import io.headwaiter.lab.model.ShopSpec;
import io.headwaiter.lab.model.Timing;
import io.headwaiter.lab.model.Values;
import io.headwaiter.load.LoadOptions;
import io.headwaiter.load.LoadOptionsBuilder;
import io.headwaiter.load.TlsVersions;
import io.headwaiter.load.workload.PageFiles;
import io.headwaiter.load.workload.PlainWorkload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The CPU time of full and resumed handshakes, by engine, version, key and group. A connection is a
 * handshake, one light page and a close; the same without TLS is subtracted:
 *
 * <pre>
 *   F = CPU / full                        of visits of one connection
 *   R = (CPU - full * F) / resumed        of visits of twenty connections, the first of them full
 *   P = CPU / pages                       without TLS
 *   ratio = (F - P) / (R - P)
 * </pre>
 */
public final class HandshakeCost {
  /** Name of the experiment. */
  public static final String NAME = "handshake-cost";

  private static final String JSSE = "JSSE";
  private static final String BORINGSSL = "BoringSSL";
  private static final String PLAIN = "without TLS";
  private static final String FULL = "full";
  private static final String RESUMED = "resumed";
  private static final String TLS_1_2 = ", TLS 1.2";
  private static final String ON_P256 = ", P-256";
  private static final String HYBRID_GROUP = ", X25519MLKEM768";
  private static final int CONNECTIONS = 20;
  private static final double CONNECTIONS_PER_SECOND = 100;
  private static final List<String> OTHER_KEYS = List.of("RSA-3072", "RSA-4096", "P-256");

  static final Metric CPU = Metric.lower("cpuSeconds", "CPU s", o -> o.value(Values.CPU_SECONDS));
  static final Metric FULL_HANDSHAKES =
      Metric.higher("full", "full", o -> o.value(Values.FULL_HANDSHAKES));
  static final Metric RESUMED_HANDSHAKES =
      Metric.higher("resumed", "resumed", o -> o.value(Values.RESUMED_HANDSHAKES));
  private static final Metric PER_PAGE = Values.CPU_MILLIS_PER_PAGE;
  private static final double MILLIS = 1000;

  private HandshakeCost() {}

  /** Returns the experiment. */
  public static Experiment experiment(boolean quick, Customers all) {
    Customers customers = all.withPageWorkKib(0);
    return new Experiment(
        NAME,
        "What does a handshake cost?",
        servers(),
        loads(customers),
        ShopSpec.of(customers),
        timing(quick),
        quick ? new Rounds(2, 2) : new Rounds(8, 12),
        customers.seed(),
        List.of(PER_PAGE, FULL_HANDSHAKES, RESUMED_HANDSHAKES, CPU, Values.GENERATOR),
        claims());
  }

  private static List<ServerSpec> servers() {
    ServerSpec boringssl =
        ServerSpec.headwaiter()
            .named(BORINGSSL)
            .with("--admission", "off", "--tls", "boringssl", "--max-threads", "10");
    List<ServerSpec> servers = new ArrayList<>();
    for (ServerSpec engine : List.of(ServerSpec.stock().named(JSSE), boringssl)) {
      servers.add(engine);
      OTHER_KEYS.forEach(key -> servers.add(engine.named(engine.name() + " " + key).withKey(key)));
    }
    servers.add(ServerSpec.stock().named(PLAIN).with("--plain-http"));
    return servers;
  }

  private static List<LoadSpec> loads(Customers customers) {
    String[] secure =
        servers().stream()
            .map(ServerSpec::name)
            .filter(n -> !n.equals(PLAIN))
            .toArray(String[]::new);
    List<LoadSpec> loads = new ArrayList<>();
    loads.add(load(FULL, full(customers)).on(secure));
    loads.add(load(RESUMED, resumed(customers)).on(withPlain(secure)));
    for (String other : List.of(TLS_1_2, ON_P256)) {
      loads.add(load(FULL + other, with(other, full(customers))).on(JSSE, BORINGSSL));
      loads.add(load(RESUMED + other, with(other, resumed(customers))).on(JSSE, BORINGSSL));
    }
    loads.add(load(FULL + HYBRID_GROUP, with(HYBRID_GROUP, full(customers))).on(BORINGSSL));
    loads.add(load(RESUMED + HYBRID_GROUP, with(HYBRID_GROUP, resumed(customers))).on(BORINGSSL));
    return loads;
  }

  private static String[] withPlain(String[] secure) {
    return Stream.concat(Stream.of(secure), Stream.of(PLAIN)).toArray(String[]::new);
  }

  private static LoadSpec load(String name, LoadOptionsBuilder visits) {
    return LoadSpec.of(name, visits.build());
  }

  private static LoadOptionsBuilder with(String what, LoadOptionsBuilder visits) {
    return switch (what) {
      case TLS_1_2 -> visits.tlsVersions(TlsVersions.TLS_1_2);
      case ON_P256 -> visits.group("P-256");
      default -> visits.group("X25519MLKEM768");
    };
  }

  private static LoadOptionsBuilder full(Customers customers) {
    return visits(customers, 1).resumeShare(0).ratePerSecond(CONNECTIONS_PER_SECOND);
  }

  private static LoadOptionsBuilder resumed(Customers customers) {
    return visits(customers, CONNECTIONS)
        .resumeShare(1)
        .ratePerSecond(CONNECTIONS_PER_SECOND / CONNECTIONS);
  }

  private static LoadOptionsBuilder visits(Customers customers, int connections) {
    LoadOptions browsing = Visits.browsing(customers);
    PlainWorkload page =
        new PlainWorkload(connections, /* fixedLength= */ true, List.of("/Home"), PageFiles.NONE);
    return browsing.toBuilder()
        .plain(page)
        .tlsVersions(TlsVersions.TLS_1_3)
        .newConnectionPerRequest(true)
        .thinkMean(Duration.ofMillis(50))
        .thinkScale(1)
        .patience(Duration.ofSeconds(10));
  }

  private static List<Claim> claims() {
    List<Claim> claims = new ArrayList<>();
    for (String engine : List.of(JSSE, BORINGSSL)) {
      String id = engine.toLowerCase(Locale.ROOT);
      claims.add(ratio(id + "-full-of-resumed", engine + ", RSA-2048", engine, ""));
      claims.add(ratio(id + "-full-of-resumed-tls12", engine + TLS_1_2, engine, TLS_1_2));
      claims.add(
          ratio(id + "-full-of-resumed-p256", engine + ", P-256 key", engine + " P-256", ""));
      claims.add(
          Claim.atLeast(
              id + "-rsa-4096-of-2048",
              "%s: a full handshake with RSA-4096 costs more than one with RSA-2048"
                  .formatted(engine),
              handshake(engine + " RSA-4096", "", 0).dividedBy(handshake(engine, "", 0)),
              "times",
              1));
    }
    return claims;
  }

  private static Claim ratio(String id, String what, String server, String other) {
    return Claim.atLeast(
        id,
        what + ": a full handshake costs more than a resumed one",
        handshake(server, other, 0).dividedBy(handshake(server, other, 1)),
        "times",
        1);
  }

  /** CPU milliseconds of a handshake: 0 for a full one, 1 for a resumed one. */
  private static Quantity handshake(String server, String other, int kind) {
    return Quantity.combined(
        of -> {
          double full = of[0] / of[1];
          double again = (of[2] - of[3] * full) / of[4];
          return MILLIS * (kind == 0 ? full : again) - of[5];
        },
        Quantity.of(CPU, server, FULL + other),
        Quantity.of(FULL_HANDSHAKES, server, FULL + other),
        Quantity.of(CPU, server, RESUMED + other),
        Quantity.of(FULL_HANDSHAKES, server, RESUMED + other),
        Quantity.of(RESUMED_HANDSHAKES, server, RESUMED + other),
        Quantity.of(PER_PAGE, PLAIN, RESUMED));
  }

  private static Timing timing(boolean quick) {
    return quick
        ? Timing.ofMillis(1200, 2000, 300, 1000, 1, 2)
        : Timing.ofMillis(1500, 5000, 700, 2000, 4, 6);
  }
}
