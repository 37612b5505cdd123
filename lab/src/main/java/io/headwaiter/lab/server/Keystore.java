package io.headwaiter.lab.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A certificate for the servers of an experiment, or for a trial: RSA-2048 for localhost, made by
 * the JDK's keytool, thrown away after.
 *
 * @param file a PKCS12 file
 * @param password its password; it protects nothing, the key is worth nothing
 */
public record Keystore(Path file, String password) {
  private static final String PASSWORD = "demo-only";
  private static final int RSA_BITS = 2048;
  private static final int PATIENCE_SECONDS = 60;

  /** Makes one of RSA-2048 in a folder, replacing an older one. */
  public static Keystore create(Path folder) throws IOException, InterruptedException {
    return create(folder, "demo.p12", RSA_BITS);
  }

  /**
   * Makes one in a folder, replacing an older one.
   *
   * @throws IOException when keytool is missing or fails, with what it said
   */
  public static Keystore create(Path folder, String name, int rsaBits)
      throws IOException, InterruptedException {
    Path file = folder.resolve(name);
    Files.deleteIfExists(file);
    Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
    Path said = folder.resolve("keytool.log");
    Process process =
        new ProcessBuilder(command(keytool, file, rsaBits))
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS) || process.exitValue() != 0) {
      process.destroyForcibly();
      throw new IOException(
          "keytool made no certificate; it said: "
              + Files.readString(said, StandardCharsets.UTF_8));
    }
    Files.delete(said);
    file.toFile().deleteOnExit(); // also when the experiment is interrupted
    return new Keystore(file, PASSWORD);
  }

  private static List<String> command(Path keytool, Path file, int rsaBits) {
    return List.of(
        keytool.toString(),
        "-genkeypair",
        "-alias",
        "demo",
        "-keyalg",
        "RSA",
        "-keysize",
        Integer.toString(rsaBits),
        "-storetype",
        "PKCS12",
        "-keystore",
        file.toString(),
        "-storepass",
        PASSWORD,
        "-dname",
        "CN=localhost",
        "-ext",
        "SAN=dns:localhost,ip:127.0.0.1",
        "-validity",
        "30");
  }
}
