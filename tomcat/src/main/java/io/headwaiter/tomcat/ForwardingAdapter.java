package io.headwaiter.tomcat;

import org.apache.coyote.Adapter;
import org.apache.coyote.Request;
import org.apache.coyote.Response;
import org.apache.tomcat.util.net.SocketEvent;

/** An adapter that forwards every call to another adapter; subclasses extend single calls. */
abstract class ForwardingAdapter implements Adapter {
  private final Adapter next;

  ForwardingAdapter(Adapter next) {
    this.next = next;
  }

  @Override
  public void service(Request request, Response response) throws Exception {
    next.service(request, response);
  }

  @Override
  public boolean prepare(Request request, Response response) throws Exception {
    return next.prepare(request, response);
  }

  @Override
  public boolean asyncDispatch(Request request, Response response, SocketEvent status)
      throws Exception {
    return next.asyncDispatch(request, response, status);
  }

  @Override
  public void log(Request request, Response response, long time) {
    next.log(request, response, time);
  }

  @Override
  public void checkRecycled(Request request, Response response) {
    next.checkRecycled(request, response);
  }

  @Override
  public String getDomain() {
    return next.getDomain();
  }
}
