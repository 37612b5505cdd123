package io.headwaiter.tomcat;

import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.front.ThreadCpu;
import io.headwaiter.tls.BoringsslEngine;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import javax.net.ssl.SSLEngine;
import org.apache.tomcat.util.buf.ByteBufferUtils;
import org.apache.tomcat.util.net.NioEndpoint.NioSocketWrapper;
import org.apache.tomcat.util.net.SecureNioChannel;
import org.apache.tomcat.util.net.SocketBufferHandler;

/**
 * Tomcat's TLS channel, which begins with the bytes that the door has read, and knows when its
 * handshake has finished what kind it was. Channels are pooled: {@link #reset} starts the next
 * life.
 *
 * <p>Checked against Tomcat 11.0.25: {@code processSNI} reads on behind what is in {@code
 * netInBuffer}.
 */
final class HeadwaiterChannel extends SecureNioChannel {
  private static final long UNKNOWN = Long.MIN_VALUE;

  private final HeadwaiterEndpoint headwaiter;
  private Entry entry;
  private long admittedMillis;
  private long admittedNanos;
  private volatile boolean settled;
  private long handshakeCpuNanos;
  private boolean proven;
  private long visitBeganMillis;
  // Only until the handshake is done, and only of who claims to resume on BoringSSL.
  private ClaimedTicket claimed;
  // Only between reset and processSNI, and only if the hello came in several records.
  private ByteBuffer helloInOneRecord;

  HeadwaiterChannel(SocketBufferHandler buffers, HeadwaiterEndpoint endpoint) {
    super(buffers, endpoint);
    this.headwaiter = endpoint;
  }

  @Override
  public void reset(SocketChannel channel, NioSocketWrapper wrapper) throws IOException {
    releaseEngine();
    super.reset(channel, wrapper);
    entry = null;
    proven = false;
    settled = true;
    handshakeCpuNanos = 0;
    visitBeganMillis = UNKNOWN;
    helloInOneRecord = null;
    claimed = null;
    Handover handover = headwaiter.handover();
    if (channel == null || handover == null) {
      return;
    }
    entry = handover.entry();
    settled = false;
    admittedMillis = System.currentTimeMillis();
    admittedNanos = System.nanoTime();
    int length = handover.received().remaining();
    if (netInBuffer.capacity() < length) {
      netInBuffer = ByteBufferUtils.expand(netInBuffer, length);
    }
    if (entry != Entry.NEW && headwaiter.onBoringssl()) {
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

  @Override
  public int handshake(boolean read, boolean write) throws IOException {
    if (proven) {
      return super.handshake(read, write);
    }
    long before = ThreadCpu.nanos();
    int result = -1;
    try {
      result = super.handshake(read, write);
    } finally {
      handshakeCpuNanos += ThreadCpu.nanos() - before;
      if (result == -1) {
        giveUp();
      }
    }
    if (result == 0) {
      prove();
    }
    return result;
  }

  /**
   * An engine that has refused another handshake waits to be asked about it, and Tomcat waits for
   * more bytes, which it would not read.
   */
  @Override
  public int read(ByteBuffer target) throws IOException {
    SSLEngine engine = sslEngine;
    int count = super.read(target);
    return count == 0 && engine != null && engine.isInboundDone() ? -1 : count;
  }

  /** Also called while a worker still uses the engine, which is then closed for it. */
  @Override
  public void close(boolean force) throws IOException {
    try {
      super.close(force);
    } finally {
      if (sc == null || !sc.isOpen()) {
        releaseEngine();
      }
    }
  }

  @Override
  public void free() {
    releaseEngine();
    super.free();
  }

  private void releaseEngine() {
    if (sslEngine instanceof BoringsslEngine engine) {
      engine.release();
    }
  }

  /**
   * How long ago the visit began to which this connection belongs, in ns; -1 before the handshake
   * is done, and if nobody knows.
   */
  long visitAgeNanos() {
    return proven && visitBeganMillis != UNKNOWN
        ? (System.currentTimeMillis() - visitBeganMillis) * 1_000_000L
        : -1;
  }

  @Override
  public void close() throws IOException {
    giveUp();
    super.close();
  }

  /** Ends a handshake that will not be done any more, whoever is the first to know; once. */
  private synchronized void giveUp() {
    if (proven || entry == null) {
      return;
    }
    headwaiter.meters().failedHandshake(handshakeCpuNanos);
    if (entry == Entry.NEW) {
      headwaiter.front().gate().refundAbandoned();
    }
    entry = null;
  }

  /** A worker turns to this connection. */
  void turnBegins() {
    settled = proven;
  }

  /**
   * Since when its customer waits: since it was let in until its first request is in the hands of a
   * worker, since now afterwards.
   */
  long waitingSinceNanos(long nowNanos) {
    return settled ? nowNanos : admittedNanos;
  }

  private void prove() {
    proven = true;
    boolean resumed;
    if (sslEngine instanceof BoringsslEngine engine) {
      resumed = engine.isResumed();
      visitBeganMillis = resumed ? claimedBeganMillis(engine) : admittedMillis;
    } else {
      visitBeganMillis = sslEngine.getSession().getCreationTime();
      // JSSE keeps the first creation time in a resumed session, in TLS 1.2 and in 1.3.
      resumed = visitBeganMillis < admittedMillis;
    }
    claimed = null;
    headwaiter.meters().handshake(resumed, handshakeCpuNanos);
    if (!resumed && entry != null) {
      chargeFullHandshake();
    }
  }

  private void chargeFullHandshake() {
    if (entry == Entry.BYPASS) {
      headwaiter.front().gate().chargeBypass();
    } else if (entry != Entry.NEW) {
      headwaiter.front().gate().chargeFalseResumption();
    } // who is new has paid at the door
  }

  private long claimedBeganMillis(BoringsslEngine engine) {
    return claimed == null ? UNKNOWN : claimed.visitBeganMillis(engine).orElse(UNKNOWN);
  }
}
