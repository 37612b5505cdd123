package io.headwaiter.lab.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.headwaiter.core.trace.Stage;
import io.headwaiter.lab.model.StageValues;
import io.headwaiter.lab.model.Values;
import io.headwaiter.lab.server.StatusReader;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Counters that a server tells of itself at an instant.
 *
 * @param counters by the names of the values that their differences are
 */
record ServerReading(SortedMap<String, Double> counters) {
  /** Reads them; none of a server that has no admin endpoint and traces no connections. */
  static ServerReading of(RunningServer server) throws IOException {
    SortedMap<String, Double> counters = new TreeMap<>();
    Optional<URI> admin = server.admin();
    if (admin.isPresent()) {
      JsonNode status = StatusReader.status(admin.get());
      counters.putAll(of(status, System.nanoTime() / 1e9).counters);
    }
    counters.put(Values.CHANGES_OF_STATE, (double) server.changesOfState());
    Optional<URI> anatomy = server.anatomy();
    if (anatomy.isPresent()) {
      counters.put(Values.SERVER_SECONDS, System.nanoTime() / 1e9);
      counters.put(StageValues.READY_SECONDS, server.readySeconds());
      counters.putAll(ofStages(StatusReader.anatomy(anatomy.get())).counters);
    }
    return new ServerReading(counters);
  }

  /** Returns the stages of connections. */
  static ServerReading ofStages(JsonNode anatomy) {
    SortedMap<String, Double> counters = new TreeMap<>();
    put(counters, StageValues.CONNECTIONS, anatomy.path("connections"));
    put(counters, StageValues.BYTES_MILLIS, anatomy.path("threads").path("bytesMillis"));
    put(counters, StageValues.MONITOR_MILLIS, anatomy.path("threads").path("monitorMillis"));
    for (Stage stage : Stage.values()) {
      JsonNode one = anatomy.path("stages").path(stage.label());
      put(counters, StageValues.count(stage), one.path("count"));
      put(counters, StageValues.millis(stage), one.path("millis"));
    }
    return new ServerReading(counters);
  }

  /** Returns those of a status. */
  static ServerReading of(JsonNode status, double nowSeconds) {
    SortedMap<String, Double> counters = new TreeMap<>();
    JsonNode cpu = status.path("cpuMillis");
    JsonNode handshakes = status.path("handshakes");
    counters.put(Values.SERVER_SECONDS, nowSeconds);
    put(counters, Values.SERVER_CONNECTIONS, status.path("arrived"));
    put(counters, Values.SERVER_CPU_MILLIS, cpu.path("process"));
    put(counters, Values.SERVER_FRONT_MILLIS, cpu.path("front"));
    put(counters, Values.SERVER_CONTROL_MILLIS, cpu.path("control"));
    put(counters, Values.SERVER_FULL_HANDSHAKES, handshakes.path("full"));
    put(counters, Values.SERVER_FULL_MILLIS, handshakes.path("fullCpuMillis"));
    return new ServerReading(counters);
  }

  private static void put(SortedMap<String, Double> counters, String name, JsonNode value) {
    if (value.isNumber()) {
      counters.put(name, value.asDouble());
    }
  }

  /** Returns by how much they grew. */
  SortedMap<String, Double> since(ServerReading before) {
    SortedMap<String, Double> grown = new TreeMap<>();
    for (Map.Entry<String, Double> now : counters.entrySet()) {
      Double earlier = before.counters.get(now.getKey());
      // A server that started again counts from 0.
      if (earlier != null && now.getValue() >= earlier) {
        grown.put(now.getKey(), now.getValue() - earlier);
      }
    }
    return grown;
  }
}
