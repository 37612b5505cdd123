package io.headwaiter.jdbc;

import org.junit.jupiter.api.Tag;

/** The scope of a request in Tomcat. */
@Tag("slow")
final class TomcatRequestScopeTest extends RequestScopeFilterContract {
  TomcatRequestScopeTest() {
    super(new TomcatServletHost());
  }
}
