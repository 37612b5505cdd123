package io.headwaiter.lab.experiment;

import io.headwaiter.lab.results.ReplayResult;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One window of raw hellos against one server.
 *
 * @param server which
 * @param ratePerSecond what was offered; 0 is as much as it refuses
 * @param cpuSeconds the server's CPU time, user and system
 * @param result what the hellos met
 */
record RefusalWindow(String server, double ratePerSecond, double cpuSeconds, ReplayResult result) {

  long refusals() {
    return result.closed() + result.reset() + result.alerts();
  }

  /** Server CPU for each refusal, in microseconds; not finite when there was none. */
  double micros() {
    return 1e6 * cpuSeconds / refusals();
  }

  /** Hellos that met something else than a refusal. */
  long other() {
    return result.answered() + result.timeouts() + result.connectFailed();
  }

  Map<String, Object> raw() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("server", server);
    map.put("ratePerSecond", ratePerSecond);
    map.put("seconds", result.seconds());
    map.put("cpuSeconds", cpuSeconds);
    map.put("refusals", refusals());
    map.put("notRefused", other());
    map.put("microsPerRefusal", micros());
    map.put("refusedPerSecond", result.refusedPerSecond());
    map.put("replayerCpuShare", result.cpuShare());
    return map;
  }
}
