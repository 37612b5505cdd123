package io.headwaiter.front;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Where the CPU time of the process goes. Each part is measured on its own, by the thread it is
 * spent on; what nobody claims is the rest: pollers, timers, what a turn of work under way has used
 * so far, the application's own threads.
 *
 * <pre>
 *   process = front + control + handshakes + requests + connections + courtesy + firstUses + gc + jit + rest
 * </pre>
 *
 * <p>All in nanoseconds. The kernel tells the process's time in ticks of 10 ms, so the rest can be
 * short of 0 by two of them; then it is 0.
 *
 * @param process user and system, all threads
 * @param front accepting, reading hellos, verifying and refusing
 * @param control the control thread: meters and controller
 * @param handshakes full, resumed and given up
 * @param requests in the hands of the container's adapter and what is behind it
 * @param connections the rest of the turns of work: records of TLS, parsing, frames
 * @param courtesy courtesy pages with their handshakes
 * @param firstUses first requests and handshakes of their kinds: class loading, compiled JSPs
 * @param gc collecting garbage
 * @param jit compiling
 */
record CpuBreakdown(
    long process,
    long front,
    long control,
    long handshakes,
    long requests,
    long connections,
    long courtesy,
    long firstUses,
    long gc,
    long jit) {
  private static final double NANOS_PER_MILLI = 1e6;

  long rest() {
    return Math.max(0, process - claimed());
  }

  /** What somebody has claimed. */
  long claimed() {
    return front + control + handshakes + requests + connections + courtesy + firstUses + gc + jit;
  }

  /** This less an earlier one. */
  CpuBreakdown since(CpuBreakdown earlier) {
    return new CpuBreakdown(
        process - earlier.process,
        front - earlier.front,
        control - earlier.control,
        handshakes - earlier.handshakes,
        requests - earlier.requests,
        connections - earlier.connections,
        courtesy - earlier.courtesy,
        firstUses - earlier.firstUses,
        gc - earlier.gc,
        jit - earlier.jit);
  }

  /** In milliseconds. */
  Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("process", process / NANOS_PER_MILLI);
    map.put("front", front / NANOS_PER_MILLI);
    map.put("control", control / NANOS_PER_MILLI);
    map.put("handshakes", handshakes / NANOS_PER_MILLI);
    map.put("requests", requests / NANOS_PER_MILLI);
    map.put("connections", connections / NANOS_PER_MILLI);
    map.put("courtesy", courtesy / NANOS_PER_MILLI);
    map.put("firstUses", firstUses / NANOS_PER_MILLI);
    map.put("gc", gc / NANOS_PER_MILLI);
    map.put("jit", jit / NANOS_PER_MILLI);
    map.put("rest", rest() / NANOS_PER_MILLI);
    return map;
  }
}
