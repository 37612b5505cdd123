package io.headwaiter.tomcat;

import io.headwaiter.front.config.HeadwaiterSettings;
import io.headwaiter.tls.Boringssl;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import org.apache.juli.logging.Log;
import org.apache.juli.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/** The TLS engines of a connector. */
enum TlsEngines {
  /** BoringSSL, with session tickets under Headwaiter's own keys. */
  BORINGSSL,
  /** The JDK's; claimed sessions are looked up, or tried on an engine if sessions are stateless. */
  JSSE,
  /** An implementation that the user has named in Tomcat's sslImplementationName. */
  OTHER;

  // Tomcat names them by itself if it finds OpenSSL. They do not tell which sessions they have, so
  // no claim to resume could be verified.
  private static final Set<String> OPENSSL =
      Set.of(
          "org.apache.tomcat.util.net.openssl.OpenSSLImplementation",
          "org.apache.tomcat.util.net.openssl.panama.OpenSSLImplementation");

  private static final Log log = LogFactory.getLog(TlsEngines.class);

  /**
   * Chooses the engines. Logs which and why, and what engines cannot do that the user or Tomcat has
   * named.
   *
   * @param implementationName Tomcat's sslImplementationName, or null for none
   * @throws IllegalArgumentException with an explanatory message, if the engines are not available,
   *     or the settings contradict each other or name a ticket key file that would not be used
   */
  static TlsEngines choose(HeadwaiterSettings settings, String implementationName) {
    Optional<String> missing = Boringssl.missing();
    TlsEngines engines = choose(settings.tls(), implementationName, missing);
    settings.ticketKeyFile().ifPresent(file -> engines.checkUses(file, settings.tls(), missing));
    return engines;
  }

  /**
   * Rejects a ticket key file that would not be used. Otherwise nodes would fail to share their
   * tickets, and only customers would notice.
   */
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
      String asked, @Nullable String implementationName, Optional<String> boringsslMissing) {
    boolean named = isNamed(implementationName);
    HeadwaiterSettings.checkTls(asked);
    if (asked.equals("boringssl")) {
      return boringssl(named ? implementationName : null, boringsslMissing);
    }
    if (named) {
      log.warn(
          "TLS engines: those of sslImplementationName="
              + implementationName
              + ". A claim to resume is verified only if their session context finds sessions by"
              + " their id; if not, later connections of a visit are treated as new ones.");
      return OTHER;
    }
    if (asked.equals("jsse")) {
      log.info("TLS engines: the JDK's, as tls=jsse asks for");
      return JSSE;
    }
    return whatLoads(boringsslMissing);
  }

  /** Returns whether the user has named engines that are not ours. */
  private static boolean isNamed(@Nullable String implementationName) {
    if (implementationName == null
        || implementationName.equals(BoringsslImplementation.class.getName())) {
      return false;
    }
    if (OPENSSL.contains(implementationName)) {
      log.info(
          "The OpenSSL engines of Tomcat Native are not used: they do not tell which sessions they"
              + " have, so no claim to resume could be verified");
      return false;
    }
    return true;
  }

  private static TlsEngines boringssl(@Nullable String otherName, Optional<String> missing) {
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
        "tls=boringssl is not available: "
            + missing
            + ". Put the libraries there, or use tls=auto or tls=jsse.");
  }
}
