package io.headwaiter.jdbc;

/** The request's scope in a Tomcat. */
final class TomcatRequestScopeTest extends RequestScopeFilterContract {
  TomcatRequestScopeTest() {
    super(new TomcatServletHost());
  }
}
