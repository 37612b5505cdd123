package io.headwaiter.lab.study;

import static io.headwaiter.lab.model.Values.REPLIES_PER_SECOND;

import io.headwaiter.lab.model.Claim;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.HelloSpec;
import io.headwaiter.lab.model.LoadSpec;
import io.headwaiter.lab.model.Quantity;
import io.headwaiter.lab.model.Rounds;
import io.headwaiter.lab.model.ServerSpec;
import io.headwaiter.lab.model.ShopSpec;
import io.headwaiter.lab.model.Timing;
import io.headwaiter.lab.model.Values;
import io.headwaiter.load.LoadOptions;
import io.headwaiter.load.LoadOptionsBuilder;
import io.headwaiter.load.TlsVersions;
import io.headwaiter.load.workload.Mix;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Garcia et al. 2007 again: what TLS costs a server in business-to-business traffic, by cipher
 * suite, key and the clients' use of connections, with light and with heavy transactions. Clients
 * do not think; the server is full. The database is embedded.
 */
public final class CipherSuites {
  /** Name of the experiment. */
  public static final String NAME = "cipher-suites";

  private static final String LIGHT = "light";
  private static final String HEAVY = "heavy";
  private static final String PLAIN = " without TLS";
  private static final String KEPT = "one connection a client";
  private static final String EACH = "one a request";
  private static final String NO_REUSE = "one a request, no reuse";
  private static final int CLIENTS = 16;
  private static final int SUPPLIER_SIZE = 1000;
  private static final List<String> OTHER_KEYS = List.of("RSA-3072", "RSA-4096", "P-256");
  private static final Map<String, String> SUITES = new LinkedHashMap<>();

  static {
    SUITES.put("AES-128", "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256");
    SUITES.put("AES-256", "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384");
    SUITES.put("ChaCha20", "TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256");
  }

  private CipherSuites() {}

  /** Returns the experiment. */
  public static Experiment experiment(boolean quick, Customers customers) {
    return new Experiment(
        NAME,
        "What does TLS cost in business-to-business traffic?",
        servers(),
        loads(),
        ShopSpec.of(customers.withPageWorkKib(0), "--app", "supplier"),
        timing(quick),
        quick ? new Rounds(2, 2) : new Rounds(5, 8),
        customers.seed(),
        List.of(
            REPLIES_PER_SECOND,
            Values.MEAN_MILLIS,
            Values.P99_MILLIS,
            Values.CPU_MILLIS_PER_PAGE,
            Values.RESUMED_SHARE_OF_HANDSHAKES,
            Values.CORES,
            Values.GENERATOR),
        claims());
  }

  private static List<ServerSpec> servers() {
    List<ServerSpec> servers = new ArrayList<>();
    for (String logic : List.of(LIGHT, HEAVY)) {
      ServerSpec secure = ServerSpec.stock().named(logic).with("--business-logic", logic);
      servers.add(secure);
      servers.add(secure.named(logic + PLAIN).with("--plain-http"));
    }
    for (String key : OTHER_KEYS) {
      servers.add(
          ServerSpec.stock().named(LIGHT + " " + key).with("--business-logic", LIGHT).withKey(key));
    }
    return servers;
  }

  private static List<LoadSpec> loads() {
    List<LoadSpec> loads = new ArrayList<>();
    loads.add(LoadSpec.of(KEPT, clients().build()));
    loads.add(LoadSpec.of(EACH, each().build()));
    loads.add(LoadSpec.of(NO_REUSE, each().resumeShare(0).build()));
    SUITES.forEach(
        (name, suite) -> {
          LoadOptions chosen = clients().tlsVersions(TlsVersions.TLS_1_2).suite(suite).build();
          loads.add(LoadSpec.of(ofSuite(name), chosen).on(LIGHT, HEAVY));
        });
    return loads;
  }

  private static String ofSuite(String name) {
    return KEPT + ", " + name;
  }

  private static LoadOptionsBuilder each() {
    return clients().newConnectionPerRequest(true);
  }

  private static LoadOptionsBuilder clients() {
    return LoadOptions.builder(HelloSpec.ANYWHERE)
        .mix(Mix.SUPPLIER)
        .users(SUPPLIER_SIZE)
        .items(SUPPLIER_SIZE)
        .closedPopulation(CLIENTS)
        .thinkMean(Duration.ZERO)
        .patience(Duration.ofSeconds(10))
        .retryDelay(Duration.ofMillis(100))
        .resumeShare(1);
  }

  private static List<Claim> claims() {
    List<Quantity.Series> suites =
        SUITES.keySet().stream().map(name -> new Quantity.Series(HEAVY, ofSuite(name))).toList();
    return List.of(
        Claim.atLeast(
            "heavy-of-plain",
            "With heavy transactions and one connection a client TLS keeps the throughput of plain"
                + " HTTP",
            replies(HEAVY, KEPT).dividedBy(replies(HEAVY + PLAIN, KEPT)),
            "of plain HTTP",
            0.8),
        Claim.eachAtLeast(
            "heavy-worst-suite",
            "With heavy transactions the slowest cipher suite has the throughput of the fastest other",
            suites.stream().map(one -> ofFastestOther(one, suites)).toList(),
            "of the fastest other",
            0.9),
        Claim.atLeast(
            "light-plain-of-tls",
            "With light transactions and a full handshake for each request plain HTTP has a multiple"
                + " of the throughput",
            replies(LIGHT + PLAIN, NO_REUSE).dividedBy(replies(LIGHT, NO_REUSE)),
            "times",
            1));
  }

  private static Quantity ofFastestOther(Quantity.Series one, List<Quantity.Series> suites) {
    return Quantity.ofBestOther(REPLIES_PER_SECOND, REPLIES_PER_SECOND, one, suites);
  }

  private static Quantity replies(String server, String load) {
    return Quantity.of(REPLIES_PER_SECOND, server, load);
  }

  private static Timing timing(boolean quick) {
    return quick
        ? Timing.ofMillis(700, 1500, 300, 1000, 1, 2)
        : Timing.ofMillis(1500, 5000, 1000, 1500, 4, 4);
  }
}
