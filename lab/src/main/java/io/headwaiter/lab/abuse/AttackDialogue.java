package io.headwaiter.lab.abuse;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;

/**
 * How an attack in a process of its own is told what to do, line by line: {@value #PREPARE} is
 * answered by {@value #PREPARED}, {@value #ATTACK} by the {@link Tally}. It ends after that, and
 * with its input, so it does not outlive whoever started it.
 */
public final class AttackDialogue {
  /** Does what comes before the attack. */
  public static final String PREPARE = "prepare";

  /** The answer to it. */
  public static final String PREPARED = "prepared";

  /** Attacks. */
  public static final String ATTACK = "attack";

  private AttackDialogue() {}

  /**
   * Follows what is said until the attack is over.
   *
   * @param out flushes each line by itself
   * @throws IOException if the attack cannot go on, or a line is unknown
   */
  public static void follow(Attacker attacker, Duration attack, BufferedReader in, PrintWriter out)
      throws IOException, InterruptedException {
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      switch (line) {
        case PREPARE -> {
          attacker.prepare();
          out.println(PREPARED);
        }
        case ATTACK -> {
          out.println(attacker.run(attack).line());
          return;
        }
        default ->
            throw new IOException("Say %s or %s, got \"%s\".".formatted(PREPARE, ATTACK, line));
      }
    }
  }
}
