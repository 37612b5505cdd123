package io.headwaiter.e2e.contract;

import java.util.Map;

/** Jetty with the JDK's engines. */
class JettyContractTest extends ContainerContract {
  @Override
  Shop start(Map<String, String> options) throws Exception {
    return JettyShop.start(options);
  }
}
