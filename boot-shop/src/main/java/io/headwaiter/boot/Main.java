package io.headwaiter.boot;

import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * Serves one page: on Spring Boot with the starter, on Spring Boot alone, or on Tomcat with the
 * connector alone, so that a load can tell what the starter costs.
 */
@Command(name = "boot-shop", description = "Serves one page on Spring Boot, or beside it.")
public final class Main implements Callable<Integer> {
  @Mixin private ShopFlags flags;

  private Main() {}

  /** Serves until it is ended by a signal. */
  public static void main(String[] args) {
    System.exit(new CommandLine(new Main()).execute(args));
  }

  /**
   * Starts a shop.
   *
   * @throws IllegalArgumentException with a sentence if there is none of that name
   */
  static RunningShop start(ShopFlags flags) throws Exception {
    return switch (flags.server()) {
      case "plain" -> PlainShop.start(flags);
      case "starter" -> BootShop.start(flags, /* protectedBy= */ true);
      case "stock-boot" -> BootShop.start(flags, /* protectedBy= */ false);
      default ->
          throw new IllegalArgumentException(
              "--server must be plain, starter or stock-boot, got " + flags.server() + ".");
    };
  }

  @Override
  public Integer call() throws Exception {
    try (RunningShop shop = start(flags)) {
      String admin =
          shop.adminPort() == RunningShop.NO_PORT
              ? ""
              : " admin=http://127.0.0.1:" + shop.adminPort() + "/";
      System.out.println("READY https://127.0.0.1:" + shop.port() + "/" + admin);
      new CountDownLatch(1).await();
    }
    return 0;
  }
}
