package io.headwaiter.front;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.admission.AdmissionPolicy;
import io.headwaiter.core.hello.ClientHelloParser;
import io.headwaiter.core.hello.HelloLimits;
import io.headwaiter.core.hello.ResumptionClaim;
import io.headwaiter.front.config.HeadwaiterSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntSupplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;

/**
 * Lets a connector serve itself before any client can use it: ClientHellos through parser and gate,
 * full and resumed TLS handshakes with the certificate and engines that customers will meet, and a
 * request on each. This loads classes and compiles the first code before the first visits.
 *
 * <p>Each connection goes to a listener of its own, on a free port of the loopback address. That
 * listener takes one connection of this process and is closed. So it does not matter where the
 * connector listens, and no other client is served meanwhile. The connector's own reading,
 * handshake, parsing and writing run, which engines in memory would not warm up. No connection
 * passes the door; the connector takes it as one of a warm-up and counts it nowhere.
 *
 * <p>A failure does not stop the start: an exception is logged in one line and ends the warm-up.
 * Belongs to one thread.
 */
public final class WarmUp {
  /** Takes a connection as if the door had admitted it, without counting it. */
  @FunctionalInterface
  public interface Taker {
    /** Serves it on other threads, and closes it. */
    void take(SocketChannel connection);
  }

  private static final System.Logger LOG = System.getLogger(WarmUp.class.getName());
  private static final int ROUNDS = 40;
  private static final int REQUESTS_PER_PATH = 5;
  private static final int BACKLOG = 1;
  private static final int TICKET_MILLIS = 10;
  private static final long CLOSE_NANOS_MAX = 500_000_000L;
  private static final long LOOK_NANOS = 1_000_000L;
  private static final String HOST = "localhost";
  private static final int STATUS_AT = "HTTP/1.1 ".length();
  private static final char STATUS_ERROR = '4';
  private static final String NO_APPLICATION = "OPTIONS * HTTP/1.1";

  private final Duration longest;
  private final List<String> paths;
  private final Taker taker;
  private final boolean requests;
  private final long beganNanos = System.nanoTime();

  private WarmUp(HeadwaiterSettings settings, Taker taker, boolean requests) {
    this.longest = settings.warmUp();
    this.paths = settings.warmUpPaths();
    this.taker = taker;
    this.requests = requests;
  }

  /**
   * Warms up for at most as long as the settings say; returns at once if that is 0.
   *
   * @param requests whether the connector answers requests itself; else there are handshakes only
   * @param open how many connections it has; when this returns, none of them is of the warm-up,
   *     unless the application does not end its answer
   */
  public static void run(
      HeadwaiterSettings settings, Taker taker, boolean requests, IntSupplier open) {
    WarmUp warmUp = new WarmUp(settings, taker, requests);
    if (warmUp.longest.isZero()) {
      return;
    }
    warmUp.untilAnythingFails();
    long end = System.nanoTime();
    while (open.getAsInt() > 0 && System.nanoTime() - end < CLOSE_NANOS_MAX) {
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  private void untilAnythingFails() {
    try {
      rounds();
      for (String path : paths) {
        application(path);
      }
    } catch (IOException | GeneralSecurityException | RuntimeException e) {
      LOG.log(
          System.Logger.Level.INFO,
          "The warm-up ended early, and the start goes on; only the first requests are slower: {0}",
          e.toString());
    }
  }

  /** Returns the time left for everything, or for all but the application's own pages. */
  private long millisLeft(boolean all) {
    long passed = (System.nanoTime() - beganNanos) / 1_000_000;
    long longestMillis = all || paths.isEmpty() ? longest.toMillis() : longest.toMillis() / 2;
    return longestMillis - passed;
  }

  private void rounds() throws IOException, GeneralSecurityException {
    SSLContext kept = client();
    for (int round = 0; round < ROUNDS && millisLeft(false) > 0; round++) {
      // Every other round resumes the session of the one before.
      kept = round % 2 == 0 && round > 0 ? client() : kept;
      decide(kept);
      ask(kept, NO_APPLICATION, millisLeft(false));
    }
  }

  /** Requests a page that the operator has listed, until it fails or was requested often enough. */
  private void application(String path) throws IOException, GeneralSecurityException {
    SSLContext client = client();
    for (int i = 0; i < REQUESTS_PER_PATH && millisLeft(true) > 0; i++) {
      String answer = ask(client, "GET " + path + " HTTP/1.1", millisLeft(true));
      if (answer.length() <= STATUS_AT || answer.charAt(STATUS_AT) >= STATUS_ERROR) {
        String line = answer.lines().findFirst().orElse("nothing");
        LOG.log(System.Logger.Level.INFO, "The warm-up asked for {0} and got {1}", path, line);
        return;
      }
    }
  }

  /** Puts a hello through a parser and a gate of its own. */
  private static void decide(SSLContext client) throws SSLException {
    SSLEngine engine = client.createSSLEngine();
    engine.setUseClientMode(true);
    ByteBuffer hello = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
    engine.wrap(ByteBuffer.allocate(0), hello);
    ClientHelloParser parser = new ClientHelloParser(HelloLimits.DEFAULT);
    if (parser.parse(hello.flip()) == ClientHelloParser.Status.COMPLETE) {
      ResumptionClaim.of(parser.hello(), /* serverSpeaksTls13= */ true);
    }
    AdmissionGate gate = new AdmissionGate(AdmissionPolicy.OPEN);
    gate.decideNew(System.nanoTime());
    gate.decideClaim(System.nanoTime());
  }

  /**
   * Sends one request on a connection of its own.
   *
   * @return the whole answer; empty if there was a handshake only
   */
  private String ask(SSLContext client, String request, long millis) throws IOException {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    try (ServerSocketChannel listener = ServerSocketChannel.open()) {
      listener.bind(new InetSocketAddress(loopback, /* port= */ 0), BACKLOG);
      int port = ((InetSocketAddress) listener.getLocalAddress()).getPort();
      try (Socket plain = new Socket(loopback, port)) {
        plain.setSoTimeout((int) Math.max(1, millis));
        plain.setTcpNoDelay(true);
        SocketChannel accepted = listener.accept();
        if (!plain.getLocalSocketAddress().equals(accepted.getRemoteAddress())) {
          accepted.close();
          throw new IOException("another process of this machine connected to its listener");
        }
        taker.take(accepted);
        return requests ? answer(client, plain, request) : handshake(client, plain);
      }
    }
  }

  private static SSLSocket tls(SSLContext client, Socket plain) throws IOException {
    return (SSLSocket)
        client
            .getSocketFactory()
            .createSocket(plain, HOST, plain.getPort(), /* autoClose= */ false);
  }

  private static String handshake(SSLContext client, Socket plain) throws IOException {
    try (SSLSocket socket = tls(client, plain)) {
      socket.startHandshake();
      // The tickets of TLS 1.3 follow the handshake.
      plain.setSoTimeout(TICKET_MILLIS);
      socket.getInputStream().read();
    } catch (SocketTimeoutException nothingElseComes) {
      return "";
    }
    return "";
  }

  private static String answer(SSLContext client, Socket plain, String request) throws IOException {
    try (SSLSocket socket = tls(client, plain)) {
      String head = request + "\r\nHost: " + HOST + "\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
      return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }
  }

  private static SSLContext client() throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, new TrustManager[] {new OwnServer()}, null);
    return context;
  }

  /**
   * Trusts any certificate: the connection shows that the other end is this process, and a
   * certificate cannot show more.
   */
  private static final class OwnServer implements X509TrustManager {
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
