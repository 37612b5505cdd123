package io.headwaiter.load.workload;

import java.util.HashSet;
import java.util.List;

/** Checks the targets of requests that a user gives. */
final class Targets {
  private static final int MOST_CHARACTERS = 2000;

  private Targets() {}

  /**
   * Returns a copy of targets that can be asked for.
   *
   * @param what the word for one of them, in messages
   * @throws IllegalArgumentException when there are too few or too many, one is no target, or one
   *     is there twice
   */
  static List<String> checked(String what, List<String> targets, int least, int most) {
    if (targets.size() < least || targets.size() > most) {
      throw new IllegalArgumentException(
          "There are %d targets of %ss; allowed are %d to %d. Give that many."
              .formatted(targets.size(), what, least, most));
    }
    for (String target : targets) {
      if (!target.startsWith("/")
          || target.length() > MOST_CHARACTERS
          || !target.chars().allMatch(c -> c > ' ' && c < 0x7f && c != '#')) {
        throw new IllegalArgumentException(
            "The %s %s is no target of a request. Give a path as /page or /page?id=1: printable"
                    .formatted(what, target.length() > 100 ? target.substring(0, 100) : target)
                + " ASCII without spaces and #, at most "
                + MOST_CHARACTERS
                + " characters.");
      }
    }
    if (new HashSet<>(targets).size() < targets.size()) {
      throw new IllegalArgumentException("A " + what + " is given twice; give each once.");
    }
    return List.copyOf(targets);
  }
}
