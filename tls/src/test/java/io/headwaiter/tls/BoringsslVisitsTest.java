package io.headwaiter.tls;

import static io.headwaiter.tls.VerifierContract.TLS12;
import static io.headwaiter.tls.VerifierContract.TLS13;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The visits to which BoringSSL's connections and tickets belong, by real handshakes with JSSE. */
class BoringsslVisitsTest {
  private static final int CHAIN = 6;

  @TempDir static Path folder;

  private final TestKeys keys = new TestKeys();
  private final TicketRealm realm = keys.realm("shop");
  private BoringsslContext context;

  /**
   * The outcome of a connection.
   *
   * @param visit as the engine names it
   * @param told what the ticket stated before the handshake; null if the client had none
   */
  private record Connection(long visit, boolean resumed, KnownSession told) {}

  @BeforeEach
  void open() throws Exception {
    context = open(realm);
  }

  @AfterEach
  void close() {
    context.close();
  }

  @ParameterizedTest
  @CsvSource({
    "TLSv1.2, TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256",
    "TLSv1.2, TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384",
    "TLSv1.3, TLS_AES_128_GCM_SHA256",
    "TLSv1.3, TLS_AES_256_GCM_SHA384",
    "TLSv1.3, TLS_CHACHA20_POLY1305_SHA256"
  })
  void everyResumptionKeepsTheVisitName(String protocol, String suite) throws Exception {
    SSLContext client = Handshakes.client();
    Connection first = connect(client, protocol, context, suite);
    assertThat(first.resumed()).isFalse();
    assertThat(first.visit()).isNotEqualTo(KnownSession.UNKNOWN);
    for (int i = 0; i < CHAIN; i++) {
      Connection next = connect(client, protocol, context, suite);
      assertThat(next.resumed()).isTrue();
      assertThat(next.visit()).isEqualTo(first.visit());
      assertThat(next.told().visit()).isEqualTo(first.visit());
      assertThat(next.told().courtesy()).isFalse();
    }
  }

  /** They were one visit when a visit was named by the second in which it began. */
  @ParameterizedTest
  @ValueSource(strings = {TLS12, TLS13})
  void visitsOfOneSecondHaveDifferentNames(String protocol) throws Exception {
    Set<Long> visits = new HashSet<>();
    for (int i = 0; i < 20; i++) {
      visits.add(connect(Handshakes.client(), protocol).visit());
    }
    assertThat(visits).hasSize(20).doesNotContain(KnownSession.UNKNOWN);
  }

