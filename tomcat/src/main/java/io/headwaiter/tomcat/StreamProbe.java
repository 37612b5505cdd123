package io.headwaiter.tomcat;

import io.headwaiter.front.session.ClientPace;
import java.util.List;
import org.apache.coyote.Request;
import org.apache.coyote.Response;

/**
 * Tells whether the worker of an HTTP/2 stream waits for the client: for the body of the request,
 * for room in the window of the stream or connection, or for room in the socket. It waits in
 * Tomcat's own classes, beside the connection's channel.
 *
 * <p>Checked against Tomcat 11.0.27: all three waits are in {@code org.apache.coyote.http2}, the
 * last one in {@code org.apache.tomcat.util.net} below it.
 */
final class StreamProbe implements ClientPace.Probe {
  private static final String HTTP_2 = "org.apache.coyote.http2.";
  private static final List<String> BELOW =
      List.of("java.", "jdk.", "sun.", "org.apache.tomcat.util.net.");

  private final Request request;
  private final Response response;

  StreamProbe(Request request, Response response) {
    this.request = request;
    this.response = response;
  }

  @Override
  public boolean waitsForClient(Thread worker) {
    return isInHttp2(worker);
  }

  /**
   * Returns whether the innermost method that is neither of the JDK nor of Tomcat's sockets is
   * Tomcat's for HTTP/2.
   */
  static boolean isInHttp2(Thread worker) {
    for (StackTraceElement frame : worker.getStackTrace()) {
      String name = frame.getClassName();
      if (BELOW.stream().noneMatch(name::startsWith)) {
        return name.startsWith(HTTP_2);
      }
    }
    return false;
  }

  @Override
  public long bytes() {
    return request.getBytesRead() + response.getBytesWritten(/* flush= */ false);
  }
}
