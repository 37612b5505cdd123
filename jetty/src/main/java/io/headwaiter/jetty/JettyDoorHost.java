package io.headwaiter.jetty;

import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.RefusalReason;
import io.headwaiter.door.AdmittedConnection;
import io.headwaiter.door.DoorHost;
import io.headwaiter.front.session.ClaimedTicket;
import io.headwaiter.front.session.ConnectionLimit;
import io.headwaiter.front.session.OpenConnection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SocketChannel;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.SelectorManager;
import org.eclipse.jetty.util.IO;
import org.jspecify.annotations.Nullable;

/**
 * The container as the door sees it: counts the connections at the door and behind it, and hands
 * the admitted ones to Jetty.
 */
final class JettyDoorHost implements DoorHost, SelectorManager.AcceptListener {
  private static final System.Logger LOG = System.getLogger(JettyDoorHost.class.getName());
  private static final String TLS13 = "TLSv1.3";

  private final HeadwaiterConnector connector;
  private final Map<SelectableChannel, ConnectionHandover> inside = new ConcurrentHashMap<>();
  private final AtomicInteger connections = new AtomicInteger();
  private final ConnectionLimit limit;

  JettyDoorHost(HeadwaiterConnector connector) {
    this.connector = connector;
    this.limit = new ConnectionLimit(connector::getMaxConnections, connections::get);
  }

  /** Returns the limit of connections. */
  ConnectionLimit limit() {
    return limit;
  }

  /** Returns the number of open connections, at the door and behind it. */
  int connections() {
    return connections.get();
  }

  @Override
  public int vacancies() {
    return limit.vacancies();
  }

  @Override
  public int placesKept() {
    return limit.kept();
  }

  @Override
  public void accepted() {
    connections.incrementAndGet();
  }

  @Override
  public void admit(SocketChannel channel, ByteBuffer received, AdmittedConnection admitted) {
    OpenConnection connection = null;
    boolean taken = false;
    try {
      connection = connector.watch().admit(admitted, (idle, claim) -> close(channel, idle, claim));
      // The ticket's owner is known already, unless the claim was not looked up.
      ClaimedTicket claimed = admitted.entry() == Entry.CLAIMED ? ClaimedTicket.in(received) : null;
      HandshakeMeter handshake =
          new HandshakeMeter(admitted, connector.handshakes(), claimed, connection);
      take(channel, received, handshake);
      taken = true;
    } finally {
      if (!taken && channel.isOpen()) { // Jetty was not asked yet: see fail
        connector.gate().noteLost(RefusalReason.CONTAINER_FAILED);
        discard(channel);
      }
      if (!taken && connection != null) {
        connection.closed();
      }
    }
  }

  /** Closes a connection once a selector has it; Jetty would not notify its connection before. */
  private void close(SocketChannel channel, boolean onlyIdle, BooleanSupplier claim) {
    ConnectionHandover handover = inside.get(channel);
    EndPoint endPoint = handover == null ? null : handover.endPoint();
    if (endPoint == null) {
      return;
    }
    boolean may =
        !onlyIdle
            || (endPoint.getConnection() instanceof AdmittedSslConnection tls
                && tls.isRequestBased());
    if (may && claim.getAsBoolean()) {
      endPoint.close();
    }
  }

  /** Takes a connection of the connector to itself, before the door accepts any. */
  void warmUp(SocketChannel channel) {
    accepted();
    try {
      channel.configureBlocking(false);
    } catch (IOException e) {
      discard(channel);
      throw new UncheckedIOException("The warm-up's connection failed", e);
    }
    take(channel, ByteBuffer.allocate(0), HandshakeMeter.forWarmUp());
  }

  private void take(SocketChannel channel, ByteBuffer received, HandshakeMeter handshake) {
    ConnectionHandover handover = new ConnectionHandover(received, handshake);
    inside.put(channel, handover);
    try {
      connector.takeIn(channel, handover);
    } catch (RuntimeException | Error e) {
      // Jetty is stopping or overloaded; the caller logs why.
      fail(channel);
      throw e;
    }
  }

  @Override
  public void discard(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      LOG.log(System.Logger.Level.DEBUG, "Closing a connection failed", e);
    }
    left();
  }

  @Override
  public long keepAliveNanos() {
    long millis = connector.getIdleTimeout();
    return millis < 1 ? Long.MAX_VALUE : TimeUnit.MILLISECONDS.toNanos(millis);
  }

  @Override
  public boolean mayOpenParallel(@Nullable InetAddress client) {
    return connector.mayOpenParallel(client);
  }

  @Override
  public boolean speaksTls13(@Nullable String serverName) {
    for (String protocol : connector.tls().getSelectedProtocols()) {
      if (protocol.equals(TLS13)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void onClosed(SelectableChannel channel) {
    gone(channel);
  }

  @Override
  public void onAcceptFailed(SelectableChannel channel, Throwable failure) {
    fail(channel);
  }

  private void fail(SelectableChannel channel) {
    ConnectionHandover handover = gone(channel);
    if (handover == null) {
      return;
    }
    if (!handover.handshake().isForWarmUp()) {
      connector.gate().noteLost(RefusalReason.CONTAINER_FAILED);
    }
    IO.close(channel);
  }

  /** Removes a connection that has ended; returns null if it was removed before. */
  private ConnectionHandover gone(SelectableChannel channel) {
    ConnectionHandover handover = inside.remove(channel);
    if (handover != null) {
      handover.handshake().closed();
      left();
    }
    return handover;
  }

  private void left() {
    connections.decrementAndGet();
    connector.vacancyAtTheDoor();
  }
}
