package io.headwaiter.lab.bench;

import io.headwaiter.load.results.LoadResult;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One server under one load.
 *
 * @param server which
 * @param load the load's name
 * @param result what its customers got
 * @param cpuSeconds CPU time of its processes in the window
 */
public record Trial(String server, String load, LoadResult result, double cpuSeconds) {
  public double completedPerSecond() {
    return result.completedPerSecond();
  }

  public double refusedPerSecond() {
    return result.sessions().refused() / result.windowSeconds();
  }

  /** Sessions that came, those that came back among them. */
  public double offeredPerSecond() {
    return (result.sessions().offered() + result.sessions().cameBack()) / result.windowSeconds();
  }

  double p99Millis() {
    return result.responseMillis().p99();
  }

  public double cores() {
    return cpuSeconds / result.windowSeconds();
  }

  public Map<String, Object> raw() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("server", server);
    map.put("load", load);
    map.put("offeredPerSecond", offeredPerSecond());
    map.put("cameBackPerSecond", result.sessions().cameBack() / result.windowSeconds());
    map.put("completedPerSecond", completedPerSecond());
    map.put("refusedPerSecond", refusedPerSecond());
    map.put("timedOutBeforeEntry", result.sessions().timedOutBeforeEntry());
    map.put("broken", result.sessions().broken());
    map.put("brokenRefusedLater", result.brokenAfterAdmission().all().refusedLaterConnection());
    map.put("repliesPerSecond", result.repliesPerSecond());
    map.put("responseMillisP50", result.responseMillis().p50());
    map.put("responseMillisP99", p99Millis());
    map.put("cores", cores());
    map.put("generatorCpuShare", result.generator().cpuShare());
    map.put("windowSeconds", result.windowSeconds());
    return map;
  }
}
