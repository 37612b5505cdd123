package io.headwaiter.jetty;

import io.headwaiter.core.profile.ConnectionUseRecorder;
import io.headwaiter.front.request.ServedRequest;
import io.headwaiter.front.request.Turn;
import io.headwaiter.front.session.OpenConnection;
import io.headwaiter.front.supply.ThreadCpu;
import io.headwaiter.telemetry.ServerMeters;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicBoolean;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpHeaderValue;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpVersion;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.util.Callback;
import org.jspecify.annotations.Nullable;

/**
 * Counts the requests of HTTP/1.1 and HTTP/2, and measures their thread CPU time. A request that
 * ends outside the turn that served it counts with no CPU time. The visit cost does not fall
 * because of this: it is learned from the process.
 */
final class RequestMeter implements HttpConfiguration.Customizer {
  private static final int NOTHING_SENT = 0;

  @Override
  public Request customize(Request request, HttpFields.Mutable responseHeaders) {
    if (request.getConnectionMetaData().getConnector() instanceof HeadwaiterConnector connector) {
      OpenConnection connection = AdmittedSslConnection.requestComes(request);
      if (connection != null) {
        connection.requestBegins();
      }
      ServerMeters meters = connector.meters();
      if (Turn.isOverdrawn(connector.excess()) && isHttp1(request)) {
        // Later requests must come again, on a connection that is charged.
        responseHeaders.put(HttpHeader.CONNECTION, HttpHeaderValue.CLOSE);
      }
      ServedRequest served = Turn.requestBegins(meters, System.nanoTime());
      served.setConnection(connection);
      request.setAttribute(ConnectionUseRecorder.ATTRIBUTE, served);
      request.addHttpStreamWrapper(
          stream -> new ServedStream(stream, request, served, meters, connection));
    }
    return request;
  }

  private static boolean isHttp1(Request request) {
    return request.getConnectionMetaData().getHttpVersion().compareTo(HttpVersion.HTTP_2) < 0;
  }

  /** One request, from its head to its end. */
  private static final class ServedStream extends HttpStream.Wrapper {
    private final Request request;
    private final ServedRequest served;
    private final ServerMeters meters;
    private final @Nullable OpenConnection connection;
    private final AtomicBoolean ended = new AtomicBoolean();
    private final long before = ThreadCpu.nanos();
    private volatile int status = NOTHING_SENT;

    ServedStream(
        HttpStream stream,
        Request request,
        ServedRequest served,
        ServerMeters meters,
        @Nullable OpenConnection connection) {
      super(stream);
      this.request = request;
      this.served = served;
      this.meters = meters;
      this.connection = connection;
    }

    @Override
    public void send(
        MetaData.Request sent,
        MetaData.Response response,
        boolean last,
        ByteBuffer content,
        Callback callback) {
      // Not for interim responses, such as 100 Continue.
      if (response != null && response.getStatus() >= HttpStatus.OK_200) {
        status = response.getStatus();
      }
      super.send(sent, response, last, content, callback);
    }

    @Override
    public void succeeded() {
      end(status == NOTHING_SENT ? HttpStatus.OK_200 : status);
      super.succeeded();
    }

    @Override
    public void failed(Throwable failure) {
      // A client that disconnects while its page is written is not a server error.
      boolean isLeft = failure instanceof IOException && status != NOTHING_SENT;
      end(isLeft ? status : HttpStatus.INTERNAL_SERVER_ERROR_500);
      super.failed(failure);
    }

    /** Records the end of the request, only once, however often this is called. */
    private void end(int finalStatus) {
      if (!ended.compareAndSet(false, true)) {
        return;
      }
      if (connection != null) {
        connection.requestEnds();
      }
      long cpuNanos = served.isServedHere() ? ThreadCpu.nanos() - before : 0;
      String type = served.typeOf(request.getHttpURI().getCanonicalPath());
      long nowNanos = System.nanoTime();
      if (meters.addresses().isOn()) {
        String target = request.getHttpURI().getPathQuery();
        meters.addresses().answered(type, finalStatus, request.getMethod(), target);
      }
      served.ends(type, finalStatus, cpuNanos, nowNanos);
    }
  }
}
