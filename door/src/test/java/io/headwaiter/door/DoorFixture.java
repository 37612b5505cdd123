package io.headwaiter.door;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.admission.AdmissionPolicy;
import io.headwaiter.core.admission.CourtesyBudget;
import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.GateCounters;
import io.headwaiter.core.admission.RefusalReason;
import io.headwaiter.core.admission.SessionLookup;
import io.headwaiter.core.admission.SessionLookup.Standing;
import io.headwaiter.core.hello.HelloLimits;
import io.headwaiter.core.hello.ResumptionClaim;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.awaitility.Awaitility;

/** A door over loopback sockets, with a container that only records what it gets. */
final class DoorFixture implements AutoCloseable {
  /** What the container got with a connection. */
  @SuppressWarnings("ArrayRecordComponent")
  record Admitted(SocketChannel channel, byte[] received, AdmittedConnection admittedConnection) {
    Entry entry() {
      return admittedConnection.entry();
    }
  }

  static final int GUARD_MILLIS = 20_000;
  private static final double HARDLY_EVER = 1e-9;

  static final long LONG_DEADLINE_NANOS = 60_000_000_000L;

  /** A policy without budget: new visits are refused, and claims are looked up. */
  static final AdmissionPolicy SHUT =
      AdmissionPolicy.builder(1).grantNanos(0).verifyBelowNanos(Long.MAX_VALUE).build();

  final BlockingQueue<Admitted> admitted = new LinkedBlockingQueue<>();
  final BlockingQueue<Admitted> pages = new LinkedBlockingQueue<>();
  final AtomicInteger discarded = new AtomicInteger();
  // Admitted, and lost by a failure before the container had them; counted as refused, too.
  final AtomicInteger lost = new AtomicInteger();
  private final AtomicInteger pagesGiven = new AtomicInteger();
  private final AtomicInteger admittedConnections = new AtomicInteger();
  final AdmissionGate gate;
  final Door door;
  volatile Consumer<SocketChannel> onAdmit = channel -> {};
  volatile Consumer<SocketChannel> onDiscard = channel -> {};
  final AtomicInteger vacancies = new AtomicInteger(Integer.MAX_VALUE);
  volatile int placesKept;
  volatile boolean proven = true;
  private final ServerSocketChannel listener;
  private final List<AutoCloseable> toClose = new ArrayList<>();

  DoorFixture(DoorSettings settings, AdmissionPolicy policy, SessionVerifier verifier)
      throws IOException {
    this(
        settings,
        WaitingSettings.NONE,
        SessionUseLimits.NONE,
        BypassSettings.NONE,
        policy,
        verifier);
  }

  private DoorFixture(
      DoorSettings settings,
      WaitingSettings waiting,
      SessionUseLimits useLimits,
      BypassSettings bypass,
      AdmissionPolicy policy,
      SessionVerifier verifier)
      throws IOException {
    this(
        new DoorOptions(settings, waiting, useLimits, bypass, List.of()),
        policy,
        verifier,
        /* shadow= */ false);
  }

