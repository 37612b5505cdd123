package io.headwaiter.lab.server;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The sample application on Spring Boot, whose libraries are not those of this process. */
public final class BootServers {
  /** On Tomcat with Headwaiter's connector, without Spring Boot. */
  public static final String PLAIN = "plain";

  /** On Spring Boot with the starter. */
  public static final String STARTER = "starter";

  /** On Spring Boot as it is. */
  public static final String STOCK_BOOT = "stock-boot";

  /** Its page. */
  public static final String PAGE = "/page";

  private static final Set<String> KINDS = Set.of(PLAIN, STARTER, STOCK_BOOT);

  /** The folder with its jars; the launcher sets it where it has built them. */
  private static final String FOLDER_PROPERTY = "headwaiter.bootShop";

  private BootServers() {}

  /** Returns whether a kind of server is one of these. */
  public static boolean has(String kind) {
    return KINDS.contains(kind);
  }

  /** Returns the command that starts one, but for its arguments. */
  public static List<String> command() {
    return ServerJvm.ofClassPath(
        System.getProperty(FOLDER_PROPERTY, "") + "/*", "io.headwaiter.boot.Main");
  }

  /** Returns what is missing for them, in words; empty if they can be started. */
  public static Optional<String> missing() {
    return System.getProperty(FOLDER_PROPERTY, "").isEmpty()
        ? Optional.of("The sample on Spring Boot was not built, so its starter is not measured.")
        : Optional.empty();
  }
}
