package io.headwaiter.tls;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The jars that BoringSSL needs, and which of them are missing. */
final class BoringsslJars {
  /** A class of each jar, by the name of the jar. */
  private static final Map<String, String> CLASS_OF = new LinkedHashMap<>();

  static {
    CLASS_OF.put("netty-handler", "io.netty.handler.ssl.OpenSsl");
    CLASS_OF.put("netty-common", "io.netty.util.ReferenceCounted");
    CLASS_OF.put("netty-buffer", "io.netty.buffer.ByteBuf");
    CLASS_OF.put("netty-transport", "io.netty.channel.Channel");
    CLASS_OF.put("netty-resolver", "io.netty.resolver.AddressResolver");
    CLASS_OF.put("netty-codec-base", "io.netty.handler.codec.ByteToMessageDecoder");
    CLASS_OF.put("netty-transport-native-unix-common", "io.netty.channel.unix.Unix");
    CLASS_OF.put("netty-tcnative-classes", "io.netty.internal.tcnative.SSL");
  }

  private BoringsslJars() {}

  /** Returns the jars that a loader does not find. It does not test whether the library loads. */
  static List<String> missing(ClassLoader loader) {
    return CLASS_OF.entrySet().stream()
        .filter(jar -> !isThere(jar.getValue(), loader))
        .map(Map.Entry::getKey)
        .toList();
  }

  private static boolean isThere(String className, ClassLoader loader) {
    // Looks for the file: loading a class fails if a superclass is in a jar that is missing.
    return loader.getResource(className.replace('.', '/') + ".class") != null;
  }

  /** Returns the names of all jars, as text for messages. */
  static String all() {
    return String.join(", ", CLASS_OF.keySet()) + " and " + nativeJar();
  }

  /** Returns the name of the jar with the library, which depends on the platform. */
  static String nativeJar() {
    return "netty-tcnative-boringssl-static-VERSION-"
        + platform(System.getProperty("os.name", ""), System.getProperty("os.arch", ""))
        + ".jar";
  }

  /** Returns the platform as Netty names it in its jars. */
  static String platform(String osName, String osArch) {
    String os = osName.toLowerCase(Locale.ROOT);
    String system = os.startsWith("mac") ? "osx" : os.startsWith("windows") ? "windows" : "linux";
    return system + "-" + (osArch.equals("aarch64") ? "aarch_64" : "x86_64");
  }
}
