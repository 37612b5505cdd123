package io.headwaiter.front.supply;

import java.util.BitSet;

/** Parses lists of processors as the kernel writes them: {@code 0-3,8}. */
final class CpuList {
  /** More processors than the kernel can have. */
  static final int CPUS_MAX = 65_536;

  private CpuList() {}

  /**
   * Reads the list at the cursor, up to the end of its line.
   *
   * @param into receives the processors of the list; none if it is no list
   * @return whether it is a list of at least one processor
   */
  static boolean read(FileText text, BitSet into) {
    into.clear();
    do {
      long first = text.number();
      long last = text.take('-') ? text.number() : first;
      if (first < 0 || last < first || last >= CPUS_MAX) {
        into.clear();
        return false;
      }
      into.set((int) first, (int) last + 1);
    } while (text.take(','));
    if (!text.atLineEnd()) {
      into.clear();
      return false;
    }
    return true;
  }

  /**
   * Reads {@code Cpus_allowed_list} of {@code /proc/self/status}: the affinity of the process,
   * within its processor set.
   *
   * @return whether there is one
   */
  static boolean readStatus(FileText text, BitSet into) {
    while (text.hasMore()) {
      if (text.take("Cpus_allowed_list:")) {
        text.skipBlanks();
        return read(text, into);
      }
      text.skipLine();
    }
    into.clear();
    return false;
  }
}
