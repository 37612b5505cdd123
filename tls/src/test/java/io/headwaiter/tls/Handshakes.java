package io.headwaiter.tls;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/** Real handshakes in memory, mostly with a JSSE client. */
final class Handshakes {
  static final String HOST = "shop.example";
  private static final String PASSWORD = "headwaiter";

  static {
    // This runs before the first context of this JVM: JSSE reads its mode once. Surefire sets it.
    var unused = JsseStatefulMode.enable();
  }

  /** The result of one handshake: the client's first flight and the server's engine. */
  static final class Run {
    private final byte[] firstFlight;
    private final SSLEngine server;

    private Run(byte[] firstFlight, SSLEngine server) {
      this.firstFlight = firstFlight;
      this.server = server;
    }

    byte[] firstFlight() {
      return firstFlight.clone();
    }

    SSLEngine server() {
      return server;
    }
  }

  private Handshakes() {}

  static SSLContext server(Path folder, String keyAlgorithm) throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keyManagers(folder, keyAlgorithm), null, null);
    return context;
  }

  static KeyManager[] keyManagers(Path folder, String keyAlgorithm) throws Exception {
    KeyManagerFactory factory = KeyManagerFactory.getInstance("SunX509");
    factory.init(keys(folder, keyAlgorithm), PASSWORD.toCharArray());
    return factory.getKeyManagers();
  }

  /** Returns a store with one key under the alias "server". */
  static KeyStore keys(Path folder, String keyAlgorithm) throws Exception {
    return KeyStore.getInstance(keystore(folder, keyAlgorithm).toFile(), PASSWORD.toCharArray());
  }

  static PrivateKey key(KeyStore keys) throws Exception {
    return (PrivateKey) keys.getKey("server", PASSWORD.toCharArray());
  }

  static SSLContext client() throws Exception {
    return client(null);
  }

  /** Returns a client that sends a certificate on request; null for none. */
  static SSLContext client(KeyManager[] keys) throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys, new TrustManager[] {new TrustAll()}, null);
    return context;
  }

  /** Runs a whole handshake, then sends one byte each way so that the TLS 1.3 tickets are read. */
  static Run run(SSLContext client, SSLContext server, String protocol) throws SSLException {
    return run(client, server, protocol, hello -> {});
  }

  /** Does the same, and passes the hello to {@code beforeServer} before the server gets it. */
  static Run run(
      SSLContext client, SSLContext server, String protocol, Consumer<byte[]> beforeServer)
      throws SSLException {
    SSLEngine s = server.createSSLEngine();
    s.setUseClientMode(false);
    return run(clientEngine(client, protocol), s, beforeServer);
  }

  /** Does the same between these engines. */
  static Run run(SSLEngine c, SSLEngine s, Consumer<byte[]> beforeServer) throws SSLException {
    ByteBuffer toServer = ByteBuffer.allocate(64 * 1024);
    ByteBuffer toClient = ByteBuffer.allocate(64 * 1024);
    byte[] first = null;
    boolean clientSaid = false;
    boolean serverSaid = false;
    for (int turn = 0; turn < 50 && !(clientSaid && serverSaid); turn++) {
      clientSaid |= wrapAll(c, toServer);
      if (first == null) {
        first = java.util.Arrays.copyOf(toServer.array(), toServer.position());
        beforeServer.accept(first);
      }
      unwrapAll(s, toServer);
      serverSaid |= wrapAll(s, toClient);
      unwrapAll(c, toClient);
    }
    if (!clientSaid || !serverSaid) {
      throw new AssertionError("the handshake did not finish");
    }
    return new Run(first, s);
  }

  /** Returns the hello that this client would send now. */
  static byte[] hello(SSLContext client, String protocol) throws SSLException {
    return hello(clientEngine(client, protocol));
  }

  /** Returns the first flight of this engine. */
  static byte[] hello(SSLEngine engine) throws SSLException {
    ByteBuffer out = ByteBuffer.allocate(64 * 1024);
    engine.wrap(ByteBuffer.allocate(0), out);
    return java.util.Arrays.copyOf(out.array(), out.position());
  }

  static SSLEngine clientEngine(SSLContext client, String protocol) {
    SSLEngine engine = client.createSSLEngine(HOST, 443);
    engine.setUseClientMode(true);
    engine.setEnabledProtocols(new String[] {protocol});
    return engine;
  }

  /** Wraps all pending output; true once application data has been sent. */
  private static boolean wrapAll(SSLEngine engine, ByteBuffer out) throws SSLException {
    boolean said = false;
    for (int i = 0; i < 20; i++) {
      tasks(engine);
      HandshakeStatus status = engine.getHandshakeStatus();
      if (status == HandshakeStatus.NEED_UNWRAP || said) {
        return said;
      }
      boolean done = status == HandshakeStatus.NOT_HANDSHAKING && established(engine);
      SSLEngineResult result = engine.wrap(ByteBuffer.wrap(new byte[done ? 1 : 0]), out);
      said = result.bytesConsumed() > 0;
    }
    return said;
  }

  private static boolean established(SSLEngine engine) {
    return !engine.getSession().getCipherSuite().equals("SSL_NULL_WITH_NULL_NULL");
  }

  private static void unwrapAll(SSLEngine engine, ByteBuffer in) throws SSLException {
    in.flip();
    ByteBuffer plain = ByteBuffer.allocate(64 * 1024);
    while (in.hasRemaining()) {
      SSLEngineResult result = engine.unwrap(in, plain);
      tasks(engine);
      if (result.bytesConsumed() == 0
          && engine.getHandshakeStatus() != HandshakeStatus.NEED_UNWRAP) {
        break;
      }
    }
    in.compact();
  }

  private static void tasks(SSLEngine engine) {
    for (Runnable task = engine.getDelegatedTask();
        task != null;
        task = engine.getDelegatedTask()) {
      task.run();
    }
  }

  private static Path keystore(Path folder, String keyAlgorithm) throws Exception {
    Path file = folder.resolve(keyAlgorithm + ".p12");
    if (Files.exists(file)) {
      return file;
    }
    String keytool = Path.of(System.getProperty("java.home"), "bin", "keytool").toString();
    Process process =
        new ProcessBuilder(
                List.of(
                    keytool,
                    "-genkeypair",
                    "-alias",
                    "server",
                    "-keyalg",
                    keyAlgorithm,
                    "-dname",
                    "CN=" + HOST,
                    "-validity",
                    "30",
                    "-storetype",
                    "PKCS12",
                    "-keystore",
                    file.toString(),
                    "-storepass",
                    PASSWORD))
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
      throw new AssertionError(output);
    }
    return file;
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
