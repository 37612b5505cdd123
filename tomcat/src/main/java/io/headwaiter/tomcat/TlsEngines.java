package io.headwaiter.tomcat;

import io.headwaiter.front.HeadwaiterSettings;
import io.headwaiter.tls.Boringssl;
import java.util.Optional;
import org.apache.juli.logging.Log;
import org.apache.juli.logging.LogFactory;

/** Which TLS engines a connector gets. */
enum TlsEngines {
  /** BoringSSL, with tickets under our own keys. */
  BORINGSSL,
  /** Those of the JDK, with sessions that are looked up. */
  JSSE,
  /** What the user has named in Tomcat's sslImplementationName. */
  OTHER;

  private static final Log log = LogFactory.getLog(TlsEngines.class);

  /**
   * Decides, and says why in the log.
   *
   * @param asked auto, boringssl or jsse
   * @param implementationName Tomcat's sslImplementationName, or null for none
   * @throws IllegalArgumentException with a sentence, if it cannot be had
   */
  static TlsEngines choose(String asked, String implementationName) {
    return choose(asked, implementationName, Boringssl.missing());
  }

  static TlsEngines choose(
      String asked, String implementationName, Optional<String> boringsslMissing) {
    boolean named =
        implementationName != null
            && !implementationName.equals(BoringsslImplementation.class.getName());
    HeadwaiterSettings.checkTls(asked);
    if (asked.equals("boringssl")) {
      return boringssl(named ? implementationName : null, boringsslMissing);
    }
    if (named) {
      return OTHER;
    }
    return asked.equals("jsse") ? JSSE : whatLoads(boringsslMissing);
  }

  private static TlsEngines boringssl(String otherName, Optional<String> missing) {
    if (otherName != null) {
      throw new IllegalArgumentException(
          "tls=boringssl and sslImplementationName=\""
              + otherName
              + "\" exclude each other. Remove one of them.");
    }
    missing.ifPresent(TlsEngines::refuse);
    log.info("TLS engines: BoringSSL, as tls=boringssl asks for");
    return BORINGSSL;
  }

  private static TlsEngines whatLoads(Optional<String> boringsslMissing) {
    if (boringsslMissing.isPresent()) {
      log.info(
          "TLS engines: the JDK's, because BoringSSL cannot be used: " + boringsslMissing.get());
      return JSSE;
    }
    log.info("TLS engines: BoringSSL, because tls=auto takes it where it loads");
    return BORINGSSL;
  }

  private static void refuse(String missing) {
    throw new IllegalArgumentException(
        "tls=boringssl cannot be had: "
            + missing
            + ". Put the libraries there, or use tls=auto or tls=jsse.");
  }
}
