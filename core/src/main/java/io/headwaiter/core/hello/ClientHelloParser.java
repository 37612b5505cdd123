package io.headwaiter.core.hello;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * Finds the ClientHello at the beginning of a connection, in any split into TLS records and TCP
 * segments. Between calls it keeps only a few integers: how far it has walked the records. A call
 * does not read completed records again. The message is copied once, when it is complete. So
 * nothing is allocated for a length that a client claims before that many bytes have arrived.
 *
 * <p>The outcome depends on the bytes alone, not on how they were split over the calls. {@link
 * Status#NEED_MORE} is only returned while fewer than {@link HelloLimits#helloBytesMax()} bytes
 * have been received, so a buffer of that size is always enough.
 *
 * <p>Not thread-safe. One instance serves one connection at a time, and after {@link #reset()} the
 * next one.
 */
public final class ClientHelloParser {
  /** The result for the bytes so far. */
  public enum Status {
    /** The hello is not complete. */
    NEED_MORE,
    /** The hello is complete and well-formed. */
    COMPLETE,
    /** These bytes are no acceptable hello, and no further byte will change that. */
    DEFECTIVE
  }

  private final HelloLimits limits;
  private final RecordWalk walk;
  private Status status = Status.NEED_MORE;
  private @Nullable ClientHello hello;
  private @Nullable HelloDefect defect;

  /**
   * Creates a parser at the beginning of a connection.
   *
   * @param limits bounds on bytes and records
   */
  public ClientHelloParser(HelloLimits limits) {
    this.limits = limits;
    this.walk = new RecordWalk(limits);
  }

  /** Returns the bounds in force. */
  public HelloLimits limits() {
    return limits;
  }

  /**
   * Parses the bytes that are new since the last call.
   *
   * @param received all bytes of the connection from its first one, between position and limit;
   *     neither its position nor its content is changed. Each call must present the same bytes as
   *     the one before, and may add some at the end. Bytes after the hello are not read.
   * @return the status; once it is not NEED_MORE it stays until {@link #reset()}
   * @throws IllegalArgumentException if there are fewer bytes than an earlier call has walked
   */
  public Status parse(ByteBuffer received) {
    if (status != Status.NEED_MORE) {
      return status;
    }
    try {
      if (walk.advance(received)) {
        byte[] message = walk.copyMessage(received);
        HelloFields fields = MessageReader.read(message);
        hello = new ClientHello(message, fields, walk.recordCount(), walk.receivedLength());
        status = Status.COMPLETE;
      }
    } catch (DefectException e) {
      defect = e.defect();
      status = Status.DEFECTIVE;
    }
    return status;
  }

  /**
   * Returns the hello.
   *
   * @throws IllegalStateException unless the status is COMPLETE
   */
  public ClientHello hello() {
    if (hello == null) {
      throw new IllegalStateException("no hello: the status is " + status + ", not COMPLETE");
    }
    return hello;
  }

  /**
   * Returns why the bytes are no acceptable hello.
   *
   * @throws IllegalStateException unless the status is DEFECTIVE
   */
  public HelloDefect defect() {
    if (defect == null) {
      throw new IllegalStateException("no defect: the status is " + status + ", not DEFECTIVE");
    }
    return defect;
  }

  /** Forgets the connection; the next call of {@link #parse} begins another one. */
  public void reset() {
    walk.reset();
    status = Status.NEED_MORE;
    hello = null;
    defect = null;
  }
}
