package io.headwaiter.tomcat;

import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.door.AdmittedConnection;
import io.headwaiter.front.request.HandshakeAccounting;
import io.headwaiter.front.request.Turn;
import io.headwaiter.front.session.ClaimedTicket;
import io.headwaiter.front.session.HandshakeResult;
import io.headwaiter.front.session.OpenConnection;
import io.headwaiter.front.session.SessionUse;
import io.headwaiter.front.supply.ThreadCpu;
import io.headwaiter.tls.BoringsslEngine;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Objects;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import org.apache.tomcat.util.buf.ByteBufferUtils;
import org.apache.tomcat.util.net.NioEndpoint.NioSocketWrapper;
import org.apache.tomcat.util.net.SecureNioChannel;
import org.apache.tomcat.util.net.SocketBufferHandler;
import org.apache.tomcat.util.net.openssl.ciphers.Cipher;
import org.apache.tomcat.util.net.openssl.ciphers.Group;
import org.apache.tomcat.util.net.openssl.ciphers.SignatureScheme;
import org.jspecify.annotations.Nullable;

/**
 * Tomcat's TLS channel. It begins with the bytes that the door has read, and tells when a handshake
 * ends whether it was resumed. Channels are pooled: {@link #reset} prepares one for the next.
 *
 * <p>Checked against Tomcat 11.0.25: a turn calls {@code isHandshakeComplete} and then {@code
 * handshake}. The result 0 means that a request may be read, -1 that the connection must be closed,
 * and a value that is no interest that nothing is to be done. {@code processSNI} reads on behind
 * the content of {@code netInBuffer}, and creates the engine by {@code createSSLEngine} before it
 * begins the handshake.
 */
class HeadwaiterChannel extends SecureNioChannel {
  // Work for a refused client waits behind all work that customers submit within the next second.
  private static final long COURTESY_HANDICAP_NANOS = 1_000_000_000L;
  // Results of a handshake step for Tomcat, besides an interest set.
  private static final int HANDSHAKE_DONE = 0;
  private static final int CLOSE = -1;
  private static final int NOTHING = -2;

  private final HeadwaiterEndpoint headwaiter;
  private final ClientTransfers transfers = new ClientTransfers();
  private @Nullable AdmittedConnection admitted;
  // Null for courtesy and warm-up connections.
  private volatile @Nullable OpenConnection connection;
  private boolean mustResume;
  // True for courtesy and warm-up connections.
  private volatile boolean courtesy;
  private long admittedMillis;
  private final FirstRequestWait firstWait = new FirstRequestWait();
  private long handshakeCpuNanos;
  private volatile boolean proven;
  // The handshake is done, and the rest needs another turn, which counts for its visit.
  private volatile boolean yields;
  // Null before the handshake is done, and if the visit is unknown.
  private volatile @Nullable SessionUse sessionUse;
  // Only until the handshake is done, and only on BoringSSL or for a claim that was not looked up.
  private @Nullable ClaimedTicket claimed;
  // Only between reset and processSNI.
  private @Nullable ByteBuffer helloInOneRecord;

  HeadwaiterChannel(SocketBufferHandler buffers, HeadwaiterEndpoint endpoint) {
    super(buffers, endpoint);
    this.headwaiter = endpoint;
  }

  @Override
  public void reset(SocketChannel channel, NioSocketWrapper wrapper) throws IOException {
    release();
    super.reset(channel, wrapper);
    admitted = null;
    connection = null;
    transfers.reset(null);
    mustResume = false;
    proven = false;
    yields = false;
    firstWait.end();
    handshakeCpuNanos = 0;
    sessionUse = null;
    helloInOneRecord = null;
    claimed = null;
    ConnectionHandover connectionHandover = headwaiter.handover();
    courtesy = connectionHandover != null && connectionHandover.admitted() == null;
    if (channel == null || connectionHandover == null) {
      return;
    }
    admitted = connectionHandover.admitted();
    connection = connectionHandover.connection();
    transfers.reset(connection);
    mustResume = connectionHandover.mustResume();
    firstWait.begin();
    admittedMillis = System.currentTimeMillis();
    int length = connectionHandover.received().remaining();
    if (netInBuffer.capacity() < length) {
      netInBuffer = ByteBufferUtils.expand(netInBuffer, length);
    }
    if (length == 0) {
      return; // a warm-up connection: the door has read no hello
    }
    boolean unseen = admitted != null && admitted.entry() == Entry.CLAIMED;
    if (unseen || headwaiter.onBoringssl()) {
      claimed = ClaimedTicket.in(connectionHandover.received());
    }
    helloInOneRecord = HelloRecords.inOneRecord(connectionHandover.received());
    netInBuffer.put(connectionHandover.received());
  }

