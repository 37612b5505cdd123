package io.headwaiter.lab.experiment;

import io.headwaiter.lab.results.LoadResult;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One window of one contender at its peak.
 *
 * @param name the contender
 * @param result what its customers got
 * @param cpuSeconds CPU time of its processes in the window
 */
record ContestRun(String name, LoadResult result, double cpuSeconds) {
  double completedPerSecond() {
    return result.completedPerSecond();
  }

  double completedPerCpuSecond() {
    return result.sessions().completed() / cpuSeconds;
  }

  double cores() {
    return cpuSeconds / result.windowSeconds();
  }

  /** Sessions that came to no good end. */
  long lost() {
    return result.sessions().refused()
        + result.sessions().timedOutBeforeEntry()
        + result.sessions().broken();
  }

  Map<String, Object> raw() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("contender", name);
    map.put("completedPerSecond", completedPerSecond());
    map.put("completedPerCpuSecond", completedPerCpuSecond());
    map.put("cpuSeconds", cpuSeconds);
    map.put("cores", cores());
    map.put("lost", lost());
    map.put("fullHandshakes", result.handshakes().full());
    map.put("resumedHandshakes", result.handshakes().resumed());
    map.put("replies", result.replies().total());
    map.put("responseMillisP99", result.responseMillis().p99());
    map.put("generatorCpuShare", result.generator().cpuShare());
    return map;
  }
}
