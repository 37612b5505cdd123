package io.headwaiter.tomcat;

import java.io.FileInputStream;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.locks.LockSupport;

/**
 * A test server in a process of its own; prints its port, and ends when its input ends. It prints
 * its connection counts at {@code ?} and takes all free file descriptors at {@code t}. It takes
 * these and any that become free at {@code k}, and gives them back at {@code g}.
 */
final class ChildShop {
  private static final long LOOK_NANOS = 1_000_000L;

  private final Queue<FileInputStream> taken = new ArrayDeque<>();
  private volatile boolean keepsTaking;

  public static void main(String[] args) throws Exception {
    ChildShop child = new ChildShop();
    try (TestShop shop =
        TestShop.start(Map.of("admission", "off", "helloDeadlineMillis", "60000"))) {
      System.out.println("PORT " + shop.port());
      for (int command = System.in.read(); command >= 0; command = System.in.read()) {
        switch (command) {
          case 't' -> System.out.println("TAKEN " + child.takeAll());
          case 'k' -> child.keepTaking();
          case 'g' -> System.out.println("GIVEN " + child.giveBack());
          default -> System.out.println(counts(shop));
        }
      }
      child.giveBack();
    }
  }

  private static String counts(TestShop shop) {
    return "CONNECTIONS "
        + shop.protocol().getConnectionCount()
        + " of "
        + shop.status("connections.max")
        + ", undecided "
        + shop.status("undecided")
        + ", accept failures "
        + shop.status("connections.acceptFailures");
  }

  private void keepTaking() {
    keepsTaking = true;
    Thread taker =
        new Thread(
            () -> {
              while (keepsTaking) {
                takeMore();
                LockSupport.parkNanos(LOOK_NANOS);
              }
            });
    taker.setDaemon(true);
    taker.start();
    System.out.println("TAKEN " + takeAll());
  }

  private synchronized void takeMore() {
    if (keepsTaking) {
      takeAll();
    }
  }

  private synchronized int takeAll() {
    while (true) {
      try {
        taken.add(new FileInputStream("/dev/null"));
      } catch (IOException e) {
        return taken.size();
      }
    }
  }

  private synchronized int giveBack() throws IOException {
    keepsTaking = false;
    int count = taken.size();
    while (!taken.isEmpty()) {
      taken.remove().close();
    }
    return count;
  }
}
