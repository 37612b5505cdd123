package io.headwaiter.tomcat;

import io.headwaiter.core.profile.ConnectionUseRecorder;
import io.headwaiter.core.visit.ExcessBudget;
import io.headwaiter.front.request.RequestPermits;
import io.headwaiter.front.request.ServedRequest;
import io.headwaiter.front.request.Turn;
import io.headwaiter.front.supply.ThreadCpu;
import io.headwaiter.telemetry.ServerMeters;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.apache.coyote.Adapter;
import org.apache.coyote.Request;
import org.apache.coyote.Response;
import org.apache.tomcat.util.net.SocketEvent;

/**
 * Passes requests on to the container and measures the thread CPU time of each. It answers three
 * kinds of requests itself: those on a connection that gets a courtesy page; those that have waited
 * too long for a worker or, on virtual threads, for a permit; and those that follow other requests
 * in the same turn, if these have brought their visit over its account.
 *
 * <p>A request holds a permit as long as it would hold a worker: from its head to the end of the
 * turn, and again for each asynchronous dispatch, but not between them. A dispatched request was
 * served in part, so it is never refused.
 */
final class MeteredAdapter extends ForwardingAdapter {
  private final ServerMeters meters;
  private final Supplier<CourtesyPage> page;
  private final BooleanSupplier warmingUp;
  private final Supplier<RequestPermits> permits;
  private final Supplier<BusyResponse> busy;
  private final Supplier<ExcessBudget> excess;

  /**
   * @param page answers requests on courtesy connections
   * @param warmingUp whether only the connector's own warm-up connections exist
   * @param permits null where a worker thread takes the place of a permit
   * @param busy answers requests that are refused
   * @param excess CPU time for visits over their account
   */
  MeteredAdapter(
      Adapter next,
      ServerMeters meters,
      Supplier<CourtesyPage> page,
      BooleanSupplier warmingUp,
      Supplier<RequestPermits> permits,
      Supplier<BusyResponse> busy,
      Supplier<ExcessBudget> excess) {
    super(next);
    this.meters = meters;
    this.page = page;
    this.warmingUp = warmingUp;
    this.permits = permits;
    this.busy = busy;
    this.excess = excess;
  }

  @Override
  public void service(Request request, Response response) throws Exception {
    if (CourtesyTurn.isNow()) {
      if (warmingUp.getAsBoolean() && request.getMethod().equals("GET")) {
        super.service(request, response); // a page listed in warmUpPaths
        return;
      }
      page.get().answer(request, response);
      return;
    }
    ConnectionTurn.requestCame();
    BusyResponse late = busy.get();
    if (Turn.isOverdrawn(excess.get()) || late.isDue(permits.get())) {
      late.answer(request, response);
      log(request, response, /* time= */ 0);
      return;
    }
    ServedRequest served = Turn.requestBegins(meters, System.nanoTime());
    served.setConnection(WatchedProtocol.connectionOf(request));
    request.setAttribute(ConnectionUseRecorder.ATTRIBUTE, served);
    long before = ThreadCpu.nanos() - Turn.slowNanos();
    try {
      super.service(request, response);
    } finally {
      long cpuNanos = Math.max(0, ThreadCpu.nanos() - Turn.slowNanos() - before);
      String type = served.typeOf(String.valueOf(request.decodedURI()));
      long nowNanos = System.nanoTime();
      if (meters.addresses().isOn()) {
        meters
            .addresses()
            .answered(type, response.getStatus(), request.getMethod(), target(request));
      }
      served.ends(type, response.getStatus(), cpuNanos, nowNanos);
    }
  }

  private static String target(Request request) {
    String path = String.valueOf(request.requestURI());
    return request.queryString().isNull() ? path : path + '?' + request.queryString();
  }

  @Override
  public boolean asyncDispatch(Request request, Response response, SocketEvent status)
      throws Exception {
    RequestPermits needed = permits.get();
    if (needed != null) {
      Turn.insistOnPermit(needed);
    }
    return super.asyncDispatch(request, response, status);
  }
}
