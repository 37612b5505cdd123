package io.headwaiter.front;

import io.headwaiter.front.config.AdminSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Collections;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** The certificate of the admin endpoint, as it is when a connector starts. Stateless. */
final class AdminTls {
  private AdminTls() {}

  /**
   * Creates the TLS context of the admin endpoint from its keystore.
   *
   * @return null if none is set, so that the endpoint speaks plain HTTP
   * @throws IOException with a sentence if the file cannot be used; it does not tell the password
   */
  static @Nullable SSLContext of(AdminSettings settings) throws IOException {
    if (settings.keystore().isEmpty()) {
      return null;
    }
    Path file = Path.of(settings.keystore());
    if (!Files.isRegularFile(file) || !Files.isReadable(file)) {
      throw unusable(file, "it is no file that this process may read");
    }
    char[] password = settings.keystorePassword().toCharArray();
    try {
      KeyStore store = opened(file, password);
      if (!hasKey(store)) {
        throw unusable(file, "it has no private key");
      }
      return context(store, password);
    } catch (GeneralSecurityException e) {
      throw unusable(file, String.valueOf(e.getMessage()));
    }
  }

  private static KeyStore opened(Path file, char[] password)
      throws IOException, GeneralSecurityException {
    try {
      return KeyStore.getInstance(file.toFile(), password);
    } catch (IOException e) {
      throw unusable(file, String.valueOf(e.getMessage()));
    }
  }

  private static boolean hasKey(KeyStore store) throws GeneralSecurityException {
    for (String alias : Collections.list(store.aliases())) {
      if (store.isKeyEntry(alias)) {
        return true;
      }
    }
    return false;
  }

  private static SSLContext context(KeyStore store, char[] password)
      throws GeneralSecurityException {
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(store, password);
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(keys.getKeyManagers(), /* tm= */ null, /* random= */ null);
    return tls;
  }

  private static IOException unusable(Path file, String why) {
    return new IOException(
        "The admin endpoint cannot use adminKeystore "
            + file
            + ": "
            + why
            + ". It must be a PKCS12 file with a certificate and its private key, both opened by"
            + " adminKeystorePassword.");
  }
}
