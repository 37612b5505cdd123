package io.headwaiter.lab.experiment;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One server at half load: one half of a pair.
 *
 * @param server which
 * @param windowSeconds length of the window
 * @param cpuSeconds its CPU time in the window
 * @param idleCpuSeconds the other server's in the same window; it served nothing
 * @param replies replies in the window
 * @param completed sessions completed in the window
 * @param refused sessions refused in the window
 * @param broken sessions broken in the window
 * @param front what its own meters say of the threads in front of the container; null for stock
 */
record HalfLoadRun(
    String server,
    double windowSeconds,
    double cpuSeconds,
    double idleCpuSeconds,
    long replies,
    long completed,
    long refused,
    long broken,
    FrontCpu front) {

  /**
   * CPU of door and verifier over lead-in and window.
   *
   * @param frontMillis of these threads
   * @param processMillis of the whole process, over the same time
   * @param arrived connections that arrived
   */
  record FrontCpu(double frontMillis, double processMillis, long arrived) {
    /** Share of the process's CPU time. */
    double share() {
      return frontMillis / processMillis;
    }

    /** Microseconds for each connection. */
    double microsPerConnection() {
      return 1000 * frontMillis / arrived;
    }
  }

  double millisPerReply() {
    return 1000 * cpuSeconds / replies;
  }

  double millisPerSession() {
    return 1000 * cpuSeconds / completed;
  }

  double cores() {
    return cpuSeconds / windowSeconds;
  }

  Map<String, Object> raw() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("server", server);
    map.put("cpuSeconds", cpuSeconds);
    map.put("idleServerCpuSeconds", idleCpuSeconds);
    map.put("replies", replies);
    map.put("completed", completed);
    map.put("refused", refused);
    map.put("broken", broken);
    map.put("cpuMillisPerReply", millisPerReply());
    map.put("cpuMillisPerSession", millisPerSession());
    if (front != null) {
      map.put("frontCpuMillis", front.frontMillis());
      map.put("frontOfCpuMillis", front.processMillis());
      map.put("frontConnections", front.arrived());
    }
    return map;
  }
}
