package io.headwaiter.cli;

import com.zaxxer.hikari.util.DriverDataSource;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Properties;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import javax.sql.DataSource;

/** Loads a JDBC driver that is not on the class path. */
final class DriverJar {
  private DriverJar() {}

  /**
   * Returns a DataSource of the driver in a jar, which stays loaded until the process ends.
   *
   * @throws IOException with a sentence if the jar has no driver for that URL
   */
  static DataSource source(Path jar, String url, String user, String password) throws IOException {
    if (!Files.isRegularFile(jar)) {
      throw new IOException("The driver " + jar + " cannot be read. Is that jar there?");
    }
    URLClassLoader loader =
        new URLClassLoader(new URL[] {jar.toUri().toURL()}, ClassLoader.getPlatformClassLoader());
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    // HikariCP looks up a driver by its name here.
    thread.setContextClassLoader(loader);
    try {
      for (Driver driver : ServiceLoader.load(Driver.class, loader)) {
        if (driver.acceptsURL(url)) {
          return new DriverDataSource(
              url, driver.getClass().getName(), new Properties(), user, password);
        }
      }
    } catch (SQLException | ServiceConfigurationError e) {
      throw new IOException("The driver in " + jar + " cannot be used: " + e.getMessage(), e);
    } finally {
      thread.setContextClassLoader(before);
    }
    throw new IOException(
        jar + " has no JDBC driver for " + url.replaceAll("[?;].*", "") + ". Is it the right jar?");
  }
}
