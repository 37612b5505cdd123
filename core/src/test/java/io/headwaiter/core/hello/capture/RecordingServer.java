package io.headwaiter.core.hello.capture;

import io.headwaiter.core.hello.ClientHelloParser;
import io.headwaiter.core.hello.HelloLimits;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * A JSSE HTTPS server on a free port of the loopback that keeps the first flight of each
 * connection. It closes the connection after each reply, so that the page's image and its second
 * fetch need new connections, which a client may resume.
 */
final class RecordingServer implements AutoCloseable {
  private static final char[] PASSWORD = "capture".toCharArray();
  private static final int CONNECTIONS_MAX = 64;
  private static final int IDLE_MILLIS_MAX = 10_000;
  private static final String PAGE =
      "<!doctype html><title>capture</title><img src=/image>"
          + "<script>setTimeout(() => fetch('/again'), 300)</script>";

  private final ServerSocket listener;
  private final SSLContext context;
  private final boolean speaksTls13;
  private final List<Recording> recordings = new CopyOnWriteArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  private RecordingServer(ServerSocket listener, SSLContext context, boolean speaksTls13) {
    this.listener = listener;
    this.context = context;
    this.speaksTls13 = speaksTls13;
  }

  static RecordingServer start(Path keystore, boolean speaksTls13)
      throws IOException, GeneralSecurityException {
    ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    RecordingServer server = new RecordingServer(listener, context(keystore), speaksTls13);
    server.threads.execute(server::acceptAll);
    return server;
  }

  private static SSLContext context(Path keystore) throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(keystore)) {
      store.load(in, PASSWORD);
    }
    KeyManagerFactory keys = KeyManagerFactory.getInstance("SunX509");
    keys.init(store, PASSWORD);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), null, null);
    return context;
  }

  int port() {
    return listener.getLocalPort();
  }

  List<Recording> recordings() {
    return List.copyOf(recordings);
  }

  private void acceptAll() {
    try {
      for (int i = 0; i < CONNECTIONS_MAX; i++) {
        Socket socket = listener.accept();
        threads.execute(() -> serve(socket));
      }
    } catch (IOException e) {
      // the listener was closed: the client is done
    }
  }

  private void serve(Socket accepted) {
    long acceptedMillis = System.currentTimeMillis();
    try (Socket socket = accepted) {
      socket.setSoTimeout(IDLE_MILLIS_MAX);
      byte[] firstFlight = readHello(socket.getInputStream());
      if (firstFlight.length == 0) {
        return; // browsers open connections early and may send nothing
      }
      Recording recording = new Recording(firstFlight);
      recordings.add(recording);
      SSLSocket tls =
          (SSLSocket)
              context
                  .getSocketFactory()
                  .createSocket(socket, new ByteArrayInputStream(firstFlight), true);
      configure(tls);
      tls.startHandshake();
      recording.handshaken(
          tls.getSession().getProtocol(), tls.getSession().getCreationTime() < acceptedMillis);
      reply(tls);
    } catch (IOException e) {
      // the recording says that the handshake failed, or the client left after it
    }
  }

  private void configure(SSLSocket tls) {
    tls.setUseClientMode(false);
    SSLParameters parameters = tls.getSSLParameters();
    parameters.setProtocols(
        speaksTls13
            ? new String[] {"TLSv1.3", "TLSv1.2", "TLSv1.1", "TLSv1"}
            : new String[] {"TLSv1.2"});
    parameters.setApplicationProtocols(new String[] {"http/1.1"});
    tls.setSSLParameters(parameters);
  }

  private static byte[] readHello(InputStream in) throws IOException {
    ClientHelloParser parser = new ClientHelloParser(HelloLimits.DEFAULT);
    byte[] bytes = new byte[HelloLimits.DEFAULT.helloBytesMax()];
    int length = 0;
    while (parser.parse(ByteBuffer.wrap(bytes, 0, length)) == ClientHelloParser.Status.NEED_MORE) {
      int count = in.read(bytes, length, bytes.length - length);
      if (count < 0) {
        break;
      }
      length += count;
    }
    return Arrays.copyOf(bytes, length);
  }

  private static void reply(SSLSocket tls) throws IOException {
    InputStream in = tls.getInputStream();
    int matched = 0;
    while (matched < 4) { // the blank line that ends a request
      int b = in.read();
      if (b < 0) {
        return;
      }
      matched = b == "\r\n\r\n".charAt(matched) ? matched + 1 : (b == '\r' ? 1 : 0);
    }
    String head =
        "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: %d\r\nConnection: close\r\n\r\n"
            .formatted(PAGE.length());
    tls.getOutputStream().write((head + PAGE).getBytes(StandardCharsets.US_ASCII));
    tls.getOutputStream().flush();
  }

  @Override
  public void close() throws IOException {
    listener.close();
    threads.shutdownNow();
  }
}
