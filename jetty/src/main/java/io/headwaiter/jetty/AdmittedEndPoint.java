package io.headwaiter.jetty;

import io.headwaiter.front.OpenConnection;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.util.thread.Scheduler;

/** The socket of one who was let in, and what came with it. */
final class AdmittedEndPoint extends SocketChannelEndPoint {
  private final Admitted admitted;

  AdmittedEndPoint(
      SocketChannel channel,
      ManagedSelector selector,
      SelectionKey key,
      Scheduler scheduler,
      Admitted admitted) {
    super(channel, selector, key, scheduler);
    this.admitted = admitted;
  }

  /** Before the work that it brings waits for a thread. */
  @Override
  public Runnable onSelected() {
    OpenConnection connection = admitted.handshake().connection();
    if (connection != null) {
      connection.touch();
    }
    return super.onSelected();
  }

  Admitted admitted() {
    return admitted;
  }
}
