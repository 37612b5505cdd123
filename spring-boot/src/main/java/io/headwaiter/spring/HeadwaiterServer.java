package io.headwaiter.spring;

import io.headwaiter.core.api.UserApi;
import io.headwaiter.tomcat.HeadwaiterProtocol;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The connector of the application's server. Thread-safe. */
@UserApi
public final class HeadwaiterServer {
  private volatile @Nullable HeadwaiterProtocol protocol;

  HeadwaiterServer() {}

  void runs(HeadwaiterProtocol connector) {
    protocol = connector;
  }

  /** Returns the connector; empty if the server has no TLS, so that Headwaiter is not used. */
  public Optional<HeadwaiterProtocol> protocol() {
    return Optional.ofNullable(protocol);
  }
}
