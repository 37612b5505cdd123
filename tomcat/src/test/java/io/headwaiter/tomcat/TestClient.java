package io.headwaiter.tomcat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/** A client with a session cache of its own and one TLS version. */
public final class TestClient {
  public static final int GUARD_MILLIS = 20_000;

  private final SSLContext context;
  private final String protocol;
  private String host = "localhost";
  private String[] cipherSuites;
  private String[] alpn;

  public TestClient(String protocol) throws Exception {
    this(protocol, null);
  }

  public TestClient(String protocol, KeyManagerFactory keys) throws Exception {
    this.protocol = protocol;
    this.context = trusting(keys == null ? null : keys.getKeyManagers());
  }

  /** Sets the server name; a name with a dot is sent as SNI. */
  public TestClient host(String name) {
    host = name;
    return this;
  }

  public TestClient cipherSuites(String... suites) {
    cipherSuites = suites;
    return this;
  }

  /** Sends one request on a connection of its own, and returns the answer. */
  public String get(int port) throws IOException {
    return get(port, hello -> hello);
  }

  /** Sends one request with a hello that {@code bend} changes, and returns the answer. */
  public String get(int port, UnaryOperator<byte[]> bend) throws IOException {
    try (TlsConnection connection = connect(port, bend)) {
      connection.handshake();
      connection.send(request());
      return connection.readAll();
    }
  }

  /** Opens a connection without its handshake. */
  public TlsConnection connect(int port, UnaryOperator<byte[]> bend) throws IOException {
    return new TlsConnection(engine(), tcp(port), bend);
  }

  public String request() {
    return "GET / HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
  }

  public TestClient alpn(String... names) {
    alpn = names;
    return this;
  }

  /** Creates an engine that offers the sessions of this client's cache. */
  public SSLEngine engine() {
    SSLEngine engine = context.createSSLEngine(host, 443);
    engine.setUseClientMode(true);
    SSLParameters parameters = engine.getSSLParameters();
    parameters.setProtocols(new String[] {protocol});
    if (cipherSuites != null) {
      parameters.setCipherSuites(cipherSuites);
    }
    if (alpn != null) {
      parameters.setApplicationProtocols(alpn);
    }
    engine.setSSLParameters(parameters);
    return engine;
  }

  /** Returns the hello that this client would send now. Uses up a session of TLS 1.3. */
  public byte[] hello() throws IOException {
    ByteBuffer out = ByteBuffer.allocate(64 * 1024);
    engine().wrap(ByteBuffer.allocate(0), out);
    return Arrays.copyOf(out.array(), out.position());
  }

  public static Socket tcp(int port) throws IOException {
    Socket socket = new Socket();
    socket.setTcpNoDelay(true);
    socket.setSoTimeout(GUARD_MILLIS);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), GUARD_MILLIS);
    return socket;
  }

  /**
   * Sends these bytes and returns the first byte of the answer, the type of a TLS record if it is
   * one; -1 for none.
   */
  public static int firstByteAnswering(int port, byte[] sent) throws IOException {
    try (Socket socket = tcp(port)) {
      socket.getOutputStream().write(sent);
      return socket.getInputStream().read();
    } catch (java.net.SocketTimeoutException e) {
      throw new AssertionError("neither answered nor closed", e);
    } catch (java.net.SocketException e) {
      return -1;
    }
  }

  public static SSLContext trusting(KeyManager[] keys) throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys, new TrustManager[] {new TrustAll()}, null);
    return context;
  }

  private static final class TrustAll implements X509TrustManager {
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