  @Override
  protected int processSNI() throws IOException {
    if (helloInOneRecord == null) {
      return super.processSNI();
    }
    ByteBuffer asReceived = netInBuffer;
    // The buffer is full, so that super cannot read bytes of the connection into it.
    netInBuffer = helloInOneRecord;
    helloInOneRecord = null;
    int result;
    try {
      result = super.processSNI();
    } finally {
      netInBuffer = asReceived;
    }
    if (sslEngine != null) {
      netInBuffer =
          ByteBufferUtils.expand(netInBuffer, sslEngine.getSession().getPacketBufferSize());
    }
    return result;
  }

  /**
   * Creates the engine with its final settings before the handshake begins. A courtesy connection
   * gets no HTTP/2 and, on BoringSSL, a ticket that marks it as courtesy.
   */
  @Override
  protected void createSSLEngine(
      String hostName,
      List<Cipher> ciphers,
      List<String> applicationProtocols,
      List<String> protocols,
      List<Group> groups,
      List<SignatureScheme> signatureSchemes) {
    List<String> negotiable = courtesy ? List.of() : applicationProtocols;
    super.createSSLEngine(hostName, ciphers, negotiable, protocols, groups, signatureSchemes);
    if (courtesy && !headwaiter.isWarmingUp() && sslEngine instanceof BoringsslEngine engine) {
      sslEngine = engine.context().courtesy().newEngine();
      engine.release();
    }
    if (mustResume && headwaiter.onJsse()) {
      // Otherwise a false resumption is detected only after the private-key operation. Only JSSE
      // engines support this.
      sslEngine.setEnableSessionCreation(false);
    }
  }

  @Override
  public int handshake(boolean read, boolean write) throws IOException {
    if (yields && !write) {
      return NOTHING; // queued earlier; the turn that continues comes, too
    }
    if (yields) {
      yields = false;
      return HANDSHAKE_DONE;
    }
    if (proven) {
      return super.handshake(read, write);
    }
    long before = ThreadCpu.nanos();
    int result = CLOSE;
    try {
      result = firstWait.isDrippedHandshake() ? CLOSE : super.handshake(read, write);
    } catch (SSLException e) {
      if (mustResume) {
        headwaiter.runtime().handshakes().noteIfStopped(e);
      }
      throw e;
    } catch (IOException e) {
      transfers.clientLeaves();
      throw e;
    } finally {
      long cpuNanos = ThreadCpu.nanos() - before;
      handshakeCpuNanos += cpuNanos;
      Turn.handshakeStep(cpuNanos);
      if (admitted != null) {
        headwaiter.runtime().handshakes().step(cpuNanos);
      }
      if (result == CLOSE) {
        giveUp();
      }
    }
    return result == HANDSHAKE_DONE ? prove() : result;
  }

  /** Returns false while it yields, so that Tomcat's next turn calls {@link #handshake} again. */
  @Override
  public boolean isHandshakeComplete() {
    return super.isHandshakeComplete() && !yields;
  }

  /**
   * Returns -1 when the engine accepts no more input. An engine that has refused a renegotiation
   * reports this only when called, but Tomcat waits for more bytes, which the engine would not
   * read. Returns 0 if the next request is to come in a turn of its own. The poller starts that
   * turn if the request is still in the socket.
   */
  @Override
  public int read(ByteBuffer target) throws IOException {
    worksOn();
    if (netInBuffer.position() == 0 && Turn.shouldEnd(headwaiter.runtime().excess())) {
      return 0;
    }
    SSLEngine engine = sslEngine;
    int count = (int) transfers.read(() -> super.read(target));
    return count == 0 && engine != null && engine.isInboundDone() ? -1 : count;
  }

  @Override
  public long read(ByteBuffer[] targets, int offset, int length) throws IOException {
    worksOn();
    return transfers.read(() -> super.read(targets, offset, length));
  }

  @Override
  public int write(ByteBuffer source) throws IOException {
    worksOn();
    return (int)
        transfers.write(
            () -> super.write(source), () -> source.hasRemaining() || getOutboundRemaining() > 0);
  }

  @Override
  public long write(ByteBuffer[] sources, int offset, int length) throws IOException {
    worksOn();
    return transfers.write(
        () -> super.write(sources, offset, length),
        () ->
            (length > 0 && sources[offset + length - 1].hasRemaining())
                || getOutboundRemaining() > 0);
  }

