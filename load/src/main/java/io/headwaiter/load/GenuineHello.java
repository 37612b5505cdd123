package io.headwaiter.load;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

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
    SSLContext context = trustingContext();
    visit(context, target, protocol);
    return hello(context, target, protocol);
  }

  /**
   * Returns the hello of a new connection of the same client, which has no claim.
   *
   * @param target the server, on this machine; it is not contacted
   * @param protocol {@code TLSv1.3} or {@code TLSv1.2}, the only one offered
   * @return its bytes, one record
   */
  public static byte[] ofStranger(InetSocketAddress target, String protocol) throws IOException {
    return hello(trustingContext(), target, protocol);
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

  private static SSLContext trustingContext() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, new TrustManager[] {new TrustsEverybody()}, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has TLS", e);
    }
  }

  /** Accepts all certificates: no known authority signs those of an experiment's servers. */
  private static final class TrustsEverybody implements X509TrustManager {
    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) {}

    @Override
    public X509Certificate[] getAcceptedIssuers() {
      return new X509Certificate[0];
    }
  }
}
