package io.headwaiter.jdbc;

/** The scope of a request in Tomcat. */
final class TomcatRequestScopeTest extends RequestScopeFilterContract {
  TomcatRequestScopeTest() {
    super(new TomcatServletHost());
  }
}
