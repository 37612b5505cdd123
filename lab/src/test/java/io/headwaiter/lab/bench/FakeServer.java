package io.headwaiter.lab.bench;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;

/**
 * A server that serves nothing, for tests of process handling. Its first argument says how it
 * behaves.
 */
public final class FakeServer {
  private FakeServer() {}

  public static void main(String[] args) throws InterruptedException, IOException {
    switch (args[0]) {
      case "ready" ->
          System.out.println(
              "starting\nREADY https://127.0.0.1:4433/ admin=http://127.0.0.1:9180/");
      case "ready-without-admin" -> System.out.println("READY https://127.0.0.1:4433/");
      case "nonsense" -> System.out.println("READY ^^^");
      case "dies" -> {
        System.err.println("the keystore is missing");
        System.exit(3);
      }
      default -> System.out.println("still thinking");
    }
    System.out.flush();
    new CountDownLatch(1).await();
  }
}
