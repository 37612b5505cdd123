package io.headwaiter.baseline;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import javax.sql.DataSource;
import org.apache.catalina.Context;
import org.apache.catalina.core.StandardContext;
import org.apache.catalina.startup.Tomcat;
import org.apache.catalina.util.ContextName;
import org.apache.tomcat.util.scan.StandardJarScanner;

/**
 * A user's own application, as a WAR. It finds the given DataSource where it looks up its own, so
 * that its connections can be counted and the pool can be sized. Can be started once.
 */
public final class WarApplication {
  private static final String ROOT = "/";
  private static final String WEB_INF = "WEB-INF";

  private final Path file;
  private final String contextPath;
  private final JndiSource source;
  private Context context;

  private WarApplication(Path file, String contextPath, JndiSource source) {
    this.file = file;
    this.contextPath = contextPath;
    this.source = source;
  }

  /**
   * Checks the file and the path.
   *
   * @param file a WAR, or the folder of one that is unpacked
   * @param contextPath path under which it is served, beginning with a slash, {@code /} for the
   *     root; null for the one that Tomcat makes of the file's name
   * @param jndiName name of its DataSource below java:comp/env; null for the only one it declares
   * @param needsSource whether it must declare a DataSource if no name is given
   * @param sessionMinutes idle sessions end after so many minutes, whatever the application says; 0
   *     for the application's own value
   * @throws IOException with a sentence if the file is no WAR
   * @throws IllegalArgumentException with a sentence if the path is invalid
   */
  public static WarApplication of(
      Path file, String contextPath, String jndiName, boolean needsSource, int sessionMinutes)
      throws IOException {
    requireWar(file);
    String path = contextPath == null ? named(file) : contextPath.equals(ROOT) ? "" : contextPath;
    if (!path.isEmpty() && !path.matches("(/[A-Za-z0-9._~-]+)+")) {
      throw new IllegalArgumentException(
          "The context path is " + path + "; write / for the root, or one such as /shop.");
    }
    return new WarApplication(
        file, path, new JndiSource(file, jndiName, needsSource, sessionMinutes));
  }

  /** Returns Tomcat's path: ROOT.war is the root, shop.war is /shop, a#b##2.war is /a/b. */
  private static String named(Path file) {
    return new ContextName(file.getFileName().toString(), /* stripFileExtension= */ true).getPath();
  }

  private static void requireWar(Path file) throws IOException {
    if (!Files.isReadable(file)) {
      throw new IOException("The WAR " + file + " cannot be read. Is it there?");
    }
    if (Files.isDirectory(file)) {
      if (!Files.isDirectory(file.resolve(WEB_INF))) {
        throw new IOException(file + " is no WAR: that folder has no " + WEB_INF + ".");
      }
      return;
    }
    try (ZipFile zip = new ZipFile(file.toFile())) {
      if (zip.stream().noneMatch(entry -> entry.getName().startsWith(WEB_INF + "/"))) {
        throw new IOException(
            file
                + " is no WAR: it has no "
                + WEB_INF
                + ". An application that brings its own server must be built as a WAR.");
      }
    } catch (ZipException e) {
      throw new IOException(file + " is no WAR: it is no zip file (" + e.getMessage() + ").", e);
    }
  }

  /** Returns the path under which it is served: empty for the root, or beginning with a slash. */
  public String contextPath() {
    return contextPath;
  }

  /** Adds the application to a server, before the server starts. */
  void addTo(Tomcat tomcat, Function<Context, DataSource> before) {
    tomcat.enableNaming();
    StandardContext added =
        (StandardContext) tomcat.addWebapp(contextPath, file.toAbsolutePath().toString());
    // Tomcat scans what the application brings, not the class path of this process.
    if (added.getJarScanner() instanceof StandardJarScanner scanner) {
      scanner.setScanClassPath(false);
    }
    // The application ends with its process, so it needs no checks for leaks, for which the JVM
    // wants flags.
    added.setClearReferencesThreadLocals(false);
    added.setClearReferencesRmiTargets(false);
    source.install(added, before.apply(added));
    context = added;
  }

  /** Checks that the application has started: its failure does not stop the server. */
  void requireStarted() throws IOException {
    source.requireBound();
    if (!context.getState().isAvailable()) {
      throw new IOException(
          "The application of "
              + file
              + " did not start; what it said is above. Tomcat 11 takes those of Jakarta EE"
              + " (jakarta.servlet); one for javax.servlet must be migrated first.");
    }
  }
}
