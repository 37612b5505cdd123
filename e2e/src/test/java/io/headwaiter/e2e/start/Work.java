package io.headwaiter.e2e.start;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** What each page computes: SHA-256, of which a warm server does this much in 4 ms or so. */
final class Work {
  static final int KIB = 7000;

  /** The same as a JSP, which is compiled when it is asked for the first time. */
  static final String JSP =
      """
      <%%@ page contentType="text/plain" import="java.security.MessageDigest" %%>
      <%% MessageDigest digest = MessageDigest.getInstance("SHA-256");
         byte[] block = new byte[1024];
         for (int i = 0; i < %d; i++) { digest.update(block); } %%>
      <%%= digest.digest().length %%> bytes
      """
          .formatted(KIB);

  private Work() {}

  /** Does it and returns the digest in hexadecimal. */
  static String digest() {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      byte[] block = new byte[1024];
      for (int i = 0; i < KIB; i++) {
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
