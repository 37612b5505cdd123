package io.headwaiter.tomcat;

import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.door.Admission;
import io.headwaiter.front.ClaimedTicket;
import io.headwaiter.front.HandshakeBook;
import io.headwaiter.front.OpenConnection;
import io.headwaiter.front.Proof;
import io.headwaiter.front.ThreadCpu;
import io.headwaiter.front.Turn;
import io.headwaiter.front.Visits;
import io.headwaiter.tls.BoringsslEngine;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import org.apache.tomcat.util.buf.ByteBufferUtils;
import org.apache.tomcat.util.net.NioEndpoint.NioSocketWrapper;
import org.apache.tomcat.util.net.SecureNioChannel;
import org.apache.tomcat.util.net.SocketBufferHandler;
import org.apache.tomcat.util.net.openssl.ciphers.Cipher;
import org.apache.tomcat.util.net.openssl.ciphers.Group;
import org.apache.tomcat.util.net.openssl.ciphers.SignatureScheme;

/**
 * Tomcat's TLS channel, which begins with the bytes that the door has read, and knows when its
 * handshake has finished what kind it was. Channels are pooled: {@link #reset} starts the next
 * life.
 *
 * <p>Checked against Tomcat 11.0.25: a turn asks {@code isHandshakeComplete} and then {@code
 * handshake}; 0 means that a request may be read, -1 that the connection is to be closed, and what
 * is no interest that nothing is to be done. {@code processSNI} reads on behind what is in {@code
 * netInBuffer}, and makes the engine by {@code createSSLEngine} before it begins the handshake.
 */
final class HeadwaiterChannel extends SecureNioChannel {
  // Work for a client that was refused waits behind all that customers have asked for until a
  // second later.
  private static final long COURTESY_HANDICAP_NANOS = 1_000_000_000L;
  // What Tomcat is told of a handshake, beside the interest that it has.
  private static final int HANDSHAKE_DONE = 0;
  private static final int CLOSE = -1;
  private static final int NOTHING = -2;

  private final HeadwaiterEndpoint headwaiter;
  private Admission admission;
  // Null for clients that were refused, and get a page.
  private volatile OpenConnection connection;
  private boolean mustResume;
  // Refused, and gets a page.
  private volatile boolean courtesy;
  private long admittedMillis;
  private long admittedNanos;
  private volatile boolean settled;
  private volatile long queuedNanos;
  private long handshakeCpuNanos;
  private volatile boolean proven;
  // The handshake is done, and what comes next needs a turn of its visit.
  private volatile boolean yields;
  // Null before the handshake is done, and if the visit is not known.
  private volatile Visits.Stay stay;
  // Only until the handshake is done, and only on BoringSSL or where it was not looked up.
  private ClaimedTicket claimed;
  // Only between reset and processSNI.
  private ByteBuffer helloInOneRecord;

  HeadwaiterChannel(SocketBufferHandler buffers, HeadwaiterEndpoint endpoint) {
    super(buffers, endpoint);
    this.headwaiter = endpoint;
  }

  @Override
  public void reset(SocketChannel channel, NioSocketWrapper wrapper) throws IOException {
    release();
    super.reset(channel, wrapper);
    admission = null;
    connection = null;
    mustResume = false;
    proven = false;
    yields = false;
    settled = true;
    queuedNanos = 0;
    handshakeCpuNanos = 0;
    stay = null;
    courtesy = false;
    helloInOneRecord = null;
    claimed = null;
    Handover handover = headwaiter.handover();
    if (channel == null || handover == null) {
      return;
    }
    admission = handover.admission();
    connection = handover.connection();
    courtesy = admission == null;
    mustResume = handover.mustResume();
    settled = false;
    admittedMillis = System.currentTimeMillis();
    admittedNanos = System.nanoTime();
    int length = handover.received().remaining();
    if (netInBuffer.capacity() < length) {
      netInBuffer = ByteBufferUtils.expand(netInBuffer, length);
    }
    if (length == 0) {
      return; // the connector's own connection, of which no door has read the hello
    }
    boolean unseen = admission != null && admission.entry() == Entry.CLAIMED;
    if (unseen || headwaiter.onBoringssl()) {
      claimed = ClaimedTicket.in(handover.received());
    }
    helloInOneRecord = HelloRecords.inOneRecord(handover.received());
    netInBuffer.put(handover.received());
  }

