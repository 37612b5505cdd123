package io.headwaiter.baseline;

import io.headwaiter.core.trace.StageTotals;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.NioEndpoint;
import org.apache.tomcat.util.net.SocketEvent;
import org.apache.tomcat.util.net.SocketWrapperBase;

/** Tomcat's endpoint, where the traces of its channels hear when a worker is wanted. */
class TracedEndpoint extends NioEndpoint {
  private StageTotals totals;

  /** A channel with the trace of its connection. */
  interface TracedChannel {
    ConnectionTrace trace();
  }

  /** Sets where the traces of new channels are added up; null to trace nothing. */
  void traceTo(StageTotals stageTotals) {
    totals = stageTotals;
  }

  StageTotals stageTotals() {
    return totals;
  }

  ConnectionTrace newTrace() {
    return new ConnectionTrace(totals);
  }

  @Override
  public boolean processSocket(
      SocketWrapperBase<NioChannel> wrapper, SocketEvent event, boolean dispatch) {
    if (event == SocketEvent.OPEN_READ
        && wrapper != null
        && wrapper.getSocket() instanceof TracedChannel channel) {
      channel.trace().queued();
    }
    return super.processSocket(wrapper, event, dispatch);
  }
}
