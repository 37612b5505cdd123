package io.headwaiter.telemetry;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Answers the agent checks of HAProxy: each connection gets one line and is closed. What the client
 * sends is read and dropped, since an unread byte would make the close a reset, which can cost the
 * answer.
 *
 * <p>Thread-safe. At most {@value #CONNECTIONS_MAX} connections are served at a time, each for half
 * a second at most; further ones are closed at once. HAProxy takes that for no answer, and keeps
 * the last one.
 */
public final class AgentServer implements AutoCloseable {
  static final int CONNECTIONS_MAX = 16;

  private static final System.Logger LOG = System.getLogger(AgentServer.class.getName());
  private static final int BACKLOG = 64;
  private static final int READ_MILLIS = 200;
  private static final long CONNECTION_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
  private static final long FAILED_NANOS = TimeUnit.MILLISECONDS.toNanos(100);
  private static final int IDLE_SECONDS = 10;

  private final ServerSocket listener;
  private final Supplier<String> answer;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(
          0,
          CONNECTIONS_MAX,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new SynchronousQueue<>(),
          task -> AdminServer.daemon(task, "headwaiter-agent"),
          (task, pool) -> ((Check) task).close());

  /** One connection. */
  private final class Check implements Runnable {
    private final Socket socket;

    Check(Socket socket) {
      this.socket = socket;
      open.add(socket);
    }

    @Override
    public void run() {
      try {
        socket.setSoTimeout(READ_MILLIS);
        socket.getOutputStream().write((answer.get() + "\n").getBytes(StandardCharsets.US_ASCII));
        socket.shutdownOutput();
        drain(socket.getInputStream());
      } catch (IOException e) {
        LOG.log(System.Logger.Level.DEBUG, "The client of an agent check left", e);
      } finally {
        close();
      }
    }

    private static void drain(InputStream in) throws IOException {
      long end = System.nanoTime() + CONNECTION_NANOS;
      byte[] dropped = new byte[256];
      while (in.read(dropped) >= 0 && System.nanoTime() - end < 0) {}
    }

    void close() {
      open.remove(socket);
      try {
        socket.close();
      } catch (IOException e) {
        LOG.log(System.Logger.Level.DEBUG, "An agent check was closed", e);
      }
    }
  }

  private AgentServer(ServerSocket listener, Supplier<String> answer) {
    this.listener = listener;
    this.answer = answer;
  }

  /**
   * Starts to answer.
   *
   * @param address where to listen; port 0 takes a free one
   * @param answer the line, made anew for each connection, quickly
   * @throws IOException with an explanatory message if the address cannot be bound
   */
  public static AgentServer start(InetSocketAddress address, Supplier<String> answer)
      throws IOException {
    ServerSocket listener = new ServerSocket();
    try {
      listener.bind(address, BACKLOG);
    } catch (IOException e) {
      listener.close();
      throw AdminServer.cannotListen(
          "The port for agent checks cannot listen on %s (%s). Choose another with agentPort.",
          address, e);
    }
    AgentServer server = new AgentServer(listener, answer);
    AdminServer.daemon(server::accept, "headwaiter-agent-door").start();
    return server;
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        serve(new Check(listener.accept()));
      } catch (IOException e) {
        LOG.log(System.Logger.Level.DEBUG, "No agent check was accepted", e);
        // There may be no descriptor left, and then the next attempt fails at once.
        LockSupport.parkNanos(FAILED_NANOS);
      }
    }
  }

  private void serve(Check check) {
    try {
      threads.execute(check);
    } catch (OutOfMemoryError e) {
      LOG.log(System.Logger.Level.WARNING, "No thread is left for an agent check", e);
      check.close();
    }
  }

  /** Returns the address on which it listens. */
  public InetSocketAddress address() {
    return (InetSocketAddress) listener.getLocalSocketAddress();
  }

  @Override
  public void close() {
    close(listener);
    open.forEach(AgentServer::close);
    threads.shutdownNow();
  }

  private static void close(Closeable socket) {
    try {
      socket.close();
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "A socket for agent checks could not be closed", e);
    }
  }
}
