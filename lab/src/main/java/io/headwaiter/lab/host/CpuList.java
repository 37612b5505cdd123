package io.headwaiter.lab.host;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Lists of processor numbers as Linux writes them, {@code 0-3,8}. Pure. */
public final class CpuList {
  private CpuList() {}

  /**
   * Reads a list.
   *
   * @throws IllegalArgumentException when it is not one, or names more than 4096 processors
   */
  public static List<Integer> parse(String text) {
    List<Integer> cpus = new ArrayList<>();
    for (String part : text.trim().split(",", -1)) {
      String[] ends = part.trim().split("-", 2);
      int from = number(ends[0], text);
      int to = ends.length == 2 ? number(ends[1], text) : from;
      if (to < from || to - from > 4096 || cpus.size() > 4096) {
        throw wrong(text);
      }
      for (int cpu = from; cpu <= to; cpu++) {
        cpus.add(cpu);
      }
    }
    return List.copyOf(cpus);
  }

  /** Writes a list, each number by itself. */
  public static String format(List<Integer> cpus) {
    return cpus.stream().map(String::valueOf).collect(Collectors.joining(","));
  }

  private static int number(String digits, String whole) {
    if (!digits.matches("[0-9]{1,5}")) {
      throw wrong(whole);
    }
    return Integer.parseInt(digits);
  }

  private static IllegalArgumentException wrong(String text) {
    return new IllegalArgumentException(
        "a list of processors looks like 0-3,8; got \"" + text + "\"");
  }
}