  /** The ticket holds another secret than the connection: only the table leads to its visit. */
  @ParameterizedTest
  @ValueSource(strings = {"TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384"})
  void secretsInTicketsLeadToTheirVisit(String suite) throws Exception {
    SSLContext client = Handshakes.client();
    for (int round = 0; round < 3; round++) {
      Connection connection = connect(client, TLS13, context, suite);
      List<byte[]> tickets = tickets(client, suite);
      // Java 17 keeps one of them, Java 25 both.
      assertThat(tickets).hasSizeBetween(1, VisitNames.TICKETS_PER_HANDSHAKE);
      for (byte[] ticket : tickets) {
        byte[] secret = secretIn(ticket);
        assertThat(realm.names().nameOf(secret)).isNotEqualTo(connection.visit());
        assertThat(realm.names().visitOf(secret)).isEqualTo(connection.visit());
      }
      client = Handshakes.client();
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {TLS12, TLS13})
  void visitIsKnownWhenHandshakeEnds(String protocol) throws Exception {
    SSLContext client = Handshakes.client();
    long visit = connect(client, protocol).visit();
    BoringsslEngine engine = context.newEngine();
    SSLEngine other = client(client, protocol, null);
    Handshakes.run(
        other,
        engine,
        hello -> assertThat(engine.visit()).as("no handshake yet").isEqualTo(KnownSession.UNKNOWN));
    assertThat(engine.visit()).isEqualTo(visit);
    engine.release();
    assertThat(engine.visit()).as("after the release").isEqualTo(visit);
  }

  @ParameterizedTest
  @ValueSource(strings = {TLS12, TLS13})
  void concurrentConnectionsKeepTheirVisit(String protocol) throws Exception {
    int clients = 4;
    ExecutorService threads = Executors.newFixedThreadPool(clients);
    try {
      List<Future<Set<Long>>> all = new ArrayList<>();
      for (int i = 0; i < clients; i++) {
        SSLContext client = Handshakes.client();
        Callable<Set<Long>> visits = () -> visits(client, protocol);
        all.add(threads.submit(visits));
      }
      Set<Long> names = new HashSet<>();
      for (Future<Set<Long>> one : all) {
        assertThat(one.get()).hasSize(1);
        names.addAll(one.get());
      }
      assertThat(names).hasSize(clients);
    } finally {
      threads.shutdownNow();
    }
  }

  /**
   * Returns the visits of one client in 25 connections, each of which resumes with one of two
   * tickets.
   */
  private Set<Long> visits(SSLContext client, String protocol) throws Exception {
    Set<Long> visits = new HashSet<>();
    for (int i = 0; i < 25; i++) {
      Connection connection = connect(client, protocol);
      assertThat(connection.resumed()).isEqualTo(i > 0);
      visits.add(connection.visit());
    }
    return visits;
  }

  @ParameterizedTest
  @ValueSource(strings = {TLS12, TLS13})
  void visitNameSurvivesRotationAndReload(String protocol) throws Exception {
    SSLContext client = Handshakes.client();
    long visit = connect(client, protocol).visit();
    keys.rotate();
    assertThat(connect(client, protocol).visit()).isEqualTo(visit);
    try (BoringsslContext reloaded = open(realm)) {
      Connection after = connect(client, protocol, reloaded, null);
      assertThat(after.resumed()).isTrue();
      assertThat(after.visit()).isEqualTo(visit);
    }
  }

  /** The client comes back for a second courtesy page, and is then admitted. */
  @ParameterizedTest
  @ValueSource(strings = {TLS12, TLS13})
  void courtesyTicketsAndLaterTicketsShareVisit(String protocol) throws Exception {
    Set<Long> names = new HashSet<>();
    for (int holder = 0; holder < 3; holder++) {
      SSLContext client = Handshakes.client();
      long visit = connect(client, protocol, context.courtesy(), null).visit();
      for (int i = 0; i < 3; i++) {
        Connection page = connect(client, protocol, context.courtesy(), null);
        assertThat(page.resumed()).isTrue();
        assertThat(page.told().courtesy()).isTrue();
        assertThat(List.of(page.visit(), page.told().visit())).containsOnly(visit);
      }
      for (int i = 0; i < 8; i++) {
        Connection inside = connect(client, protocol);
        assertThat(List.of(inside.visit(), inside.told().visit())).containsOnly(visit);
      }
      names.add(visit);
    }
    assertThat(names).hasSize(3);
  }

  /** The ticket is from another node, or from before a restart: same keys, other names. */
  @ParameterizedTest
  @ValueSource(strings = {TLS12, TLS13})
  void ticketOfAnotherNodeStartsItsOwnVisit(String protocol) throws Exception {
    Path file = folder.resolve("keys" + protocol);
    Files.writeString(file, "5e".repeat(32));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
    SSLContext client = Handshakes.client();
    try (BoringsslContext there = open(fromFile(file));
        BoringsslContext here = open(fromFile(file))) {
      long visitThere = connect(client, protocol, there, null).visit();
      Connection first = connect(client, protocol, here, null);
      assertThat(first.resumed()).isTrue();
      assertThat(first.visit()).isNotEqualTo(visitThere).isEqualTo(first.told().visit());
      for (int i = 0; i < CHAIN; i++) {
        Connection next = connect(client, protocol, here, null);
        // The client may present the second ticket from there, which is another visit in TLS 1.3.
        assertThat(next.visit()).isEqualTo(next.told().visit());
        assertThat(next.visit()).isNotEqualTo(visitThere);
      }
    }
  }

  @Test
  void forgottenTicketStartsItsOwnVisit() throws Exception {
    TicketRealm small =
        new TicketRealm(List.of(Tickets.key()), System::currentTimeMillis, new VisitNames(8));
    try (BoringsslContext narrow = open(small)) {
      SSLContext client = Handshakes.client();
      long visit = connect(client, TLS13, narrow, null).visit();
      for (int i = 0; i < 4; i++) {
        connect(Handshakes.client(), TLS13, narrow, null);
      }
      Connection later = connect(client, TLS13, narrow, null);
      assertThat(later.resumed()).isTrue();
      assertThat(later.visit()).isNotEqualTo(visit).isEqualTo(later.told().visit());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {TLS12, TLS13})
  void everyConnectionIsOneVisitWithoutTickets(String protocol) throws Exception {
    try (BoringsslContext none =
        BoringsslContext.of(TestSettings.of(folder, "EC", Optional.empty()))) {
      SSLContext client = Handshakes.client();
      Set<Long> visits = new HashSet<>();
      for (int i = 0; i < 3; i++) {
        BoringsslEngine engine = none.newEngine();
        Handshakes.run(client(client, protocol, null), engine, hello -> {});
        visits.add(engine.visit());
        engine.release();
      }
      assertThat(visits).hasSize(3).doesNotContain(KnownSession.UNKNOWN);
    }
  }

  private static TicketRealm fromFile(Path file) throws Exception {
    return TicketKeys.fromFile(file, TestKeys.ROTATION_SECONDS, System::currentTimeMillis)
        .realm("shop");
  }

  private static BoringsslContext open(TicketRealm realm) throws Exception {
    return BoringsslContext.of(TestSettings.of(folder, "EC", Optional.of(realm)));
  }

  private Connection connect(SSLContext client, String protocol) throws SSLException {
    return connect(client, protocol, context, null);
  }

  /**
   * Makes one connection.
   *
   * @param suite the only one that the client offers; null for those of JSSE
   */
  private static Connection connect(
      SSLContext client, String protocol, BoringsslContext server, String suite)
      throws SSLException {
    TicketSessionVerifier verifier = new TicketSessionVerifier(host -> server.ticketHost());
    KnownSession[] told = new KnownSession[1];
    BoringsslEngine engine = server.newEngine();
    try {
      Handshakes.run(
          client(client, protocol, suite),
          engine,
          hello ->
              told[0] =
                  verifier
                      .find(VerifierContract.claim(hello, protocol), Handshakes.HOST)
                      .orElse(null));
      return new Connection(engine.visit(), engine.isResumed(), told[0]);
    } finally {
      engine.release();
    }
  }

  private static SSLEngine client(SSLContext context, String protocol, String suite) {
    SSLEngine engine = Handshakes.clientEngine(context, protocol);
    if (suite != null) {
      engine.setEnabledCipherSuites(new String[] {suite});
    }
    return engine;
  }

  /** Returns all tickets of this client, which presents each of them once. */
  private static List<byte[]> tickets(SSLContext client, String suite) throws SSLException {
    List<byte[]> tickets = new ArrayList<>();
    Set<ByteBuffer> seen = new HashSet<>();
    for (int i = 0; i < VisitNames.TICKETS_PER_HANDSHAKE + 1; i++) {
      ByteBuffer hello = ByteBuffer.allocate(64 * 1024);
      client(client, TLS13, suite).wrap(ByteBuffer.allocate(0), hello);
      byte[] bytes = new byte[hello.flip().remaining()];
      hello.get(bytes);
      for (byte[] ticket : VerifierContract.claim(bytes, TLS13).tokens()) {
        if (seen.add(ByteBuffer.wrap(ticket))) {
          tickets.add(ticket);
        }
      }
    }
    return tickets;
  }

  private byte[] secretIn(byte[] ticket) {
    List<TicketKey> all = new ArrayList<>();
    Consumer<List<TicketKey>> user = all::addAll;
    realm.attach(user);
    realm.detach(user);
    TicketKey key = TicketVerifier.keyOf(ticket, all).orElseThrow();
    return TicketContents.of(key, ticket).orElseThrow().secret();
  }
}
