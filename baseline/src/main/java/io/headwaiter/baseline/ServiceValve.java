package io.headwaiter.baseline;

import jakarta.servlet.ServletException;
import java.io.IOException;
import org.apache.catalina.connector.Request;
import org.apache.catalina.connector.Response;
import org.apache.catalina.valves.ValveBase;

/** Tells the trace of a connection when the application begins to serve a request, and ends. */
public final class ServiceValve extends ValveBase {
  /** Creates a valve, for the pipeline of a context. */
  public ServiceValve() {
    super(/* asyncSupported= */ true);
  }

  @Override
  public void invoke(Request request, Response response) throws IOException, ServletException {
    ConnectionTrace trace = ConnectionTrace.ofWorker();
    if (trace == null) {
      getNext().invoke(request, response);
      return;
    }
    trace.serviceBegins();
    try {
      getNext().invoke(request, response);
    } finally {
      trace.serviceEnds();
    }
  }
}
