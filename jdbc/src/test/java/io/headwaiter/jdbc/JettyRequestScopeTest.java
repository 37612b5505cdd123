package io.headwaiter.jdbc;

/** The request's scope in a Jetty. */
final class JettyRequestScopeTest extends RequestScopeFilterContract {
  JettyRequestScopeTest() {
    super(new JettyServletHost());
  }
}