  private void worksOn() {
    touch();
    Turn.worksFor(sessionUse);
  }

  /** Notes activity on the connection. */
  void touch() {
    OpenConnection watched = connection;
    if (watched != null) {
      watched.touch();
    }
  }

  /** Also called while a worker still uses the engine, which is then closed for that worker. */
  @Override
  public void close(boolean force) throws IOException {
    try {
      super.close(force);
    } finally {
      if (sc == null || !sc.isOpen()) {
        release();
      }
    }
  }

  @Override
  public void free() {
    release();
    super.free();
  }

  private void release() {
    if (sslEngine instanceof BoringsslEngine engine) {
      engine.release();
    }
    OpenConnection ended = connection;
    if (ended != null) {
      ended.closed();
    }
    SessionUse left = sessionUse;
    if (left != null) {
      left.closed();
    }
  }

  /** Returns the watched connection; null for courtesy and warm-up connections. */
  @Nullable OpenConnection connection() {
    return connection;
  }

  /** Returns its part in a visit; null until the handshake is done, and for an unknown visit. */
  @Nullable SessionUse sessionUse() {
    return sessionUse;
  }

  /**
   * Returns the object that represents its visit as a holder of workers: the connection if the
   * visit is unknown; null before the handshake is done.
   */
  @Nullable Object holder() {
    SessionUse known = sessionUse;
    if (known != null) {
      return known.holder();
    }
    return proven ? connection : null;
  }

  /** Returns whether it is a courtesy or warm-up connection. */
  boolean isCourtesy() {
    return courtesy;
  }

  @Override
  public void close() throws IOException {
    giveUp();
    super.close();
  }

  /** Records that the handshake will not be completed; only the first call has an effect. */
  private synchronized void giveUp() {
    if (proven || admitted == null) {
      return;
    }
    headwaiter.runtime().handshakes().failed(admitted, claimed, handshakeCpuNanos);
    admitted = null;
  }

  /** Notes that the worker that called {@link #turnBegins} ends its turn. */
  void turnEnds() {
    transfers.end();
    OpenConnection watched = connection;
    if (watched != null) {
      watched.turnEnds();
    }
  }

  /** Notes that a worker begins a turn, which has waited for {@code waitedNanos}. */
  void turnBegins(long waitedNanos) {
    transfers.begin();
    firstWait.turnBegins(proven, waitedNanos);
    if (connection != null) {
      connection.turnBegins(waitedNanos);
    }
  }

  /**
   * Returns how long the turns of its handshake have waited for workers, until its first request
   * has one; then 0.
   */
  long queuedNanos() {
    return firstWait.queuedNanos(connection);
  }

  /**
   * Returns since when a turn that is queued now counts as waiting: {@link FirstRequestWait}. For a
   * courtesy connection this is a future time.
   */
  long waitingSinceNanos(long nowNanos) {
    return courtesy
        ? nowNanos + COURTESY_HANDICAP_NANOS
        : firstWait.sinceNanos(connection, nowNanos);
  }

  /**
   * Assigns the rest of the turn to the visit. If the visit holds too many workers, another turn
   * continues as soon as the socket is writable, which is at once: it must not wait for the client,
   * which may have sent its request already.
   */
  private int prove() {
    if (!enter()) {
      return CLOSE;
    }
    yields = !headwaiter.turnJoins(holder());
    return yields ? SelectionKey.OP_WRITE : HANDSHAKE_DONE;
  }

  /** Records the finished handshake; returns false if the connection must be closed. */
  private boolean enter() {
    proven = true;
    boolean stays = true;
    HandshakeAccounting handshakes = headwaiter.runtime().handshakes();
    if (admitted != null) {
      HandshakeResult handshakeResult = HandshakeResult.of(sslEngine, admittedMillis, claimed);
      if (mustResume && !handshakeResult.resumed()) {
        handshakes.stopped(admitted, handshakeResult, claimed, handshakeCpuNanos);
        stays = false;
      } else {
        sessionUse = handshakes.proven(admitted, handshakeResult, claimed, handshakeCpuNanos);
        stays =
            Objects.requireNonNull(connection).handshakeDone(sessionUse, handshakeResult.resumed());
      }
    } else if (courtesy && !headwaiter.isWarmingUp() && !(sslEngine instanceof BoringsslEngine)) {
      // BoringSSL's courtesy tickets are recognised by their keys.
      handshakes.courtesyProven(HandshakeResult.of(sslEngine, admittedMillis, claimed));
    }
    claimed = null;
    return stays;
  }
}
