package io.headwaiter.e2e.start;

import io.headwaiter.lab.study.BusyPage;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** The work of each page: the same as {@link BusyPage#JSP}. */
final class Work {
  private Work() {}

  /** Does the work and returns the digest in hexadecimal. */
  static String digest() {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] block = new byte[1024];
      for (int i = 0; i < BusyPage.KIB; i++) {
        digest.update(block);
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every JDK has SHA-256.", e);
    }
  }

  static byte[] page() {
    return (digest() + "\n").getBytes(StandardCharsets.US_ASCII);
  }
}
