package io.headwaiter.lab.bench;

import io.headwaiter.lab.abuse.AttackDialogue;
import io.headwaiter.lab.abuse.Tally;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * An attack in a process of its own, on the processors of this one: the honest visits have their
 * threads and their collector for themselves. It ends by itself after the attack, and when this
 * process ends. Belongs to one thread.
 */
final class AttackProcess implements AutoCloseable {
  private final Process process;
  private final Path log;
  private final BufferedReader answers;
  private final PrintWriter orders;

  private AttackProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
    this.answers = process.inputReader(StandardCharsets.US_ASCII);
    this.orders = new PrintWriter(process.outputWriter(StandardCharsets.US_ASCII), true);
  }

  /**
   * Starts it.
   *
   * @param log takes what it complains about
   */
  static AttackProcess start(List<String> command, Path log) throws IOException {
    return new AttackProcess(new ProcessBuilder(command).redirectError(log.toFile()).start(), log);
  }

  /** Lets it do what comes before the attack, and waits for it. */
  void prepare() throws IOException {
    String answer = ask(AttackDialogue.PREPARE);
    if (!answer.equals(AttackDialogue.PREPARED)) {
      throw new IOException("the attack's process answered \"" + answer + "\"; see " + log);
    }
  }

  /** Attacks, and waits for the end. */
  Tally attack() throws IOException {
    return Tally.of(ask(AttackDialogue.ATTACK));
  }

  private String ask(String order) throws IOException {
    orders.println(order);
    String answer = answers.readLine();
    if (answer == null) {
      throw new IOException("the attack's process ended early; it said what is in " + log);
    }
    return answer;
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
