package io.headwaiter.load;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * Makes a hello with a true claim: makes a visit of one page, keeps the session that the server
 * gave, and returns the hello of the next connection. Sent repeatedly, it is one valid ticket that
 * many clients use. The server can verify it every time, binder included, because the bytes are the
 * same.
 *
 * <p>The client is the JDK's; it offers a session id, ticket or pre-shared key, whichever the
 * server gave. Certificates are not checked.
 */
public final class GenuineHello {
  private static final int PATIENCE_MILLIS = 10_000;
  private static final int TRIES = 20;
  private static final long PAUSE_MILLIS = 500;
  private static final int MOST_BYTES = 1 << 20;
  private static final String SERVER_NAME = "localhost";

  private GenuineHello() {}

  /**
   * Makes the visit and returns the hello after it.
   *
   * @param target the server, on this machine
   * @param protocol {@code TLSv1.3} or {@code TLSv1.2}, the only one offered
   * @return the bytes of a resuming hello, one record
   * @throws IOException when the visit fails
   */
  public static byte[] of(InetSocketAddress target, String protocol) throws IOException {
    SSLContext context = UncheckedTls.context();
    visit(context, target, protocol);
    return hello(context, target, protocol);
  }

  /**
   * As {@link #of} with TLS 1.3, and tries again for some seconds: a server that was overloaded a
   * moment ago may refuse one more visit.
   */
  public static byte[] patiently(InetSocketAddress target)
      throws IOException, InterruptedException {
    for (int left = TRIES - 1; ; left--) {
      try {
        return of(target, "TLSv1.3");
      } catch (IOException e) {
        if (left == 0) {
          throw e;
        }
        TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
      }
    }
  }

  /**
   * Returns the hello of a new connection of the same client, which has no claim.
   *
   * @param target the server, on this machine; it is not contacted
   * @param protocol {@code TLSv1.3} or {@code TLSv1.2}, the only one offered
   * @return its bytes, one record
   */
  public static byte[] ofStranger(InetSocketAddress target, String protocol) throws IOException {
    return hello(UncheckedTls.context(), target, protocol);
  }

  private static byte[] hello(SSLContext context, InetSocketAddress target, String protocol)
      throws IOException {
    SSLEngine engine = context.createSSLEngine(target.getHostString(), target.getPort());
    engine.setUseClientMode(true);
    engine.setSSLParameters(named(engine.getSSLParameters(), protocol));
    engine.beginHandshake();
    ByteBuffer hello = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
    try {
      engine.wrap(ByteBuffer.allocate(0), hello);
    } catch (SSLException e) {
      throw new IOException("no hello could be made for " + target + ": " + e.getMessage(), e);
    }
    byte[] bytes = new byte[hello.flip().remaining()];
    hello.get(bytes);
    return bytes;
  }

  /** Reads one page on one connection to its end: tickets of TLS 1.3 come with the reply. */
  private static void visit(SSLContext context, InetSocketAddress target, String protocol)
      throws IOException {
    try (Socket plain = new Socket()) {
      plain.setSoTimeout(PATIENCE_MILLIS);
      plain.connect(target, PATIENCE_MILLIS);
      try (SSLSocket socket =
          (SSLSocket)
              context
                  .getSocketFactory()
                  .createSocket(
                      plain, target.getHostString(), target.getPort(), /* autoClose= */ true)) {
        socket.setSSLParameters(named(socket.getSSLParameters(), protocol));
        socket.startHandshake();
        socket
            .getOutputStream()
            .write(
                "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
                    .getBytes(StandardCharsets.US_ASCII));
        InputStream reply = socket.getInputStream();
        reply.readNBytes(MOST_BYTES);
      }
    }
  }

  private static SSLParameters named(SSLParameters parameters, String protocol) {
    parameters.setServerNames(List.of(new SNIHostName(SERVER_NAME)));
    parameters.setProtocols(new String[] {protocol});
    return parameters;
  }
}
