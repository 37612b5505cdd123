package io.headwaiter.e2e.contract;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/**
 * The test server in a process of its own, so that its processor time is not the load's. Arguments:
 * the container ({@code tomcat} or {@code jetty}), then options as {@code NAME=VALUE}. Prints
 * {@code READY} with its addresses when it accepts, and runs until it is ended.
 */
final class ShopMain {
  private ShopMain() {}

  public static void main(String[] args) throws Exception {
    Map<String, String> options = new HashMap<>();
    options.put("adminPort", "0");
    for (int i = 1; i < args.length; i++) {
      String[] option = args[i].split("=", 2);
      options.put(option[0], option[1]);
    }
    Shop shop = args[0].equals("jetty") ? JettyShop.start(options) : TomcatShop.start(options);
    System.out.println(
        "READY https://127.0.0.1:%d/ admin=http://127.0.0.1:%d/"
            .formatted(shop.port(), shop.admin().getPort()));
    new CountDownLatch(1).await();
  }
}
