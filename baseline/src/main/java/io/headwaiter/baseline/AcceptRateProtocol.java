package io.headwaiter.baseline;

import java.nio.channels.SocketChannel;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.tomcat.util.net.NioEndpoint;

/**
 * Tomcat's connector with a token bucket where connections are accepted: one that finds no token is
 * closed before its handshake, whoever opened it. Tomcat makes it by its class name.
 */
public final class AcceptRateProtocol extends Http11NioProtocol {
  private final AcceptBucket bucket;

  /** Creates a connector that accepts everybody until its bucket has a rate. */
  public AcceptRateProtocol() {
    this(new AcceptBucket(System::nanoTime));
  }

  private AcceptRateProtocol(AcceptBucket bucket) {
    super(new Endpoint(bucket));
    this.bucket = bucket;
  }

  /** Returns the bucket, to set. */
  public AcceptBucket bucket() {
    return bucket;
  }

  private static final class Endpoint extends NioEndpoint {
    private final AcceptBucket bucket;

    Endpoint(AcceptBucket bucket) {
      this.bucket = bucket;
    }

    @Override
    protected boolean setSocketOptions(SocketChannel socket) {
      if (bucket.take()) {
        return super.setSocketOptions(socket);
      }
      destroySocket(socket); // the acceptor closes only what Tomcat knows already
      return false;
    }
  }
}
