package io.headwaiter.apps.supplier;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;

/**
 * A throw-away certificate for localhost and 127.0.0.1, which signed itself.
 *
 * @param store PKCS12 with the key and the certificate
 * @param pem the certificate alone
 */
record TestKey(Path store, Path pem) {
  static final String PASSWORD = "changeit";

  private static final String ALIAS = "test";

  /** Makes one in a folder, with files of this name. */
  static TestKey create(Path folder, String name) throws Exception {
    Path store = folder.resolve(name + ".p12");
    run(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
            "-genkeypair",
            "-keyalg",
            "EC",
            "-groupname",
            "secp256r1",
            "-alias",
            ALIAS,
            "-dname",
            "CN=localhost",
            "-ext",
            "SAN=dns:localhost,ip:127.0.0.1",
            "-validity",
            "30",
            "-storetype",
            "PKCS12",
            "-storepass",
            PASSWORD,
            "-keystore",
            store.toString()));
    Path pem = folder.resolve(name + ".pem");
    Files.writeString(pem, pem(store), StandardCharsets.US_ASCII);
    return new TestKey(store, pem);
  }

  private static String pem(Path store) throws IOException, GeneralSecurityException {
    byte[] bytes =
        KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray())
            .getCertificate(ALIAS)
            .getEncoded();
    String lines = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
    return "-----BEGIN CERTIFICATE-----\n" + lines + "\n-----END CERTIFICATE-----\n";
  }

  private static void run(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IOException("keytool failed: " + said);
    }
  }
}
