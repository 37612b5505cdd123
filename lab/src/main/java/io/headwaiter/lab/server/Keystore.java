package io.headwaiter.lab.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A certificate for the servers of an experiment, or for a trial: for localhost, made by the JDK's
 * keytool, thrown away after.
 *
 * @param file a PKCS12 file
 * @param password its password; it protects nothing, the key is worth nothing
 */
public record Keystore(Path file, String password) {
  private static final String PASSWORD = "demo-only";
  private static final String RSA = "RSA-";
  private static final String USUAL = RSA + 2048;
  private static final String P_256 = "P-256";
  private static final int PATIENCE_SECONDS = 60;

  /** Makes one for a trial, of the key that costs least, in a folder, replacing an older one. */
  public static Keystore forTrial(Path folder) throws IOException, InterruptedException {
    return create(folder, "trial.p12", P_256);
  }

  /** Makes one of RSA-2048 in a folder, replacing an older one. */
  public static Keystore create(Path folder) throws IOException, InterruptedException {
    return create(folder, "demo.p12", USUAL);
  }

  /**
   * Makes one in a folder, replacing an older one.
   *
   * @param key {@code RSA-} and the bits, {@code P-256}, {@code P-384} or {@code Ed25519}
   * @throws IOException when keytool is missing or fails, with what it said
   */
  public static Keystore create(Path folder, String name, String key)
      throws IOException, InterruptedException {
    Path file = folder.resolve(name);
    Files.deleteIfExists(file);
    Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
    Path said = folder.resolve("keytool.log");
    Process process =
        new ProcessBuilder(command(keytool, file, key))
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

  private static List<String> command(Path keytool, Path file, String key) {
    List<String> command = new ArrayList<>(List.of(keytool.toString(), "-genkeypair"));
    command.addAll(List.of("-alias", "demo"));
    command.addAll(algorithm(key));
    command.addAll(List.of("-storetype", "PKCS12", "-keystore", file.toString()));
    command.addAll(List.of("-storepass", PASSWORD, "-dname", "CN=localhost"));
    command.addAll(List.of("-ext", "SAN=dns:localhost,ip:127.0.0.1", "-validity", "30"));
    return command;
  }

  private static List<String> algorithm(String key) {
    if (key.startsWith(RSA)) {
      return List.of("-keyalg", "RSA", "-keysize", key.substring(RSA.length()));
    }
    return switch (key) {
      case P_256 -> List.of("-keyalg", "EC", "-groupname", "secp256r1");
      case "P-384" -> List.of("-keyalg", "EC", "-groupname", "secp384r1");
      case "Ed25519" -> List.of("-keyalg", "Ed25519");
      default ->
          throw new IllegalArgumentException(
              "There is no key \"" + key + "\". Give RSA-2048 or longer, P-256, P-384 or Ed25519.");
    };
  }
}
