package io.headwaiter.e2e.contract;

import java.util.HashMap;
import java.util.Map;

/** Tomcat with BoringSSL; its sessions are tickets under the server's own keys. */
class TomcatBoringsslContractTest extends ContainerContract {
  @Override
  Shop start(Map<String, String> options) throws Exception {
    Map<String, String> all = new HashMap<>(options);
    all.put("tls", "boringssl");
    return TomcatShop.start(all);
  }
}
