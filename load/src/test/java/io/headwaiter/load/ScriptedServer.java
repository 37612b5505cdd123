package io.headwaiter.load;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;

/** A small server that runs a script for each connection, with one thread per connection. */
public final class ScriptedServer implements AutoCloseable {
  /** Serves one accepted connection, numbered from 0; it is closed afterwards. */
  @FunctionalInterface
  public interface Script {
    void serve(Client client, int number) throws IOException;
  }

  private static final String LENGTH_HEADER = "\r\nContent-Length: ";

  private final ServerSocket socket;
  private final SSLContext tls;
  private final Script script;
  private final AtomicInteger accepted = new AtomicInteger();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final List<String> targets = new CopyOnWriteArrayList<>();
  private final List<String> heads = new CopyOnWriteArrayList<>();
  private final List<String> bodies = new CopyOnWriteArrayList<>();
  private final CountDownLatch closed = new CountDownLatch(1);

  public ScriptedServer(Script script) {
    this(TestKeys.serverContext(/* tickets= */ true), script);
  }

  public ScriptedServer(SSLContext tls, Script script) {
    this.tls = tls;
    this.script = script;
    try {
      socket = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    daemon(this::accept);
  }

  public URI uri() {
    return URI.create("https://localhost:" + socket.getLocalPort());
  }

  public int accepted() {
    return accepted.get();
  }

  /** Request targets seen, in order. */
  public List<String> targets() {
    return targets;
  }

  /** Request lines and headers seen, in order. */
  List<String> heads() {
    return heads;
  }

  /** Bodies seen, in order; requests without one are left out. */
  List<String> bodies() {
    return bodies;
  }

  private void accept() {
    try {
      while (true) {
        Socket raw = socket.accept();
        open.add(raw);
        int number = accepted.getAndIncrement();
        daemon(() -> serve(raw, number));
      }
    } catch (IOException e) {
      closed.countDown();
    }
  }

  private void serve(Socket raw, int number) {
    try (raw) {
      script.serve(new Client(raw), number);
    } catch (IOException e) {
      // clients may leave at any time
    } finally {
      open.remove(raw);
    }
  }

  private static void daemon(Runnable task) {
    Thread thread = new Thread(task, "scripted-server");
    thread.setDaemon(true);
    thread.start();
  }

  @Override
  public void close() {
    try {
      socket.close();
      for (Socket raw : open) {
        raw.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The server's side of one connection. */
  public final class Client {
    private final Socket raw;
    private SSLSocket secure;
    private InputStream in;
    private OutputStream out;

    private Client(Socket raw) {
      this.raw = raw;
    }

    /** Reads the record of the hello, so that closing is not a reset. */
    public Client readHello() throws IOException {
      byte[] header = raw.getInputStream().readNBytes(5);
      raw.getInputStream().readNBytes(((header[3] & 0xff) << 8) | (header[4] & 0xff));
      return this;
    }

    /** Reads this many bytes, as text. */
    public String readBytes(int count) throws IOException {
      return Arrays.toString(raw.getInputStream().readNBytes(count));
    }

    /** Returns the address of the client. */
    String address() {
      return raw.getInetAddress().getHostAddress();
    }

    /** Completes the handshake. */
    public Client handshake() throws IOException {
      secure = (SSLSocket) tls.getSocketFactory().createSocket(raw, null, raw.getPort(), true);
      secure.setUseClientMode(false);
      secure.startHandshake();
      in = new BufferedInputStream(secure.getInputStream());
      out = secure.getOutputStream();
      return this;
    }

    /** Serves without TLS. */
    Client plain() throws IOException {
      in = new BufferedInputStream(raw.getInputStream());
      out = raw.getOutputStream();
      return this;
    }

    /** The cipher suite of the connection. */
    String suite() {
      return secure.getSession().getCipherSuite();
    }

    /** Answers every request with 200 and this page until the client leaves. */
    public void serveAll(String page) throws IOException {
      while (request() != null) {
        reply(200, page);
      }
    }

    /** Reads one request; returns its target, or null at the end. */
    public String request() throws IOException {
      StringBuilder head = new StringBuilder();
      while (head.indexOf("\r\n\r\n") < 0) {
        int next = in.read();
        if (next < 0) {
          return null;
        }
        head.append((char) next);
      }
      heads.add(head.toString());
      String target = head.substring(head.indexOf(" ") + 1, head.indexOf(" HTTP/1.1"));
      targets.add(target);
      int length = bodyLength(head.toString());
      if (length > 0) {
        bodies.add(new String(in.readNBytes(length), StandardCharsets.UTF_8));
      }
      return target;
    }

    private static int bodyLength(String head) {
      int name = head.indexOf(LENGTH_HEADER);
      return name < 0
          ? 0
          : Integer.parseInt(
              head.substring(name + LENGTH_HEADER.length(), head.indexOf("\r\n", name + 2)));
    }

    public void reply(int status, String page) throws IOException {
      reply(status, "", page);
    }

    /** Replies with additional header lines, each with its line end. */
    void reply(int status, String headers, String page) throws IOException {
      send(
          ("HTTP/1.1 " + status + " X\r\n" + headers)
              + ("Content-Length: " + page.length() + "\r\n\r\n" + page));
    }

    void send(String bytes) throws IOException {
      out.write(bytes.getBytes(StandardCharsets.US_ASCII));
      out.flush();
    }

    void sendRaw(int... bytes) throws IOException {
      for (int b : bytes) {
        raw.getOutputStream().write(b);
      }
      raw.getOutputStream().flush();
    }

    void reset() throws IOException {
      raw.setSoLinger(true, 0);
      raw.close();
    }

    /** Does nothing until the client or the server leaves. */
    public void hang() throws IOException {
      raw.getInputStream().transferTo(OutputStream.nullOutputStream());
    }
  }
}
