package io.headwaiter.tomcat;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.tomcat.util.threads.VirtualThreadExecutor;
import org.junit.jupiter.api.Test;

/** Executors that an application gives to the connector, as Spring Boot does. */
class ExternalExecutorTest {
  private static final Map<String, String> OPEN = Map.of("admission", "off", "tls", "jsse");

  /** An executor that shows neither its queue nor its threads. */
  private record Blind(Executor threads) implements Executor {
    @Override
    public void execute(Runnable work) {
      threads.execute(work);
    }
  }

  private static TestShop start(Executor executor) throws Exception {
    return TestShop.start(
        OPEN,
        connector -> {
          connector.addSslHostConfig(TestShop.host("_default_", "RSA"));
          connector.getProtocolHandler().setExecutor(executor);
          // Spring Boot sets a number even if none was configured.
          connector.setProperty("maxThreads", "7");
        });
  }

  private static String why(TestShop shop) {
    return ((Map<?, ?>) shop.protocol().status().get("workers")).get("why").toString();
  }

  @Test
  void warnsOfExecutorWithoutVisibleQueue() throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool();
    Executor blind = new Blind(threads);
    try (Warnings warnings = new Warnings(ExternalExecutor.class);
        TestShop shop = start(blind)) {
      assertThat(warnings.lines())
          .singleElement()
          .asString()
          .contains("an executor that is not the connector's own (" + blind.getClass().getName())
          .contains("Neither its queue nor its busy threads can be seen")
          .contains("set useVirtualThreads");
      assertThat(why(shop)).isEqualTo(warnings.lines().get(0));
      assertThat(new TestClient("TLSv1.3").get(shop.port())).contains("served over HTTP/1.1");
    } finally {
      threads.shutdown();
      assertThat(threads.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void reportsSizeOfForeignThreadPool() throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(5);
    try (Warnings warnings = new Warnings(ExternalExecutor.class);
        TestShop shop = start(threads)) {
      assertThat(warnings.lines()).singleElement().asString().contains("does not size it");
      assertThat(why(shop)).contains(threads.getClass().getName());
      assertThat(shop.status("workers.now")).isEqualTo(5);
      assertThat(new TestClient("TLSv1.3").get(shop.port())).contains("served over HTTP/1.1");
    } finally {
      threads.shutdown();
      assertThat(threads.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void takesOverVirtualThreadExecutor() throws Exception {
    if (Runtime.version().feature() < 21) {
      return; // there are none
    }
    try (Warnings warnings = new Warnings(ExternalExecutor.class);
        TestShop shop = start(new VirtualThreadExecutor("tomcat-handler-"))) {
      assertThat(warnings.lines()).isEmpty();
      HeadwaiterEndpoint endpoint = shop.protocol().endpoint();
      assertThat(endpoint.getExecutor()).isInstanceOf(VirtualTurns.class);
      assertThat(endpoint.permits().capacity()).isEqualTo(7);
      assertThat(new TestClient("TLSv1.3").get(shop.port())).contains("served over HTTP/1.1");
      shop.connector().stop();
      shop.connector().start();
      assertThat(endpoint.getExecutor()).isInstanceOf(VirtualTurns.class);
      assertThat(new TestClient("TLSv1.3").get(shop.port())).contains("served over HTTP/1.1");
    }
  }

  @Test
  void keepsOwnExecutorAcrossRestartWithoutWarning() throws Exception {
    try (Warnings warnings = new Warnings(ExternalExecutor.class);
        TestShop shop = start(/* executor= */ null)) {
      assertThat(shop.protocol().endpoint().getExecutor()).isInstanceOf(TurnExecutor.class);
      shop.connector().stop();
      shop.connector().start();
      assertThat(shop.protocol().endpoint().getExecutor()).isInstanceOf(TurnExecutor.class);
      assertThat(warnings.lines()).isEmpty();
      assertThat(why(shop)).contains("Their number was set");
    }
  }
}
