package io.headwaiter.cli.doctor;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;

/** Checks of an installed Tomcat: its version, the jars in its libraries, its connectors. */
public final class TomcatChecks {
  private static final String VERSION_FILE = "org/apache/catalina/util/ServerInfo.properties";
  private static final String JARS = "headwaiter-tomcat*.jar";
  private static final int TOMCAT_MIN = 11;

  private final Path folder;

  /**
   * @param folder {@code CATALINA_BASE}; the libraries may be in {@code CATALINA_HOME}, if that is
   *     another folder
   */
  public TomcatChecks(Path folder) {
    this.folder = folder;
  }

  /** Returns what all checks find. */
  public List<Finding> all() throws IOException {
    Path configuration = folder.resolve("conf/server.xml");
    if (!Files.isRegularFile(configuration)) {
      return List.of(
          Finding.wrong(
              configuration + " is not there.",
              "Name the folder of a Tomcat that has conf/server.xml, its CATALINA_BASE."));
    }
    List<Finding> findings = new ArrayList<>();
    findings.add(version());
    findings.add(jars());
    findings.addAll(new ConnectorChecks(folder).of(configuration));
    return findings;
  }

  private Finding version() throws IOException {
    Path catalina = folder.resolve("lib/catalina.jar");
    if (!Files.isRegularFile(catalina)) {
      return Finding.caution(
          catalina + " is not there, so the version of Tomcat is not known.",
          "Headwaiter needs Tomcat " + TOMCAT_MIN + ".");
    }
    String number = numberOf(catalina);
    String major = number.contains(".") ? number.substring(0, number.indexOf('.')) : "";
    if (!major.matches("\\d{1,3}") || Integer.parseInt(major) < TOMCAT_MIN) {
      return Finding.wrong(
          "This is Tomcat " + number + ".", "Headwaiter needs Tomcat " + TOMCAT_MIN + ".");
    }
    return Finding.good("This is Tomcat " + number + ".");
  }

  private static String numberOf(Path catalina) throws IOException {
    try (JarFile jar = new JarFile(catalina.toFile())) {
      ZipEntry entry = jar.getEntry(VERSION_FILE);
      if (entry == null) {
        return "unknown";
      }
      try (InputStream in = jar.getInputStream(entry)) {
        Properties properties = new Properties();
        properties.load(in);
        return properties.getProperty("server.number", "unknown");
      }
    }
  }

  private Finding jars() throws IOException {
    List<String> found = new ArrayList<>();
    Path libraries = folder.resolve("lib");
    if (Files.isDirectory(libraries)) {
      try (DirectoryStream<Path> jars = Files.newDirectoryStream(libraries, JARS)) {
        jars.forEach(jar -> found.add(jar.getFileName().toString()));
      }
    }
    return switch (found.size()) {
      case 0 ->
          Files.exists(libraries.resolve("catalina.jar"))
              ? Finding.wrong(
                  "No jar of Headwaiter is in " + libraries + ".",
                  "Copy one there: ./headwaiter package makes them in dist/target.")
              : Finding.caution(
                  "No jar of Headwaiter is in " + libraries + ", and no Tomcat either.",
                  "If this is a CATALINA_BASE, see that one is in the lib folder of its CATALINA_HOME.");
      case 1 -> Finding.good(found.get(0) + " is in " + libraries + ".");
      default ->
          Finding.wrong(
              "Several jars of Headwaiter are in "
                  + libraries
                  + ": "
                  + String.join(", ", found)
                  + ".",
              "Leave one there. Which of two is used is chance.");
    };
  }
}
