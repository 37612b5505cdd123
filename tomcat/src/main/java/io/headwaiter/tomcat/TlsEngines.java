package io.headwaiter.tomcat;

import io.headwaiter.front.HeadwaiterSettings;
import io.headwaiter.tls.Boringssl;
import java.nio.file.Path;
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
   * @param implementationName Tomcat's sslImplementationName, or null for none
   * @throws IllegalArgumentException with a sentence, if it cannot be had, or the settings name a
   *     file of ticket keys that nothing would use
   */
  static TlsEngines choose(HeadwaiterSettings settings, String implementationName) {
    Optional<String> missing = Boringssl.missing();
    TlsEngines engines = choose(settings.tls(), implementationName, missing);
    settings.ticketKeyFile().ifPresent(file -> engines.checkUses(file, settings.tls(), missing));
    return engines;
  }

  /** Nodes that are to share their tickets, and do not, are found by their customers only. */
  void checkUses(Path ticketKeyFile, String asked, Optional<String> boringsslMissing) {
    if (this == BORINGSSL) {
      return;
    }
    String why =
        this == OTHER
            ? "sslImplementationName names others"
            : asked.equals("jsse")
                ? "tls=jsse asks for the JDK's"
                : "BoringSSL cannot be used: " + boringsslMissing.orElse("");
    throw new IllegalArgumentException(
        "ticketKeyFile is "
            + ticketKeyFile
            + ", and nothing would use it: its secrets are for the session tickets of BoringSSL,"
            + " and the TLS engines are not BoringSSL's, because "
            + why
            + ". Use tls=boringssl with its jars on the class path, or leave ticketKeyFile out.");
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
      log.warn(
          "TLS engines: the JDK's, which take more CPU time, because BoringSSL cannot be used: "
              + boringsslMissing.get()
              + ". Put what is missing there, or set tls=jsse to have the JDK's.");
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
