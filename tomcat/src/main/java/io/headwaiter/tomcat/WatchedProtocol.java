package io.headwaiter.tomcat;

import io.headwaiter.front.session.ClientPace;
import io.headwaiter.front.session.OpenConnection;
import java.util.concurrent.atomic.AtomicBoolean;
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
record WatchedProtocol(UpgradeProtocol protocol) implements UpgradeProtocol {
  @Override
  public Processor getProcessor(SocketWrapperBase<?> wrapper, Adapter adapter) {
    return protocol.getProcessor(wrapper, watching(wrapper, adapter));
  }

  @Override
  public InternalHttpUpgradeHandler getInternalUpgradeHandler(
      SocketWrapperBase<?> wrapper, Adapter adapter, Request request) {
    return protocol.getInternalUpgradeHandler(wrapper, watching(wrapper, adapter), request);
  }

  private static Adapter watching(SocketWrapperBase<?> wrapper, Adapter adapter) {
    OpenConnection connection =
        wrapper.getSocket() instanceof HeadwaiterChannel channel ? channel.connection() : null;
    return connection == null ? adapter : new Streams(adapter, connection);
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

    Streams(Adapter next, OpenConnection connection) {
      super(next);
      this.connection = connection;
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

    private void ends(Request request) {
      if (request.getAttributes().remove(SERVED) != null) {
        connection.requestEnds();
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
