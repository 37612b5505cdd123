package io.headwaiter.jetty;

import io.headwaiter.front.ThreadCpu;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Request;

/**
 * Counts the requests of HTTP/1.1 and HTTP/2, and measures their thread CPU time. One that ends on
 * another thread than it began on counts with no time of its own; what a visit costs is learned
 * from the process, so it is not cheaper for that.
 */
final class RequestMeter implements HttpConfiguration.Customizer {
  @Override
  public Request customize(Request request, HttpFields.Mutable responseHeaders) {
    if (request.getConnectionMetaData().getConnector() instanceof HeadwaiterConnector connector) {
      Thread began = Thread.currentThread();
      long before = ThreadCpu.nanos();
      Request.addCompletionListener(
          request,
          failure ->
              connector
                  .meters()
                  .request(Thread.currentThread() == began ? ThreadCpu.nanos() - before : 0));
    }
    return request;
  }
}
