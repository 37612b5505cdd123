package io.headwaiter.tomcat;

import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * A test server in a process of its own; prints its port, and ends when its input ends. It prints
 * its connection counts at {@code ?} and takes all free file descriptors at {@code t}. It takes
 * these and any that become free at {@code k}, and gives them back at {@code g}.
 */
final class ChildShop {
  private static final long LOOK_NANOS = 1_000_000L;
  private static final String CLASS = ".class";

  private final Queue<FileInputStream> taken = new ArrayDeque<>();
  private volatile boolean keepsTaking;

  public static void main(String[] args) throws Exception {
    ChildShop child = new ChildShop();
    loadAll();
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

  /**
   * Loads all classes of the project. Users have them in a jar, which is open; here each is a file,
   * which cannot be opened once the descriptors are taken.
   */
  private static void loadAll() throws Exception {
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
      Path folder = Path.of(entry);
      if (!entry.isEmpty() && Files.isDirectory(folder)) {
        try (Stream<Path> files = Files.walk(folder)) {
          for (Path file : files.filter(ChildShop::isClass).toList()) {
            load(folder.relativize(file).toString());
          }
        }
      }
    }
  }

  private static void load(String path) throws ClassNotFoundException {
    String name = path.substring(0, path.length() - CLASS.length());
    try {
      Class.forName(
          name.replace(File.separatorChar, '.'),
          /* initialize= */ false,
          ChildShop.class.getClassLoader());
    } catch (NoClassDefFoundError e) {
      // It needs a library that is not there, so the server does without it.
    }
  }

  private static boolean isClass(Path file) {
    return file.toString().endsWith(CLASS) && !file.endsWith("package-info.class");
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
