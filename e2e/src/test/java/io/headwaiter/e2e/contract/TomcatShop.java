package io.headwaiter.e2e.contract;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.tomcat.TestShop;
import java.net.InetSocketAddress;
import java.util.Map;
import org.apache.catalina.LifecycleException;

/** The test server on Tomcat. */
record TomcatShop(TestShop shop) implements Shop {
  static Shop start(Map<String, String> options) throws Exception {
    return new TomcatShop(TestShop.start(options));
  }

  @Override
  public int port() {
    return shop.port();
  }

  @Override
  public AdmissionGate gate() {
    return shop.gate();
  }

  @Override
  public Map<String, Object> status() {
    return shop.protocol().status();
  }

  @Override
  public InetSocketAddress admin() {
    return shop.protocol().adminAddressBound();
  }

  @Override
  public long connections() {
    return shop.protocol().getConnectionCount();
  }

  @Override
  public void stop() throws Exception {
    shop.connector().stop();
  }

  @Override
  public void startAgain() throws Exception {
    shop.connector().start();
  }

  @Override
  public void close() {
    try {
      shop.close();
    } catch (LifecycleException e) {
      throw new AssertionError(e);
    }
  }
}
