package io.headwaiter.lab.outcome;

import com.fasterxml.jackson.databind.JsonNode;
import io.headwaiter.lab.model.GivenServer;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Writes and reads the server that a user gave. */
final class GivenJson {
  /** Its name in a run's facts. */
  static final String NAME = "givenServer";

  private GivenJson() {}

  static Map<String, Object> raw(GivenServer server) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("address", server.address().toString());
    map.put("pid", server.pid());
    server.authorities().ifPresent(pem -> map.put("authorities", pem));
    map.put("pages", server.asked().pages());
    map.put("requests", server.asked().requests());
    map.put("auction", server.asked().auction());
    map.put("mix", server.asked().mix());
    return map;
  }

  static Optional<GivenServer> read(JsonNode json) {
    if (!json.isObject()) {
      return Optional.empty();
    }
    List<String> pages = new ArrayList<>();
    json.path("pages").forEach(page -> pages.add(page.asText()));
    return Optional.of(
        new GivenServer(
            URI.create(json.path("address").asText()),
            json.path("pid").asLong(),
            json.has("authorities")
                ? Optional.of(json.path("authorities").asText())
                : Optional.empty(),
            new GivenServer.Asked(
                pages,
                json.path("requests").asDouble(),
                json.path("auction").asBoolean(),
                json.path("mix").asText())));
  }
}
