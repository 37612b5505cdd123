package io.headwaiter.lab.study;

/** The work of a page on a server that was just started. */
public final class BusyPage {
  /** SHA-256 of so much takes a warm server 4 ms or so on the machines of our records. */
  public static final int KIB = 7000;

  /** It as a JSP, which is compiled when it is asked for the first time. */
  public static final String JSP =
      """
      <%%@ page contentType="text/plain" import="java.security.MessageDigest" %%>
      <%% MessageDigest digest = MessageDigest.getInstance("SHA-256");
         byte[] block = new byte[1024];
         for (int i = 0; i < %d; i++) { digest.update(block); } %%>
      <%%= digest.digest().length %%> bytes
      """
          .formatted(KIB);

  private BusyPage() {}
}
