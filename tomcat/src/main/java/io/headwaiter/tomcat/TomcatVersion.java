package io.headwaiter.tomcat;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.catalina.util.ServerInfo;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.juli.logging.Log;
import org.apache.juli.logging.LogFactory;

/**
 * The Tomcat in which a connector runs. One of another major version links without an error, and
 * then a request gets no answer and the log no line.
 *
 * @param text as Tomcat tells it, 11.0.25 for example
 */
record TomcatVersion(String text) {
  private static final Log log = LogFactory.getLog(TomcatVersion.class);
  private static final int TESTED_MAJOR = 11;
  private static final Pattern NUMBER = Pattern.compile("([1-9]\\d{0,2})\\.\\d.*");
  private static final String TITLE = "Apache Tomcat";

  /** The one that runs here. */
  static TomcatVersion running() {
    Package jar = Http11NioProtocol.class.getPackage();
    return of(jar.getImplementationTitle(), jar.getImplementationVersion());
  }

  /**
   * By the manifest of the jar, since many overwrite what ServerInfo tells, to hide it; by that
   * where the jar is another one, into which everything was packed.
   */
  static TomcatVersion of(String jarTitle, String jarVersion) {
    return new TomcatVersion(
        TITLE.equals(jarTitle) && jarVersion != null ? jarVersion : ServerInfo.getServerNumber());
  }

  /**
   * Warns of what has not been tested.
   *
   * @throws IllegalArgumentException with a sentence, if the connector does not work there
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
