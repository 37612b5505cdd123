package io.headwaiter.apps;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * Additional CPU work of every page that is not static: a number of bytes to hash with SHA-256. An
 * embedded database answers in tens of microseconds, where the servers of the published
 * measurements needed milliseconds, so a shop on it spends nearly all of its time in TLS. This work
 * restores the proportion of page and handshake that an experiment needs. It is an amount of work,
 * not of time: a loaded server takes longer for it, as for everything else. State it in every
 * report when it is not {@link #NONE}.
 *
 * @param kibibytes amount to hash for each page, 0 to 100,000; 1,000 take roughly 0.5 to 5 ms of
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

  /** Returns the page with this work before it. */
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
   * @return the last byte of the hash, so that no compiler can leave the work out
   */
  public byte work() {
    MessageDigest sum = sha256();
    for (int i = 0; i < kibibytes; i++) {
      sum.update(BLOCK);
    }
    byte[] digest = sum.digest();
    return digest[digest.length - 1];
  }

  /** Returns the hash function of this class and of {@link PageTime}. */
  static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256, but this one says", e);
    }
  }
}
