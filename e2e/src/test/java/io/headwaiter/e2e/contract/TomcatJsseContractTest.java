package io.headwaiter.e2e.contract;

import java.util.HashMap;
import java.util.Map;

/** Tomcat with the JDK's engines. */
class TomcatJsseContractTest extends ContainerContract {
  @Override
  Shop start(Map<String, String> options) throws Exception {
    Map<String, String> all = new HashMap<>(options);
    all.put("tls", "jsse");
    return TomcatShop.start(all);
  }
}
