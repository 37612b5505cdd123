package io.headwaiter.lab.experiment;

import io.headwaiter.lab.results.LoadResult;
import io.headwaiter.lab.results.ReplayResult;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One window of honest customers under one attack.
 *
 * @param attack its name
 * @param honest what became of the honest
 * @param hellos what became of the attack's hellos; null when there was none
 * @param serverCores processors the server used over honest lead-in and window
 */
record LyingRun(String attack, LoadResult honest, ReplayResult hellos, double serverCores) {

  double completedPerSecond() {
    return honest.completedPerSecond();
  }

  /** Of the visits of clients that resume which were let in, the share that was not broken. */
  double kept() {
    long broken = honest.brokenAfterAdmission().resuming().total();
    long ended = honest.sessions().completed() + broken;
    return ended == 0 ? Double.NaN : (double) honest.sessions().completed() / ended;
  }

  Map<String, Object> raw() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("attack", attack);
    map.put("honestOfferedPerSecond", honest.offeredPerSecond());
    map.put("honestCompletedPerSecond", honest.completedPerSecond());
    map.put("honestRefused", honest.sessions().refused());
    map.put("honestBrokenResuming", honest.brokenAfterAdmission().resuming().total());
    map.put("honestBrokenNotResuming", honest.brokenAfterAdmission().notResuming().total());
    map.put("kept", kept());
    map.put("honestRepliesPerSecond", honest.repliesPerSecond());
    map.put("responseMillisP99", honest.responseMillis().p99());
    map.put("serverCores", serverCores);
    if (hellos != null) {
      map.put("attackHellosPerSecond", hellos.attempts() / hellos.seconds());
      map.put("attackRefusedPerSecond", hellos.refusedPerSecond());
      map.put("attackAnswered", hellos.answered());
      map.put("attackTimeouts", hellos.timeouts());
    }
    return map;
  }
}
