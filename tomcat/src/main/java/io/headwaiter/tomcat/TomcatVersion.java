package io.headwaiter.tomcat;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.catalina.util.ServerInfo;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.juli.logging.Log;
import org.apache.juli.logging.LogFactory;

/**
 * The version of the Tomcat in which a connector runs. The connector links against another major
 * version without an error, but then requests may get no answer and nothing is logged.
 *
 * @param text version as Tomcat reports it, for example 11.0.25
 */
record TomcatVersion(String text) {
  private static final Log log = LogFactory.getLog(TomcatVersion.class);
  private static final int TESTED_MAJOR = 11;
  private static final Pattern NUMBER = Pattern.compile("([1-9]\\d{0,2})\\.\\d.*");
  private static final String TITLE = "Apache Tomcat";

  /** Returns the version of the running Tomcat. */
  static TomcatVersion running() {
    Package jar = Http11NioProtocol.class.getPackage();
    return of(jar.getImplementationTitle(), jar.getImplementationVersion());
  }

  /**
   * Reads the version from the jar's manifest, because many operators overwrite the ServerInfo text
   * to hide it. Uses ServerInfo if Tomcat was repackaged into another jar.
   */
  static TomcatVersion of(String jarTitle, String jarVersion) {
    return new TomcatVersion(
        TITLE.equals(jarTitle) && jarVersion != null ? jarVersion : ServerInfo.getServerNumber());
  }

  /**
   * Logs a warning if the version is unknown or has not been tested.
   *
   * @throws IllegalArgumentException with an explanatory message, if the connector does not work on
   *     this version
   */
  void check() {
    Matcher number = NUMBER.matcher(text == null ? "" : text);
    if (!number.matches()) {
      log.warn(
          "Which Tomcat this is cannot be told (\""
              + text
              + "\"); HeadwaiterProtocol works on Tomcat "
              + TESTED_MAJOR
              + " and on no older one.");
      return;
    }
    int major = Integer.parseInt(number.group(1));
    if (major < TESTED_MAJOR) {
      throw new IllegalArgumentException(
          "HeadwaiterProtocol does not work on Tomcat "
              + text
              + ", where requests would get no answer. Use Tomcat "
              + TESTED_MAJOR
              + " (in Spring Boot: 4 or newer), or Tomcat's own"
              + " protocol=\"org.apache.coyote.http11.Http11NioProtocol\".");
    }
    if (major > TESTED_MAJOR) {
      log.warn(
          "HeadwaiterProtocol has been tested on Tomcat "
              + TESTED_MAJOR
              + ", and this is Tomcat "
              + text
              + ". If requests get no answer, use the tested one.");
    }
  }
}
