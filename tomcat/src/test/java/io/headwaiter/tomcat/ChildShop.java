package io.headwaiter.tomcat;

import java.util.Map;

/** A shop in a process of its own; prints its port and ends when its input does. */
final class ChildShop {
  private ChildShop() {}

  public static void main(String[] args) throws Exception {
    try (TestShop shop =
        TestShop.start(Map.of("admission", "off", "helloDeadlineMillis", "60000"))) {
      System.out.println("PORT " + shop.port());
      while (System.in.read() >= 0) {
        System.out.println("CONNECTIONS " + shop.protocol().getConnectionCount());
      }
    }
  }
}