  private DoorFixture(
      DoorOptions options, AdmissionPolicy policy, SessionVerifier verifier, boolean shadow)
      throws IOException {
    listener = ServerSocketChannel.open();
    listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1024);
    gate = new AdmissionGate(policy, () -> 0, new CourtesyBudget(HARDLY_EVER, 1, 1), shadow);
    door = new Door("test", options, gate, verifier, new NotingHost());
  }

  /** Returns the verdict for a session of a visit under way, or for an unknown one. */
  static SessionLookup known(boolean known) {
    return known ? new SessionLookup(Standing.CONTINUING, 1) : SessionLookup.UNKNOWN;
  }

  /** Returns the same verifier, called on the door's thread. */
  static SessionVerifier quick(SessionVerifier verifier) {
    return new SessionVerifier() {
      @Override
      public SessionLookup verify(ResumptionClaim claim, String serverName) {
        return verifier.verify(claim, serverName);
      }

      @Override
      public boolean isQuick() {
        return true;
      }
    };
  }

  /** Opens a door that admits every connection. */
  static DoorFixture open() throws IOException {
    return open(settings(), AdmissionPolicy.OPEN, (claim, name) -> SessionLookup.UNKNOWN);
  }

  static DoorFixture open(DoorSettings settings, AdmissionPolicy policy, SessionVerifier verifier)
      throws IOException {
    DoorFixture fixture = new DoorFixture(settings, policy, verifier);
    fixture.door.open();
    return fixture;
  }

  /** Opens a door with a waiting room and a bound on the uses of a ticket; it knows no session. */
  static DoorFixture open(
      DoorSettings settings,
      WaitingSettings waiting,
      SessionUseLimits useLimits,
      AdmissionPolicy policy)
      throws IOException {
    return open(settings, waiting, useLimits, policy, (claim, name) -> SessionLookup.UNKNOWN);
  }

  /** Opens a door with a waiting room and a bound on the uses of a ticket. */
  static DoorFixture open(
      DoorSettings settings,
      WaitingSettings waiting,
      SessionUseLimits useLimits,
      AdmissionPolicy policy,
      SessionVerifier verifier)
      throws IOException {
    DoorFixture fixture =
        new DoorFixture(settings, waiting, useLimits, BypassSettings.NONE, policy, verifier);
    fixture.door.open();
    return fixture;
  }

  /** Opens a door in shadow mode. */
  static DoorFixture shadow(
      DoorSettings settings,
      WaitingSettings waiting,
      SessionUseLimits useLimits,
      BypassSettings bypass,
      SessionVerifier verifier)
      throws IOException {
    DoorFixture fixture =
        new DoorFixture(
            new DoorOptions(settings, waiting, useLimits, bypass, List.of()),
            SHUT,
            verifier,
            /* shadow= */ true);
    fixture.door.open();
    return fixture;
  }

  /** Opens a door behind balancers of these networks; clients of some networks bypass the gate. */
  static DoorFixture behind(
      List<NetworkRange> proxies, BypassSettings bypass, AdmissionPolicy policy)
      throws IOException {
    DoorFixture fixture =
        new DoorFixture(
            new DoorOptions(
                settings(), WaitingSettings.NONE, SessionUseLimits.NONE, bypass, proxies),
            policy,
            (claim, name) -> SessionLookup.UNKNOWN,
            /* shadow= */ false);
    fixture.door.open();
    return fixture;
  }

  /** Opens a door with clients that bypass the gate. */
  static DoorFixture open(BypassSettings bypass, AdmissionPolicy policy, SessionVerifier verifier)
      throws IOException {
    DoorFixture fixture =
        new DoorFixture(
            settings(), WaitingSettings.NONE, SessionUseLimits.NONE, bypass, policy, verifier);
    fixture.door.open();
    return fixture;
  }

  /** Returns settings with generous bounds and a deadline that no test reaches. */
  static DoorSettings settings() {
    return new DoorSettings(HelloLimits.DEFAULT, LONG_DEADLINE_NANOS, 10_000, 16L << 20, 10_000);
  }

  /** Connects a client, and offers the connection to the door. */
  Socket connect() throws IOException {
    return connectAfterSending(new byte[0]);
  }

  /** Connects a client from this loopback address, one of 127.0.0.0/8. */
  Socket connectFrom(String address) throws IOException {
    Socket client = new Socket();
    client.bind(new InetSocketAddress(InetAddress.getByName(address), 0));
    connectToListener(client);
    offerNext();
    return client;
  }

  /** Connects a client that sends these bytes before the door gets the connection. */
  Socket connectAfterSending(byte[] bytes) throws IOException {
    Socket client = connectToListener();
    client.getOutputStream().write(bytes);
    offerNext();
    return client;
  }

  /** Connects a client; the connection waits to be accepted. */
  Socket connectToListener() throws IOException {
    Socket client = new Socket();
    connectToListener(client);
    return client;
  }

  private void connectToListener(Socket client) throws IOException {
    client.setTcpNoDelay(true);
    client.setSoTimeout(GUARD_MILLIS);
    client.connect(listener.getLocalAddress(), GUARD_MILLIS);
    toClose.add(client);
  }

  /** Accepts the connection that waits, and offers it to the door. */
  void offerNext() throws IOException {
    SocketChannel accepted = listener.accept();
    toClose.add(accepted);
    door.offer(accepted);
  }

  /** Connects through another listener, and returns when the door has counted the connection. */
  void connectAndOfferPastTheListener() throws IOException {
    long before = door.counters().arrivedTotal();
    try (ServerSocketChannel other = ServerSocketChannel.open()) {
      other.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
      toClose.add(SocketChannel.open(other.getLocalAddress()));
      door.offer(other.accept());
    }
    Awaitility.with()
        .pollInterval(Duration.ofMillis(1))
        .await()
        .until(() -> door.counters().arrivedTotal() > before);
  }

  ServerSocketChannel listener() {
    return listener;
  }

  Socket connectAndSend(byte[] bytes) throws IOException {
    Socket client = connect();
    client.getOutputStream().write(bytes);
    return client;
  }

  /** Returns the next connection that was admitted. */
  Admitted nextAdmitted() throws InterruptedException {
    Admitted next = admitted.poll(GUARD_MILLIS, TimeUnit.MILLISECONDS);
    if (next == null) {
      throw new AssertionError("nobody was admitted");
    }
    return next;
  }

  /** Returns the bytes that the client reads until the door closes; waits for that. */
  static byte[] readToEnd(Socket client) throws IOException {
    try {
      return client.getInputStream().readAllBytes();
    } catch (java.net.SocketTimeoutException e) {
      throw new AssertionError("the connection was not closed", e);
    } catch (java.net.SocketException e) {
      return new byte[0]; // reset: closed with unread bytes
    }
  }

  static void awaitClosed(Socket client) throws IOException {
    readToEnd(client);
  }

  /** Reads this many bytes from an admitted channel. */
  static byte[] read(SocketChannel channel, int count) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(count);
    try (java.nio.channels.Selector selector = java.nio.channels.Selector.open()) {
      channel.register(selector, java.nio.channels.SelectionKey.OP_READ);
      while (bytes.hasRemaining()) {
        if (selector.select(GUARD_MILLIS) == 0 || channel.read(bytes) < 0) {
          throw new AssertionError(bytes.remaining() + " bytes are missing");
        }
        selector.selectedKeys().clear();
      }
    }
    return bytes.array();
  }

  /** Returns the bytes of hellos that the waiting room keeps. */
  long keptBytes() {
    return door.loop().waitingConnections().keptBytes();
  }

  long refused(RefusalReason reason) {
    return gate.counters().refusedTotal(reason);
  }

  /** Checks that every connection was admitted, or refused for exactly one reason. */
  private void checkReasons() {
    GateCounters counters = gate.counters();
    assertThat(counters.refusedTotal())
        .as("refused, by reason")
        .isEqualTo(discarded.get() + pagesGiven.get());
    assertThat(counters.admittedTotal())
        .as("admitted, by entry")
        .isEqualTo(admittedConnections.get() + lost.get());
    assertThat(door.counters().arrivedTotal() + lost.get())
        .as("arrived")
        .isEqualTo(counters.admittedTotal() + counters.refusedTotal());
  }

  @Override
  public void close() throws IOException {
    door.close();
    checkReasons();
    listener.close();
    for (AutoCloseable c : toClose) {
      try {
        c.close();
      } catch (Exception e) {
        throw new IOException(e);
      }
    }
  }

  private final class NotingHost implements DoorHost {
    @Override
    public int vacancies() {
      return vacancies.get();
    }

    @Override
    public int placesKept() {
      return placesKept;
    }

    @Override
    public boolean mayOpenParallel(InetAddress client) {
      return proven;
    }

    @Override
    public void accepted() {
      vacancies.decrementAndGet();
    }

    @Override
    public void admit(
        SocketChannel channel, ByteBuffer received, AdmittedConnection admittedConnection) {
      admittedConnections.incrementAndGet();
      byte[] bytes = new byte[received.remaining()];
      received.get(bytes);
      onAdmit.accept(channel);
      admitted.add(new Admitted(channel, bytes, admittedConnection));
    }

    @Override
    public void courtesy(SocketChannel channel, ByteBuffer received) {
      pagesGiven.incrementAndGet();
      byte[] bytes = new byte[received.remaining()];
      received.get(bytes);
      pages.add(new Admitted(channel, bytes, /* admittedConnection= */ null));
    }

    @Override
    public void discard(SocketChannel channel) {
      discarded.incrementAndGet();
      try {
        channel.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      onDiscard.accept(channel);
    }

    @Override
    public boolean speaksTls13(String serverName) {
      return true;
    }
  }
}
