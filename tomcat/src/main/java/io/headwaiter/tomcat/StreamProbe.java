package io.headwaiter.tomcat;

import io.headwaiter.front.session.ClientPace;
import org.apache.coyote.Request;
import org.apache.coyote.Response;

/**
 * Tells whether the worker of an HTTP/2 stream waits for the client: for the body of the request,
 * or for room in the window of the stream or connection. It waits in Tomcat's own classes, beside
 * the connection's channel.
 *
 * <p>Checked against Tomcat 11.0.27: both waits are in {@code org.apache.coyote.http2}.
 */
final class StreamProbe implements ClientPace.Probe {
  private static final String HTTP_2 = "org.apache.coyote.http2.";

  private final Request request;
  private final Response response;

  StreamProbe(Request request, Response response) {
    this.request = request;
    this.response = response;
  }

  /** Returns whether the innermost method that is not of the JDK is Tomcat's for HTTP/2. */
  @Override
  public boolean waitsForClient(Thread worker) {
    for (StackTraceElement frame : worker.getStackTrace()) {
      String name = frame.getClassName();
      if (!name.startsWith("java.") && !name.startsWith("jdk.") && !name.startsWith("sun.")) {
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