  @Override
  protected int processSNI() throws IOException {
    if (helloInOneRecord == null) {
      return super.processSNI();
    }
    ByteBuffer asReceived = netInBuffer;
    // It is full, so that super cannot read more of the connection into the wrong buffer.
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
   * Before the handshake begins, which takes the engine's settings as they are then. A client that
   * gets a courtesy page gets no HTTP/2, and a ticket that says so.
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
      // Else a false resumption would be found out after the private key has been paid for. Only
      // JSSE's engines can be told.
      sslEngine.setEnableSessionCreation(false);
    }
  }

  @Override
  public int handshake(boolean read, boolean write) throws IOException {
    if (yields && !write) {
      return NOTHING; // a turn that was queued before; the one that is to go on comes, too
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
      result = super.handshake(read, write);
    } catch (SSLException e) {
      if (mustResume) {
        headwaiter.front().book().noteIfStopped(e);
      }
      throw e;
    } finally {
      long cpuNanos = ThreadCpu.nanos() - before;
      handshakeCpuNanos += cpuNanos;
      Turn.handshakeStep(cpuNanos);
      if (admission != null) {
        headwaiter.front().book().step(cpuNanos);
      }
      if (result == CLOSE) {
        giveUp();
      }
    }
    return result == HANDSHAKE_DONE ? prove() : result;
  }

  /** Not for Tomcat while it yields, so that its next turn asks for the handshake again. */
  @Override
  public boolean isHandshakeComplete() {
    return super.isHandshakeComplete() && !yields;
  }

  /**
   * An engine that has refused another handshake waits to be asked about it, and Tomcat waits for
   * more bytes, which it would not read.
   */
  @Override
  public int read(ByteBuffer target) throws IOException {
    worksOn();
    SSLEngine engine = sslEngine;
    int count = super.read(target);
    return count == 0 && engine != null && engine.isInboundDone() ? -1 : count;
  }

  @Override
  public long read(ByteBuffer[] targets, int offset, int length) throws IOException {
    worksOn();
    return super.read(targets, offset, length);
  }

  @Override
  public int write(ByteBuffer source) throws IOException {
    worksOn();
    return super.write(source);
  }

  @Override
  public long write(ByteBuffer[] sources, int offset, int length) throws IOException {
    worksOn();
    return super.write(sources, offset, length);
  }

  private void worksOn() {
    touch();
    Turn.worksFor(stay);
  }

  /** Something happens on it. */
  void touch() {
    OpenConnection watched = connection;
    if (watched != null) {
      watched.touch();
    }
  }

  /** Also called while a worker still uses the engine, which is then closed for it. */
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
    Visits.Stay left = stay;
    if (left != null) {
      left.closed();
    }
  }

  /** What the watch knows of it; null if it was refused, and gets a page. */
  OpenConnection connection() {
    return connection;
  }

  /** The visit to which it belongs; null before the handshake is done, and if it is not known. */
  Visits.Stay stay() {
    return stay;
  }

  /**
   * The object that stands for its visit among the holders of workers: its connection if the visit
   * is not known; null before the handshake is done.
   */
  Object holder() {
    Visits.Stay known = stay;
    if (known != null) {
      return known.holder();
    }
    return proven ? connection : null;
  }

  /** Whether it was refused, and gets a page. */
  boolean isCourtesy() {
    return courtesy;
  }

  @Override
  public void close() throws IOException {
    giveUp();
    super.close();
  }

  /** Ends a handshake that will not be done any more; only the first call does something. */
  private synchronized void giveUp() {
    if (proven || admission == null) {
      return;
    }
    headwaiter.front().book().failed(admission, claimed, handshakeCpuNanos);
    admission = null;
  }

  /** A worker turns to this connection, after so long. */
  void turnBegins(long waitedNanos) {
    settled = proven;
    queuedNanos = proven ? 0 : queuedNanos + waitedNanos;
  }

  /**
   * How long the turns of its handshake have waited for workers, until its first request has one.
   */
  long queuedNanos() {
    return isSettled() ? 0 : queuedNanos;
  }

  /**
   * Whether its first request is in the hands of a worker, or was. It is with the turn after the
   * one that ended the handshake, and in that one already if the request had come with its last
   * flight.
   */
  private boolean isSettled() {
    OpenConnection watched = connection;
    return settled || (watched != null && watched.hasHadRequest());
  }

  /**
   * Since when its customer waits: since it was let in until its first request is in the hands of a
   * worker, since now afterwards. A client that was refused waits since a moment that is still to
   * come.
   */
  long waitingSinceNanos(long nowNanos) {
    if (courtesy) {
      return nowNanos + COURTESY_HANDICAP_NANOS;
    }
    return isSettled() ? nowNanos : admittedNanos;
  }

  /**
   * What is left of the turn is for the visit now. If that holds too many workers, another turn
   * goes on: as soon as something can be written, which is at once, since what the client has sent
   * may be here already.
   */
  private int prove() {
    if (!enter()) {
      return CLOSE;
    }
    yields = !headwaiter.turnJoins(holder());
    return yields ? SelectionKey.OP_WRITE : HANDSHAKE_DONE;
  }

  /** False if the connection must be closed. */
  private boolean enter() {
    proven = true;
    boolean stays = true;
    HandshakeBook book = headwaiter.front().book();
    if (admission != null) {
      Proof proof = Proof.of(sslEngine, admittedMillis, claimed);
      if (mustResume && !proof.resumed()) {
        book.stopped(admission, proof, claimed, handshakeCpuNanos);
        stays = false;
      } else {
        stay = book.proven(admission, proof, claimed, handshakeCpuNanos);
        stays = connection.handshakeDone(stay);
      }
    } else if (courtesy && !headwaiter.isWarmingUp() && !(sslEngine instanceof BoringsslEngine)) {
      // BoringSSL's tickets of pages are known by their keys.
      book.courtesyProven(Proof.of(sslEngine, admittedMillis, claimed));
    }
    claimed = null;
    return stays;
  }
}
