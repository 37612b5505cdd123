package io.headwaiter.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BoringsslTest {
  private static final List<String> JARS =
      List.of(
          "netty-handler",
          "netty-common",
          "netty-buffer",
          "netty-transport",
          "netty-resolver",
          "netty-codec-base",
          "netty-transport-native-unix-common",
          "netty-tcnative-classes");

  @Test
  void isAvailableInTests() {
    assertThat(Boringssl.missing()).isEmpty();
    assertThat(Boringssl.cipherSuites())
        .contains("TLS_AES_128_GCM_SHA256", "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256");
  }

  /** Loads the classes of this module alone, as in a Tomcat with only the project's jars. */
  @Test
  void namesAllJarsWhenNettyIsMissing() throws Exception {
    String missing = missingWith(List.of());
    assertThat(missing)
        .contains(
            "are not on the class path; the jar headwaiter-tomcat-boringssl brings all it takes, or add ");
    for (String jar : JARS) {
      assertThat(missing.split(";", -1)[0]).contains(jar);
      assertThat(missing.split(";", -1)[1]).contains(jar);
    }
    assertThat(missing).contains("netty-tcnative-boringssl-static-VERSION-");
  }

  @Test
  void namesMissingJar() throws Exception {
    List<Path> all = netty();
    for (String jar : JARS) {
      List<Path> others = all.stream().filter(file -> !isJar(file, jar)).toList();
      assertThat(others).as(jar).hasSizeLessThan(all.size());
      assertThat(missingWith(others))
          .startsWith(jar + " is not on the class path; the jar headwaiter-tomcat-boringssl");
    }
  }

  @Test
  void namesMissingNativeLibrary() throws Exception {
    List<Path> others =
        netty().stream()
            .filter(file -> !file.getFileName().toString().contains("boringssl-static"))
            .toList();
    assertThat(missingWith(others))
        .startsWith("its native library does not load (")
        .contains("it is in netty-tcnative-boringssl-static-VERSION-");
  }

  @ParameterizedTest
  @CsvSource({
    "Linux, amd64, linux-x86_64",
    "Linux, aarch64, linux-aarch_64",
    "Mac OS X, aarch64, osx-aarch_64",
    "Mac OS X, x86_64, osx-x86_64",
    "Windows Server 2025, amd64, windows-x86_64"
  })
  void mapsSystemToPlatformName(String os, String arch, String name) {
    assertThat(BoringsslJars.platform(os, arch)).isEqualTo(name);
  }

  private static boolean isJar(Path file, String name) {
    return file.getFileName().toString().matches(Pattern.quote(name) + "-\\d.*\\.jar");
  }

  /** Returns the Netty jars on the class path of this test. */
  private static List<Path> netty() {
    String classPath =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    return Stream.of(classPath.split(File.pathSeparator, -1))
        .map(Path::of)
        .filter(file -> String.valueOf(file.getFileName()).startsWith("netty-"))
        .toList();
  }

  /** Returns what is missing if only these jars are there. */
  private static String missingWith(List<Path> jars) throws Exception {
    List<URL> urls = new ArrayList<>();
    urls.add(Boringssl.class.getProtectionDomain().getCodeSource().getLocation());
    for (Path jar : jars) {
      urls.add(jar.toUri().toURL());
    }
    try (URLClassLoader alone =
        new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader())) {
      Class<?> there = alone.loadClass(Boringssl.class.getName());
      Optional<?> missing = (Optional<?>) there.getMethod("missing").invoke(null);
      return missing.map(Object::toString).orElse("");
    }
  }
}
