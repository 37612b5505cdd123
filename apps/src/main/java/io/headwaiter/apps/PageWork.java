package io.headwaiter.apps;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Additional processor work of every page that is not static: an amount of bytes run through
 * SHA-256. An embedded database answers in tens of microseconds what the servers of the published
 * measurements needed milliseconds for, so a shop on it spends nearly all of its time in TLS; this
 * brings the proportion of page and handshake back where an experiment wants it. An amount of work,
 * not of time: a loaded server takes longer for it, as for everything else. Say in every report
 * when it is not {@link #NONE}.
 *
 * @param kibibytes how much to hash for each page, 0 to 100,000; 1,000 take roughly 0.5 to 5 ms of
 *     one core, depending on whether it has SHA instructions
 */
public record PageWork(int kibibytes) {
  /** No additional work. */
  public static final PageWork NONE = new PageWork(0);

  private static final int MAX_KIBIBYTES = 100_000;
  private static final byte[] BLOCK = new byte[1024];

  /** Checks the range. */
  public PageWork {
    if (kibibytes < 0 || kibibytes > MAX_KIBIBYTES) {
      throw new IllegalArgumentException(
          "kibibytes is " + kibibytes + "; give a whole number from 0 to " + MAX_KIBIBYTES + ".");
    }
  }

  /** The page with this work before it. */
  public Page before(Page page) {
    if (kibibytes == 0) {
      return page;
    }
    return in -> {
      work();
      return page.answer(in);
    };
  }

  /**
   * Does the work on the calling thread.
   *
   * @return the last byte of the sum, so that no compiler can leave the work out
   */
  public byte work() {
    MessageDigest sum = sha256();
    for (int i = 0; i < kibibytes; i++) {
      sum.update(BLOCK);
    }
    byte[] digest = sum.digest();
    return digest[digest.length - 1];
  }

  /** What is hashed with here, and in {@link PageTime}. */
  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256, but this one says", e);
    }
  }
}
