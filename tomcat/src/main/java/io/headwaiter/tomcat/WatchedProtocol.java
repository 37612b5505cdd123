package io.headwaiter.tomcat;

import io.headwaiter.front.OpenConnection;
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

/**
 * A protocol that clients negotiate, HTTP/2, whose requests are known by their connection: each
 * stream is served as some work on some thread, and nothing but the adapter says for which
 * connection that is. So each connection gets an adapter of its own.
 *
 * <p>Checked against Tomcat 11.0.25: a connection's processor is made once, and its streams keep
 * the adapter that it was made with.
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

  /** The streams of one connection, from their beginning to their end. */
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
      try {
        super.service(request, response);
      } finally {
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
