package io.headwaiter.tomcat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Keys for tests, created once for each build folder. */
public final class TestKeys {
  public static final String PASSWORD = "headwaiter";
  private static final Path FOLDER = Path.of("target", "test-keys");

  private TestKeys() {}

  /** Returns a PKCS12 file with one self-signed key of this algorithm, RSA or EC. */
  public static synchronized Path keystore(String algorithm) throws Exception {
    Path file = FOLDER.resolve(algorithm + ".p12").toAbsolutePath();
    if (Files.exists(file)) {
      return file;
    }
    Files.createDirectories(FOLDER);
    Path unfinished = FOLDER.resolve(algorithm + "." + ProcessHandle.current().pid() + ".p12");
    Process process =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                    "-genkeypair",
                    "-alias",
                    "server",
                    "-keyalg",
                    algorithm,
                    "-dname",
                    "CN=localhost",
                    "-ext",
                    "SAN=dns:localhost,ip:127.0.0.1",
                    "-validity",
                    "3650",
                    "-storetype",
                    "PKCS12",
                    "-keystore",
                    unfinished.toString(),
                    "-storepass",
                    PASSWORD))
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
      throw new IOException(output);
    }
    try {
      Files.createLink(file, unfinished);
    } catch (FileAlreadyExistsException e) {
      return file; // another JVM of the tests was faster, and may be using its key
    } finally {
      Files.delete(unfinished);
    }
    return file;
  }

  public static KeyStore load(String algorithm) throws Exception {
    return KeyStore.getInstance(keystore(algorithm).toFile(), PASSWORD.toCharArray());
  }

  /** Creates a truststore with the certificate of that key. */
  public static synchronized Path truststore(String algorithm) throws Exception {
    String name = algorithm + "-trust." + ProcessHandle.current().pid() + ".p12";
    Path file = FOLDER.resolve(name).toAbsolutePath();
    KeyStore trust = KeyStore.getInstance("PKCS12");
    trust.load(null, null);
    trust.setCertificateEntry("client", load(algorithm).getCertificate("server"));
    try (OutputStream out = Files.newOutputStream(file)) {
      trust.store(out, PASSWORD.toCharArray());
    }
    return file;
  }
}
