package io.headwaiter.tomcat;

import io.headwaiter.front.session.OpenConnection;
import java.util.function.LongSupplier;
import org.apache.coyote.Adapter;
import org.apache.coyote.Request;
import org.apache.coyote.Response;

/**
 * Ends a connection of HTTP/1.1 with a reply that says so, when the tickets of its client grow old.
 * The client comes again with a resumption, which is cheap, and gets new ones. Without this, a
 * customer on one long connection who then comes to another server shows it a ticket that is older
 * than a visit may be idle, and is refused.
 *
 * <p>{@link WatchedProtocol} does this for HTTP/2.
 */
final class TicketRenewal extends ForwardingAdapter {
  private final LongSupplier lifeNanos;

  /**
   * @param lifeNanos how long a connection is kept open
   */
  TicketRenewal(Adapter next, LongSupplier lifeNanos) {
    super(next);
    this.lifeNanos = lifeNanos;
  }

  @Override
  public void service(Request request, Response response) throws Exception {
    OpenConnection connection = ConnectionTurn.current();
    if (connection != null
        && !WatchedProtocol.isStream(request)
        && connection.isOlderThan(lifeNanos.getAsLong())) {
      response.setHeader("Connection", "close");
    }
    super.service(request, response);
  }
}
