package io.headwaiter.jetty;

import io.headwaiter.front.request.Turn;
import io.headwaiter.front.session.OpenConnection;
import io.headwaiter.front.session.SessionUse;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.util.thread.Invocable;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/** The end point of an admitted connection, and the data that came with it. */
final class AdmittedEndPoint extends SocketChannelEndPoint {
  private final ConnectionHandover handover;

  AdmittedEndPoint(
      SocketChannel channel,
      ManagedSelector selector,
      SelectionKey key,
      Scheduler scheduler,
      ConnectionHandover handover) {
    super(channel, selector, key, scheduler);
    this.handover = handover;
  }

  /** Returns the address that a balancer has named, or that of the connection. */
  @Override
  public SocketAddress getRemoteSocketAddress() {
    InetSocketAddress named = handover.handshake().named();
    return named == null ? super.getRemoteSocketAddress() : named;
  }

  ConnectionHandover admitted() {
    return handover;
  }

  /**
   * Called on the selector's thread. Returns work that says for which visit it is, before it waits
   * for a thread.
   */
  @Override
  public @Nullable Runnable onSelected() {
    Turn.worksForMany();
    OpenConnection connection = handover.handshake().connection();
    if (connection != null) {
      connection.touch();
    }
    Runnable work = super.onSelected();
    SessionUse sessionUse = handover.handshake().sessionUse();
    return work == null ? null : new Selected(work, sessionUse, connection);
  }

  /** Work of a connection, as its selector hands it over. */
  private record Selected(
      Runnable work, @Nullable SessionUse sessionUse, @Nullable OpenConnection connection)
      implements Turns.OfConnection, Invocable.Task, Closeable {
    @Override
    public void run() {
      if (connection == null) {
        work.run();
        return;
      }
      connection.turnBegins(/* waitedNanos= */ 0);
      try {
        work.run();
      } finally {
        connection.turnEnds();
      }
    }

    @Override
    public boolean isServing() {
      return connection != null && connection.isServing();
    }

    @Override
    public InvocationType getInvocationType() {
      return Invocable.getInvocationType(work);
    }

    @Override
    public void close() throws IOException {
      if (work instanceof Closeable closeable) {
        closeable.close();
      }
    }
  }
}
