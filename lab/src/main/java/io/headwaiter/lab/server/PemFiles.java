package io.headwaiter.lab.server;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.Set;

/**
 * The certificate and key of a {@link Keystore} as PEM files, which only their owner may read.
 *
 * @param certificate file with the certificate
 * @param key file with the key
 * @param both file with both
 */
public record PemFiles(Path certificate, Path key, Path both) {
  private static final Set<PosixFilePermission> OWNER_ONLY =
      PosixFilePermissions.fromString("rw-------");
  private static final Base64.Encoder LINES =
      Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));

  /** Writes them into a folder. */
  public static PemFiles write(Keystore keystore, Path folder) throws IOException {
    String certificate;
    String key;
    try {
      char[] password = keystore.password().toCharArray();
      KeyStore store = KeyStore.getInstance(keystore.file().toFile(), password);
      String alias = store.aliases().nextElement();
      certificate = pem("CERTIFICATE", store.getCertificate(alias).getEncoded());
      key = pem("PRIVATE KEY", store.getKey(alias, password).getEncoded());
    } catch (GeneralSecurityException e) {
      throw new IOException("the experiment's own keystore cannot be read: " + e.getMessage(), e);
    }
    PemFiles files =
        new PemFiles(
            folder.resolve("certificate.pem"),
            folder.resolve("key.pem"),
            folder.resolve("both.pem"));
    write(files.certificate, certificate);
    write(files.key, key);
    write(files.both, certificate + key);
    return files;
  }

  private static String pem(String label, byte[] content) {
    return "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n"
        .formatted(label, LINES.encodeToString(content));
  }

  private static void write(Path file, String text) throws IOException {
    Files.deleteIfExists(file);
    Files.createFile(file, PosixFilePermissions.asFileAttribute(OWNER_ONLY));
    file.toFile().deleteOnExit(); // also when the experiment is interrupted
    Files.writeString(file, text);
  }
}
