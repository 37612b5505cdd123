package io.headwaiter.spring;

import io.headwaiter.core.api.UserApi;
import io.headwaiter.tomcat.HeadwaiterProtocol;
import java.util.Map;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;

/** The figures of {@code /status} at {@code /actuator/headwaiter}. */
@UserApi
@Endpoint(id = "headwaiter")
public final class HeadwaiterEndpoint {
  private final HeadwaiterServer server;

  HeadwaiterEndpoint(HeadwaiterServer server) {
    this.server = server;
  }

  /** Returns the figures; empty if Headwaiter is not used. */
  @ReadOperation
  public Map<String, Object> status() {
    return server.protocol().map(HeadwaiterProtocol::status).orElseGet(Map::of);
  }
}
