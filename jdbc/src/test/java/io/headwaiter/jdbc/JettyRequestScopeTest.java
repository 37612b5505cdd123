package io.headwaiter.jdbc;

import org.junit.jupiter.api.Tag;

/** The scope of a request in Jetty. */
@Tag("slow")
final class JettyRequestScopeTest extends RequestScopeFilterContract {
  JettyRequestScopeTest() {
    super(new JettyServletHost());
  }
}
