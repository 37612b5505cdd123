package io.headwaiter.jdbc;

/** The scope of a request in Jetty. */
final class JettyRequestScopeTest extends RequestScopeFilterContract {
  JettyRequestScopeTest() {
    super(new JettyServletHost());
  }
}
