package io.headwaiter.tomcat;

import io.headwaiter.front.session.ClientPace;
import io.headwaiter.front.session.OpenConnection;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.apache.coyote.ActionCode;
import org.apache.coyote.Adapter;
import org.apache.coyote.Processor;
import org.apache.coyote.Request;
import org.apache.coyote.Response;
import org.apache.coyote.UpgradeProtocol;
import org.apache.coyote.http11.upgrade.InternalHttpUpgradeHandler;
import org.apache.tomcat.util.net.SocketEvent;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.jspecify.annotations.Nullable;

/**
 * A negotiated protocol, HTTP/2, that reports each request to its connection. Any thread may serve
 * a stream, and only the adapter can identify the connection, so each connection gets its own
 * adapter.
 *
 * <p>Checked against Tomcat 11.0.25: a connection's processor is created once, and its streams keep
 * the adapter that it was created with.
 */
record WatchedProtocol(UpgradeProtocol protocol, LongSupplier lifeNanos)
    implements UpgradeProtocol {
  @Override
  public Processor getProcessor(SocketWrapperBase<?> wrapper, Adapter adapter) {
    OpenConnection connection = connectionOf(wrapper);
    if (connection == null) {
      return protocol.getProcessor(wrapper, adapter);
    }
    Streams streams = new Streams(adapter, connection, lifeNanos);
    Processor processor = protocol.getProcessor(wrapper, streams);
    streams.processor = processor;
    return processor;
  }

  @Override
  public InternalHttpUpgradeHandler getInternalUpgradeHandler(
      SocketWrapperBase<?> wrapper, Adapter adapter, Request request) {
    OpenConnection connection = connectionOf(wrapper);
    Adapter watching = connection == null ? adapter : new Streams(adapter, connection, lifeNanos);
    return protocol.getInternalUpgradeHandler(wrapper, watching, request);
  }

  private static @Nullable OpenConnection connectionOf(SocketWrapperBase<?> wrapper) {
    return wrapper.getSocket() instanceof HeadwaiterChannel channel ? channel.connection() : null;
  }

  @Override
  public String getHttpUpgradeName(boolean secure) {
    return protocol.getHttpUpgradeName(secure);
  }

  @Override
  public byte[] getAlpnIdentifier() {
    return protocol.getAlpnIdentifier();
  }

  @Override
  public String getAlpnName() {
    return protocol.getAlpnName();
  }

  @Override
  public boolean accept(Request request) {
    return protocol.accept(request);
  }

  /** Returns whether a request is a stream of HTTP/2. */
  static boolean isStream(Request request) {
    return request.getAttribute(Streams.SERVED) != null;
  }

  /** Returns the connection of a request; null if it is not watched. */
  static @Nullable OpenConnection connectionOf(Request request) {
    return request.getAttribute(Streams.SERVED) instanceof OpenConnection ofStream
        ? ofStream
        : ConnectionTurn.current();
  }

  /** Reports the beginning and the end of each stream of one connection. */
  private static final class Streams extends ForwardingAdapter {
    private static final String SERVED = WatchedProtocol.class.getName() + ".SERVED";

    private final OpenConnection connection;
    private final LongSupplier lifeNanos;
    // Null until the connection's processor has been created, and if it was upgraded.
    private volatile @Nullable Processor processor;

    Streams(Adapter next, OpenConnection connection, LongSupplier lifeNanos) {
      super(next);
      this.connection = connection;
      this.lifeNanos = lifeNanos;
    }

    @Override
    public void service(Request request, Response response) throws Exception {
      connection.requestBegins();
      request.setAttribute(SERVED, connection);
      ClientPace pace = new ClientPace(new StreamProbe(request, response));
      pace.begin(connection);
      try {
        super.service(request, response);
      } finally {
        pace.end();
        if (!is(request, ActionCode.ASYNC_IS_ASYNC)) {
          ends(request);
        }
      }
    }

    /**
     * Tells the client to send no more requests on this connection, if its tickets grow old ({@link
     * TicketRenewal}). Requests under way are served, and those that cross the message. It follows
     * a whole reply, for clients that give up their requests when it comes. Repeated calls have no
     * effect.
     */
    private void endWhenOld() {
      Processor known = processor;
      if (known != null && connection.isOlderThan(lifeNanos.getAsLong())) {
        known.pause();
      }
    }

    private void ends(Request request) {
      if (request.getAttributes().remove(SERVED) != null) {
        connection.requestEnds();
        endWhenOld();
      }
    }

    private static boolean is(Request request, ActionCode state) {
      AtomicBoolean answer = new AtomicBoolean();
      request.action(state, answer);
      return answer.get();
    }

    @Override
    public boolean asyncDispatch(Request request, Response response, SocketEvent status)
        throws Exception {
      try {
        return super.asyncDispatch(request, response, status);
      } finally {
        if (!is(request, ActionCode.ASYNC_IS_ASYNC)
            || is(request, ActionCode.ASYNC_IS_COMPLETING)) {
          ends(request);
        }
      }
    }
  }
}
